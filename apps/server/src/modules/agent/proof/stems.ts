/**
 * A test for words that begin with one of some stems; a stem that ends in `$` is the whole word. Costs as many look-ups as the
 * longest stem has letters, however many stems there are.
 *
 * @param list stems with `|` between them
 */
export function stemTest(list: string): (word: string) => boolean {
  const all = list.split('|').map((stem) => stem.trim())
  const whole = new Set(all.filter((stem) => stem.endsWith('$')).map((stem) => stem.slice(0, -1)))
  const stems = new Set(all.filter((stem) => !stem.endsWith('$')))
  const lengths = [...new Set([...stems].map(({ length }) => length))]
  return (word) => whole.has(word) || lengths.some((length) => length <= word.length && stems.has(word.slice(0, length)))
}
