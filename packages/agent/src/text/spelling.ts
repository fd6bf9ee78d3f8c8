import { numberAt } from '@aerie/core/numbers/number-at'
/**
 * How many slips of the keyboard lie between two words: a letter missing, added, replaced, or two neighbours swapped
 * (optimal string alignment).
 *
 * @param most stops counting above it
 * @returns the number of slips, or `most + 1` for more
 * @throws never
 * Source: Damerau (1964), "A technique for computer detection and correction of spelling errors"
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const current = nextRow({ a, b, row, last, beforeLast })
    if (Math.min(...current) > most) return most + 1
    beforeLast = last
    last = current
  }
  return Math.min(numberAt(last, b.length), most + 1) // the last row has b.length + 1 places
}

type Rows = {
  readonly a: string
  readonly b: string
  readonly row: number
  readonly last: readonly number[]
  readonly beforeLast: readonly number[]
}

function nextRow({ a, b, row, last, beforeLast }: Rows): number[] {
  const current = [row]
  for (let column = 1; column <= b.length; column += 1) {
    const cost = a[row - 1] === b[column - 1] ? 0 : 1
    const slips = Math.min(numberAt(last, column) + 1, numberAt(current, column - 1) + 1, numberAt(last, column - 1) + cost) // within the table
    const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
    current.push(isSwapped ? Math.min(slips, numberAt(beforeLast, column - 2) + 1) : slips) // the row before the last is as long
  }
  return current
}

const LONG_WORD = 8
const SHORTEST = 4
const MOST_SLIPS = 2

/**
 * The known words that a misspelt one may mean, the nearest: one slip, or two in a long word; the first letter stands, or
 * was swapped with the second.
 *
 * @param words known words in lower case
 * @returns none where none is near
 * @throws never
 */
export function nearestWords(word: string, words: readonly string[]): string[] {
  if (word.length < SHORTEST) return []
  let nearest: string[] = []
  let least: number = MOST_SLIPS
  for (const known of words) {
    if (!isSameStart(word, known)) continue
    const most = Math.min(least, slipsAllowed(word, known))
    const slips = editDistance(word, known, most)
    if (slips > most) continue
    nearest = slips < least ? [known] : [...nearest, known]
    least = slips
  }
  return nearest
}

/** One slip, two where both words are long. */
const slipsAllowed = (word: string, known: string): number => (Math.min(word.length, known.length) >= LONG_WORD ? MOST_SLIPS : 1)

const isSameStart = (word: string, known: string): boolean => word[0] === known[0] || (word[0] === known[1] && word[1] === known[0])
