import type { Concept } from './concepts.ts'
import type { Word } from './text/words.ts'

/** Direction of a time; `none` if the words do not state it. */
export type Direction = 'past' | 'now' | 'future' | 'none'

/** Words of a text and which of them are coins. */
export type MarkedWords = {
  readonly words: readonly Word[]
  readonly isCoin: readonly boolean[]
  /** Whether any word is a day, as "today". */
  readonly hasDay: boolean
  /** Whether any word is of an order, as "buy". */
  readonly hasTrade: boolean
}

/** Direction around a duration. `isWeak`: only a word such as "in" indicates it. `shift`: relative to the previous time. */
export type DirectionSpan = {
  readonly start: number
  readonly end: number
  readonly direction: Direction
  readonly isWeak?: true
  readonly shift?: 'later' | 'earlier'
}

const MOST_BETWEEN = 3
const BETWEEN: readonly Concept[] = ['article', 'of', 'filler', 'at', 'it', 'few']

const has = (word: Word | undefined, concept: Concept): boolean => word?.concepts.has(concept) ?? false

/** Direction of the words [start, end); `last` or `ago` outweighs "in". `middle`: direction within (`les 3 prochaines heures`). */
export function directionOf(
  text: MarkedWords,
  { start, end }: { readonly start: number; readonly end: number },
  middle?: Direction,
): DirectionSpan {
  const left = leftOf(text, start)
  const right = rightOf(text.words, end)
  const direction = middle ?? (left?.isWeak === false ? left.direction : (right.direction ?? left?.direction ?? 'none'))
  const isWeak = middle === undefined && left?.isWeak === true && right.direction === undefined
  return {
    start: left?.start ?? start,
    end: right.end,
    direction,
    ...(isWeak && { isWeak }),
    ...(right.shift !== undefined && { shift: right.shift }),
  }
}

/** Direction of a word such as `next` or `last`. */
export function sideOf(word: Word | undefined): Direction | undefined {
  if (has(word, 'next')) return 'future'
  return has(word, 'last') ? 'past' : undefined
}

type Left = { readonly start: number; readonly direction: Direction; readonly isWeak: boolean }

function leftOf(text: MarkedWords, start: number): Left | undefined {
  for (let at = start - 1; at >= Math.max(0, start - MOST_BETWEEN); at -= 1) {
    const word = text.words[at]
    if (word === undefined || text.isCoin[at]) return undefined
    const mark = word.text === '+' ? signAt(text, at) : isSpanBack(text, at) ? { direction: 'past' as const, isWeak: true } : markOf(word)
    if (mark !== undefined) return { start: at, ...mark }
    if (!BETWEEN.some((concept) => has(word, concept))) return undefined
  }
  return undefined
}

/** "SOL за сутки", but not "упадет за сутки". */
const isSpanBack = ({ words }: MarkedWords, at: number): boolean =>
  words[at]?.text === 'за' && !words.some((word) => has(word, 'future') || has(word, 'predict') || has(word, 'level'))

function markOf(word: Word): Omit<Left, 'start'> | undefined {
  const side = sideOf(word)
  if (side !== undefined) return { direction: side, isWeak: false }
  if (has(word, 'agoBefore')) return { direction: 'past', isWeak: false }
  if (has(word, 'since') && !has(word, 'filler')) return { direction: 'past', isWeak: true }
  return has(word, 'in') ? { direction: 'future', isWeak: true } : undefined
}

/** `+6h` lies ahead; a sign between two numbers is ignored. */
function signAt({ words, isCoin }: MarkedWords, at: number): Omit<Left, 'start'> | undefined {
  const next = words[at + 1]
  const isSign = next?.kind === 'number' && next.isGlued && (isCoin[at - 1] === true || words[at - 1]?.kind !== 'number')
  return isSign ? { direction: 'future', isWeak: false } : undefined
}

type Right = { readonly end: number; readonly direction?: Direction; readonly shift?: 'later' | 'earlier' }

function rightOf(words: readonly Word[], end: number): Right {
  const word = words[end]
  const after = end + 1
  if (has(word, 'thatAfter')) return { end: after, shift: 'later' }
  if (has(word, 'thatBefore')) return { end: after, shift: 'earlier' }
  if (has(word, 'ago')) return { end: after, direction: 'past' }
  if (has(word, 'ahead')) return { end: after, direction: 'future' }
  const side = sideOf(word)
  const isOfNext = has(word, 'past') || has(words[after], 'hour') || words[after]?.value !== undefined
  return side === undefined || isOfNext ? { end } : { end: after, direction: side }
}
