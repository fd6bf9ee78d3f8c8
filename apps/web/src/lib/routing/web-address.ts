/** A whole address of the web (`https://…`), or null: nothing else is linked from what a model says. */
export function webAddress(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url : null
}
