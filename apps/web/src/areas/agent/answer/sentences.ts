/** Sentence end: a mark followed by a space, or a CJK mark. A decimal point does not match. */
const END = /[.!?…]+["”’)]*\s+|[。！？]\s*|\n+/g

export type SpeakableText = {
  readonly sentences: readonly string[]
  readonly upTo: number
}

/** @param from offset already read out, in characters. @param isWhole the text is complete: its end counts as a sentence end */
export function newSentences(text: string, from: number, isWhole: boolean): SpeakableText {
  const rest = text.slice(from)
  const sentences: string[] = []
  let start = 0
  for (const match of rest.matchAll(END)) {
    const end = match.index + match[0].length
    sentences.push(rest.slice(start, end))
    start = end
  }
  if (isWhole) sentences.push(rest.slice(start))
  return { sentences: sentences.map(plainText).filter((sentence) => sentence !== ''), upTo: isWhole ? text.length : from + start }
}

const plainText = (text: string): string =>
  text
    .replace(/~~(.+?)~~/g, '$1 (no tool returned this number)')
    .replace(/[*_`#>]+/g, '')
    .trim()
