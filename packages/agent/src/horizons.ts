import { defined } from '@aerie/core/defined'
import { itemAt } from '@aerie/core/item-at'
import type { Concept } from './concepts.ts'
import { type Direction, directionOf, type MarkedWords, sideOf } from './horizon-direction.ts'
import type { Word } from './text/words.ts'

/** Time named in words [start, end). `hours`: from now; NaN if vague ("a few hours", a weekday) or far (a date). `isBare`: no unit. */
export type Horizon = {
  readonly start: number
  readonly end: number
  readonly direction: Direction
  readonly hours: number
  readonly isVague?: boolean
  readonly isFar?: boolean
  readonly isToday?: boolean
  readonly isBare?: boolean
  readonly isWeak?: boolean
  /** A calendar day: "yesterday". */
  readonly isDay?: boolean
  /** Counted in hours or minutes, which are no calendar days. */
  readonly isOfHours?: boolean
  readonly shift?: 'later' | 'earlier'
}

const UNITS: readonly (readonly [Concept, number])[] = [
  ['minute', 1 / 60],
  ['hour', 1],
  ['day', 24],
  ['week', 168],
  ['fortnight', 336],
  ['month', 720],
  ['year', 8760],
]
const POINTS: readonly (readonly [Concept, Omit<Horizon, 'start' | 'end'>])[] = [
  ['clock', { direction: 'none', hours: Number.NaN, isVague: true }],
  ['far', { direction: 'none', hours: Number.NaN, isVague: true }],
  ['tomorrow', { direction: 'future', hours: 24 }],
  ['yesterday', { direction: 'past', hours: 24, isDay: true }],
  ['twoDaysAgo', { direction: 'past', hours: 48, isDay: true }],
  ['twoDaysAhead', { direction: 'future', hours: 48 }],
  ['today', { direction: 'none', hours: 24, isToday: true }],
  ['now', { direction: 'now', hours: 0 }],
]
/** A larger number without a unit is a price. */
const MOST_BARE = 1000
const FIRST_YEAR = 1900
const LAST_YEAR = 2200
/** A number word without a unit is a time only in a short question: `what about twelve?` */
const MOST_WORDS_OF_BARE = 6

const has = (word: Word | undefined, concept: Concept): boolean => word?.concepts.has(concept) ?? false
const unitOf = (word: Word | undefined): number | undefined => UNITS.find(([concept]) => has(word, concept))?.[1]

/** Times named in a question, in order; coins are excluded. "the last 1, 6 and 12 hours" gives three with direction `past`. */
export function findHorizons(words: readonly Word[], isCoin: readonly boolean[]): Horizon[] {
  const text: MarkedWords = {
    words,
    isCoin,
    hasDay: words.some((word) => DAYS.some((day) => has(word, day))),
    hasTrade: words.some((word) => has(word, 'trade')),
  }
  const found: Horizon[] = []
  for (let at = 0; at < words.length; ) {
    const here = isCoin[at] ? [] : (clockAt(text, at) ?? durationsAt(text, at) ?? pointAt(text, at))
    found.push(...here)
    at = Math.max(at + 1, ...here.map(({ end }) => end))
  }
  return withLaterDirections(joinedTimes(found, words), words)
}

/** "Tomorrow at noon" and "the last day of October" are one time, not a whole number of hours. */
function joinedTimes(found: readonly Horizon[], words: readonly Word[]): Horizon[] {
  const joined: Horizon[] = []
  for (const horizon of found) {
    const last = joined.at(-1)
    const isOne = last !== undefined && (last.isVague || horizon.isVague) && !hasBreak(words, last.end, horizon.start)
    if (!isOne) joined.push(horizon)
    else joined[joined.length - 1] = vagueOf(last, horizon)
  }
  return joined
}

function vagueOf(a: Horizon, b: Horizon): Horizon {
  const direction = a.direction === 'none' || a.direction === 'now' ? b.direction : a.direction
  return { start: a.start, end: b.end, direction, hours: Number.NaN, isVague: true }
}

/** `3h and 9h ago`: a duration without a direction inherits that of the next one. */
function withLaterDirections(horizons: readonly Horizon[], words: readonly Word[]): Horizon[] {
  const result = [...horizons]
  for (let index = result.length - 2; index >= 0; index -= 1) {
    const [horizon, next] = [itemAt(result, index), itemAt(result, index + 1)]
    const isOpen = horizon.direction === 'none' && horizon.isToday !== true && horizon.isBare !== true && !Number.isNaN(horizon.hours)
    const isJoined = words.slice(horizon.end, next.start).every((word) => has(word, 'and') || word.text === ',')
    const isDuration = next.end - next.start > 1 && next.direction !== 'now'
    if (isOpen && isJoined && isDuration) result[index] = { ...horizon, direction: next.direction }
  }
  return result
}

const hasBreak = (words: readonly Word[], from: number, to: number): boolean =>
  words.slice(from, to).some((word) => word.kind === 'sign' || has(word, 'and'))

function pointAt({ words }: MarkedWords, at: number): Horizon[] {
  const word = words[at]
  const point = POINTS.find(([concept]) => has(word, concept))
  if (point !== undefined) return [{ start: at, end: at + 1, ...point[1] }]
  return word?.kind === 'number' && Number.isNaN(word.value) && word.text.includes(':')
    ? [{ start: at, end: at + 1, direction: 'none', hours: Number.NaN, isVague: true }]
    : []
}

/** Before a time of day; the weak ones also come before prices. */
const CLOCK = /^(?:alle|a las|las|as|um|в|во)$/
const WEAK_CLOCK = /^(?:at|a|around|about|gegen|vers|verso|около)$/
const LAST_HOUR = 24
const DAYS: readonly Concept[] = ['today', 'tomorrow', 'yesterday', 'twoDaysAgo', 'twoDaysAhead']
const AFTER_CLOCK: readonly Concept[] = [...DAYS, 'and', 'now', 'hour', 'of']

/** "Ieri alle 15", "yesterday at 3", 15点: a time of day, not a number of hours. */
function clockAt({ words, isCoin, hasDay }: MarkedWords, at: number): Horizon[] | undefined {
  const [word, next] = [words[at], words[at + 1]]
  if (word?.value === undefined || !(word.value >= 0 && word.value <= LAST_HOUR) || isCoin[at + 1]) return undefined
  const before = words[at - 1]?.text ?? ''
  const isUnit = has(next, 'clock') && hasDay
  const isLed = CLOCK.test(before) ? hasDay || before === 'alle' : WEAK_CLOCK.test(before) && hasDay
  const isEnded = next === undefined || next.kind === 'sign' || AFTER_CLOCK.some((concept) => has(next, concept))
  return isUnit || (isLed && isEnded)
    ? [{ start: at, end: isUnit || has(next, 'hour') ? at + 2 : at + 1, direction: 'none', hours: Number.NaN, isVague: true }]
    : undefined
}

type Term = { readonly value: number; readonly end: number }

function durationsAt(text: MarkedWords, at: number): Horizon[] | undefined {
  const { words } = text
  if (has(words[at], 'halfDay')) return [itemAt(directed(text, { start: at, end: at + 1 }, [12]), 0)]
  if (has(words[at], 'few') && unitOf(words[at + 1]) !== undefined) return fewAt(text, at)
  if (has(words[at], 'few') && words[at]?.text.startsWith('sec')) return fewAt(text, at)
  const terms = termsAt(text, at)
  if (terms === undefined) return isThousands(words, at) ? farAt(text, at, at) : loneUnitAt(text, at)
  const last = itemAt(terms, -1).end
  if (isThousands(words, last)) return farAt(text, at, last)
  const middle = sideOf(words[last])
  const unitAt = middle === undefined ? last : last + 1
  const unit = text.isCoin[unitAt] ? undefined : unitOf(words[unitAt])
  if (unit === undefined) return bareAt(text, at, terms)
  const values = terms.map(({ value }) => value * unit)
  const rest = restAt(text, unitAt, unit)
  values[values.length - 1] = itemAt(values, -1) + rest.hours
  const found = directed(text, { start: at, end: rest.end }, values, middle)
  return unit <= 1 ? found.map((each) => ({ ...each, isOfHours: true })) : found
}

const fewAt = (text: MarkedWords, at: number): Horizon[] =>
  directed(text, { start: at, end: at + (unitOf(text.words[at + 1]) === undefined ? 1 : 2) }, [Number.NaN]).map((each) => ({
    ...each,
    isVague: true,
  }))

const isThousands = (words: readonly Word[], at: number): boolean => has(words[at], 'thousand') && unitOf(words[at + 1]) !== undefined

const farAt = (text: MarkedWords, start: number, at: number): Horizon[] =>
  directed(text, { start, end: at + 2 }, [Number.NaN]).map((each) => ({ ...each, isFar: true }))

/** More than one reply may call; the rest is parsed as further terms. */
const MOST_TERMS = 24

/** Consecutive numbers that share a unit: `1, 6 and 12`. */
function termsAt(text: MarkedWords, at: number): Term[] | undefined {
  const first = termAt(text, at)
  if (first === undefined) return undefined
  const terms = [first]
  while (terms.length < MOST_TERMS) {
    const end = itemAt(terms, -1).end
    const next = termAt(text, afterSeparators(text.words, end))
    if (next === undefined || afterSeparators(text.words, end) === end) return terms
    if (isQuantity(text, next.end)) return terms
    terms.push(next)
  }
  return terms
}

const isQuantity = ({ words, isCoin }: MarkedWords, end: number): boolean =>
  isCoin[end] === true || has(words[end], 'thousand') || has(words[end], 'currency')

function afterSeparators(words: readonly Word[], from: number): number {
  let at = from
  while (at < words.length && at < from + 2 && (/^[,/&、，-]$/.test(itemAt(words, at).text) || has(words[at], 'and') || isRange(words, at)))
    at += 1
  return at
}

const isRange = (words: readonly Word[], at: number): boolean => words[at]?.text === 'to' || words[at]?.text === 'bis'

function termAt({ words, isCoin }: MarkedWords, at: number): Term | undefined {
  const word = words[at]
  if (word === undefined || isCoin[at]) return undefined
  if (word.text === '-' || word.text === '−') return negativeAt(words, at)
  const term = plainTermAt(words, at, word)
  return term === undefined ? undefined : timesDozen(words, term)
}

function plainTermAt(words: readonly Word[], at: number, word: Word): Term | undefined {
  const end = at + 1
  if (has(word, 'threeQuarters')) return { value: 0.75, end }
  if (has(word, 'half')) return { value: 0.5, end }
  if (has(word, 'quarter') && !has(word, 'year')) return { value: 0.25, end }
  if (word.value === undefined || Number.isNaN(word.value)) return articleTermAt(words, at)
  return has(words[end], 'andHalf') ? { value: word.value + 0.5, end: end + 1 } : { value: word.value, end }
}

function timesDozen(words: readonly Word[], { value, end }: Term): Term {
  const at = has(words[end], 'article') && has(words[end + 1], 'dozen') ? end + 1 : end
  return has(words[at], 'dozen') ? { value: value * 12, end: at + 1 } : { value, end }
}

/** `-6` after a space; in `btc-6` the sign is a separator. */
function negativeAt(words: readonly Word[], at: number): Term | undefined {
  const next = words[at + 1]
  const isSigned = next?.kind === 'number' && next.isGlued && words[at]?.isGlued === false && next.value !== undefined
  return isSigned ? { value: -next.value, end: at + 2 } : undefined
}

function articleTermAt(words: readonly Word[], at: number): Term | undefined {
  if (!has(words[at], 'article')) return undefined
  const next = words[at + 1]
  if (has(next, 'threeQuarters')) return { value: 0.75, end: at + 2 }
  if (has(next, 'half')) return { value: 0.5, end: at + 2 }
  const isOne = unitOf(next) !== undefined && !isDefinite(itemAt(words, at)) && defined(next).text.length > 1
  return isOne ? { value: 1, end: at + 1 } : undefined
}

const DEFINITE = /^(the|th|teh|der|die|das|den|dem|des|le|la|les|l|el|los|las|lo|il|i|gli|o|a|os|as|du)$/
const isDefinite = (word: Word): boolean => DEFINITE.test(word.text) && word.text !== 'a'

type Rest = { readonly hours: number; readonly end: number }

/** Remainder after the unit: `and a half`, or a smaller unit as in `1 hour 30 minutes`. */
function restAt(text: MarkedWords, unitAt: number, unit: number): Rest {
  const { words } = text
  const end = unitAt + 1
  if (isAndHalf(words, end)) return { hours: unit / 2, end: end + 1 }
  const from = has(words[end], 'and') ? end + 1 : end
  const term = termAt(text, from)
  const smaller = term === undefined || text.isCoin[term.end] ? undefined : unitOf(words[term.end])
  if (term !== undefined && smaller !== undefined && smaller < unit) return { hours: term.value * smaller, end: term.end + 1 }
  const isMinutes = term !== undefined && unit === 1 && words[from]?.isGlued === true && words[from]?.kind === 'number'
  return isMinutes ? { hours: term.value / 60, end: term.end } : { hours: 0, end }
}

/** "A day and a half", 一天半: half of the preceding unit, not of a following one. */
const isAndHalf = (words: readonly Word[], at: number): boolean =>
  has(words[at], 'andHalf') || (has(words[at], 'half') && words[at]?.isGlued === true && unitOf(words[at + 1]) === undefined)

/** `the next hour`, `last week`, `this month`: a unit without a number counts as one if a neighbouring word gives the direction. */
function loneUnitAt(text: MarkedWords, at: number): Horizon[] | undefined {
  const { words } = text
  const unit = unitOf(words[at])
  if (unit === undefined || itemAt(words, at).text === 'd' || /^[a-z]$/.test(itemAt(words, at).text)) return undefined
  const rest = isAndHalf(words, at + 1) ? 1 : 0
  const isFew = has(words[at], 'plural') && rest === 0
  const [horizon] = directed(text, { start: at, end: at + 1 + rest }, [isFew ? Number.NaN : unit * (1 + rest / 2)])
  const isThis = unit >= 168 && has(words[at - 1], 'it')
  const isTime = horizon !== undefined && (horizon.direction !== 'none' || horizon.shift !== undefined || isThis)
  return isTime ? [{ ...horizon, ...(isFew && { isVague: true }) }] : undefined
}

/** Numbers without a unit are hours, unless they count something else. */
function bareAt(text: MarkedWords, at: number, terms: readonly Term[]): Horizon[] | undefined {
  const { words } = text
  const end = itemAt(terms, -1).end
  if (isAmount(text, at, end)) return undefined
  const horizons = directed(
    text,
    { start: at, end },
    terms.map(({ value }) => value),
  )
  const [first] = horizons
  if (first === undefined) return undefined
  if (first.hours >= FIRST_YEAR && first.hours <= LAST_YEAR) return [{ ...first, hours: Number.NaN, isFar: true }]
  if (first.hours > MOST_BARE) return undefined
  const isWord = words[at]?.kind === 'word' && first.direction === 'none'
  const isAlone = words.length <= MOST_WORDS_OF_BARE && isOpening(words[at - 1])
  return isWord && !isAlone ? undefined : horizons.map((horizon) => ({ ...horizon, isBare: true }))
}

const isOpening = (word: Word | undefined): boolean =>
  word === undefined || word.kind === 'sign' || has(word, 'and') || has(word, 'follow') || has(word, 'predict') || has(word, 'history')

const PRICED = /^(?:at|zu|zum|bei|a|limit|limite|по)$/
/** `$100`, `above 100`, `100k`, `2 eth`, `one`: not hours. */
function isAmount(text: MarkedWords, at: number, end: number): boolean {
  const { words } = text
  if (isQuantity(text, end) || has(words[at], 'article') || has(words[at], 'half')) return true
  // "Buy 1 ETH at 2000" names no year.
  if (PRICED.test(words[at - 1]?.text ?? '') && text.hasTrade) return true
  if (has(words[at - 1], 'currency') || has(words[at - 1], 'level') || has(words[at - 2], 'level')) return true
  return /^[$€£¥#]$/.test(words[at - 1]?.text ?? '') || /^[$€£¥%@#]$/.test(words[end]?.text ?? '')
}

function directed(
  text: MarkedWords,
  span: { readonly start: number; readonly end: number },
  hours: readonly number[],
  middle?: Direction,
): Horizon[] {
  const bearing = directionOf(text, span, middle)
  return hours.map((each) => ({ ...bearing, hours: each }))
}
