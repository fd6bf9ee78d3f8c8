/**
 * How many slips of the keyboard lie between two words: a letter missing, added, replaced, or two neighbours swapped
 * (optimal string alignment).
 *
 * @param most stops counting above it
 * @returns the number of slips, or `most + 1` for more
 * @throws never
 * Source: Damerau (1964), "A technique for computer detection and correction of spelling errors"
 */
export function slipsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    let least = row
    for (let column = 1; column <= b.length; column += 1) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1
      let slips = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + cost) // within the table
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        slips = Math.min(slips, beforeLast[column - 2]! + 1) // the row before the last is as long
      }
      current.push(slips)
      if (slips < least) least = slips
    }
    if (least > most) return most + 1
    beforeLast = last
    last = current
  }
  return Math.min(last[b.length]!, most + 1) // the last row has b.length + 1 places
}

const LONG_WORD = 8
const SHORTEST = 4

/**
 * The one known word that a misspelt one must mean: one slip, or two in a long word; the first letter stands, or was
 * swapped with the second.
 *
 * @param words known words in lower case
 * @returns undefined where none is near, or two different ones are equally near
 * @throws never
 */
export function nearestWord(word: string, words: readonly string[]): string | undefined {
  if (word.length < SHORTEST) return undefined
  let nearest: string | undefined
  let least = (word.length >= LONG_WORD ? 2 : 1) + 1
  let isTie = false
  for (const known of words) {
    if (word[0] !== known[0] && !(word[0] === known[1] && word[1] === known[0])) continue
    const slips = slipsBetween(word, known, least)
    if (slips < least) {
      nearest = known
      least = slips
      isTie = false
    } else if (slips === least && nearest !== undefined && known !== nearest) isTie = true
  }
  return isTie ? undefined : nearest
}
