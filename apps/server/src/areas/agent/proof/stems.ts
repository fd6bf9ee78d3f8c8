/** A stem ending in `$` matches the whole word. Cost depends on the longest stem, not on their number. @param list separated by `|` */
export function stemTest(list: string): (word: string) => boolean {
  const all = list.split('|').map((stem) => stem.trim())
  const whole = new Set(all.filter((stem) => stem.endsWith('$')).map((stem) => stem.slice(0, -1)))
  const stems = new Set(all.filter((stem) => !stem.endsWith('$')))
  const lengths = [...new Set([...stems].map(({ length }) => length))]
  return (word) => whole.has(word) || lengths.some((length) => length <= word.length && stems.has(word.slice(0, length)))
}
