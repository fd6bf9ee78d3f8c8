import type { Concept } from './concepts.ts'
import type { Horizon } from './horizons.ts'
import type { Segment } from './reading.ts'

/** Hours that a prediction or a history means where no time is named. */
export const DEFAULT_HOURS = 24

/** The kind of question: which tool answers it. */
export type Kind = 'price' | 'prediction' | 'history'

/**
 * One thing that is asked of a coin. `kind` is undefined where the words give hours, but not whether they lie ahead or
 * behind. `hours` is NaN where hours cannot say the time, 0 for now.
 */
export type Want = {
  readonly kind: Kind | undefined
  readonly hours: number
  /** No time was named: the convention gives it. */
  readonly isDefault?: boolean
  readonly isFar?: boolean
  readonly isBare?: boolean
  readonly shift?: 'later' | 'earlier'
}

/** Coins, and what is asked of each of them. */
export type Group = { readonly coins: readonly string[]; readonly wants: readonly Want[] }

type Unit = { horizons: readonly Horizon[]; concepts: ReadonlySet<Concept>; joint: Segment['joint'] }
type Draft = { coins: string[]; units: Unit[]; isClosed: boolean; isComparison: boolean }

const STRONG: readonly Concept[] = ['price', 'predict', 'history']
const LEANING: readonly Concept[] = ['ask', 'future', 'past', 'at']
const CONTEXT: readonly Concept[] = [...STRONG, ...LEANING, 'move', 'level', 'compare']

const has = (unit: { readonly concepts: ReadonlySet<Concept> }, ...concepts: readonly Concept[]): boolean =>
  concepts.some((concept) => unit.concepts.has(concept))

/**
 * What the segments of a question ask of which coins: `btc and eth in 6 and 12 hours` is one group with two coins and two
 * wants, `btc in 6 hours and eth in 12` are two groups.
 *
 * @returns groups may lack coins, or wants, where the question leaves them to what was said before
 * @throws never
 */
export function groupQuestions(segments: readonly Segment[]): Group[] {
  const groups: Draft[] = []
  for (const segment of segments) addSegment(groups, askedIn(segment))
  return groups.map(({ coins, units, isComparison }) => ({
    coins: [...new Set(coins)],
    wants: wantsOf(sharedTimes(units), isComparison && new Set(coins).size === 1),
  }))
}

/** What is no question of ours in a segment is dropped: what the user did, figures that no tool has, explanations. */
function askedIn(segment: Segment): Segment {
  const isOwn = has(segment, 'own')
  const isMetric = has(segment, 'metric')
  const isExplained = has(segment, 'explain') && !has(segment, ...STRONG, 'future', 'past') && segment.horizons.length === 0
  return isOwn && !has(segment, 'price', 'predict', 'ask')
    ? { ...segment, horizons: [], concepts: new Set() }
    : isMetric || isExplained
      ? { ...segment, horizons: [], concepts: new Set(['filler']) }
      : segment
}

function addSegment(groups: Draft[], segment: Segment): void {
  const isAsking = segment.horizons.length > 0 || has(segment, ...STRONG, ...LEANING)
  const group = groups.at(-1)
  const unit = { horizons: segment.horizons, concepts: contextOf(segment), joint: segment.joint }
  const isComparison = has(segment, 'compare')
  if (group === undefined || (segment.coins.length > 0 && isAsking && !joins(group, segment))) {
    const isClosed = segment.coins.length > 0 && (segment.horizons.length > 0 || segment.isCoinFirst)
    if (isAsking || segment.coins.length > 0)
      groups.push({ coins: [...segment.coins], units: isAsking ? [unit] : [], isClosed: isClosed && isAsking, isComparison })
    return
  }
  group.coins.push(...segment.coins)
  group.isComparison ||= isComparison
  if (!isAsking) return
  addUnit(group, unit)
  group.isClosed ||= group.coins.length > 0 && (segment.horizons.length > 0 || segment.isCoinFirst)
}

const contextOf = (segment: Segment): ReadonlySet<Concept> => new Set([...segment.concepts].filter((concept) => CONTEXT.includes(concept)))

/** Whether a segment that names coins and asks something belongs to the question before it. */
function joins(group: Draft, segment: Segment): boolean {
  if (group.coins.length === 0 || group.units.length === 0) return true
  if (group.isClosed || segment.joint === 'sentence') return false
  const before = STRONG.filter((concept) => group.units.some((unit) => has(unit, concept)))
  const here = STRONG.filter((concept) => has(segment, concept))
  return here.every((concept) => before.includes(concept))
}

function addUnit(group: Draft, unit: Unit): void {
  const last = group.units.at(-1)
  if (last === undefined || !areOne(last, unit)) {
    group.units.push(unit)
    return
  }
  const joined = {
    horizons: [...last.horizons, ...unit.horizons],
    concepts: new Set([...last.concepts, ...unit.concepts]),
    joint: last.joint,
  }
  group.units[group.units.length - 1] = joined
}

/** A kind and a time that stand in two segments and mean one question: `in 5 hours, where will xrp be`. */
function areOne(last: Unit, unit: Unit): boolean {
  if (last.horizons.length > 0 === unit.horizons.length > 0) return false
  const [timed, kind] = last.horizons.length > 0 ? [last, unit] : [unit, last]
  const directions = timed.horizons.map(({ direction }) => direction)
  if (has(kind, 'predict')) return directions.every((each) => each === 'future' || each === 'none') && !has(timed, 'history')
  if (has(kind, 'history')) return directions.every((each) => each === 'past' || each === 'none') && !has(timed, 'predict')
  if (has(kind, 'price'))
    return (
      kind === last &&
      unit.joint !== 'sentence' &&
      (unit.joint === 'comma' || unit.concepts.size === 0) &&
      !directions.includes('now') &&
      isSameBreath(last, unit)
    )
  if (has(kind, 'future')) return directions.every((each) => each === 'future' || each === 'none')
  if (has(kind, 'past')) return directions.every((each) => each === 'past' || each === 'none')
  return true
}

/** `price of btc and eth in 6 hours` asks once; `btc price and in 6 hours` asks twice. */
const isSameBreath = (last: Unit, unit: Unit): boolean => unit.joint === 'comma' || !has(last, 'ask', 'at')

/** `history and forecast for 6 hours`: a time without direction serves both. */
function sharedTimes(units: readonly Unit[]): Unit[] {
  return units.map((unit, at) => {
    const next = units[at + 1]
    const isShared = unit.horizons.length === 0 && has(unit, 'predict', 'history') && next !== undefined && next.horizons.length > 0
    return isShared && next.horizons.every(({ direction }) => direction === 'none') ? { ...unit, horizons: next.horizons } : unit
  })
}

function wantsOf(units: readonly Unit[], isComparison: boolean): Want[] {
  const horizons = units.flatMap((unit) => unit.horizons)
  const isTodayNow = horizons.some(({ isToday }) => isToday !== true)
  const wants = units.flatMap((unit) => {
    const times = unit.horizons.filter(
      ({ direction }) => direction !== 'now' || unit.horizons.length === 1 || !has(unit, 'future', 'predict') || has(unit, 'compare'),
    )
    return times.length === 0 ? [timeless(unit)] : times.map((horizon) => timed(horizon, unit, isTodayNow))
  })
  const isAgainstNow = isComparison && wants.length > 0 && wants.every(({ kind }) => kind === 'history')
  return isAgainstNow && !units.some((unit) => has(unit, 'history')) ? [{ kind: 'price', hours: 0 }, ...wants] : wants
}

/** The kind that the words alone give. */
function timeless(unit: Unit): Want {
  const kind = leaningOf(unit)
  return kind === 'price' ? { kind, hours: 0 } : { kind, hours: DEFAULT_HOURS, isDefault: true }
}

function leaningOf(unit: Unit): Kind {
  if (has(unit, 'predict')) return 'prediction'
  const isPast = has(unit, 'past')
  if (has(unit, 'future') && !isPast) return 'prediction'
  if (has(unit, 'history')) return 'history'
  if (has(unit, 'price') || has(unit, 'level')) return 'price'
  return isPast && has(unit, 'move') ? 'history' : 'price'
}

function timed(horizon: Horizon, unit: Unit, isTodayNow: boolean): Want {
  const { hours, isFar, isBare, shift, isToday } = horizon
  const marks = { ...(isFar === true ? { isFar } : {}), ...(isBare === true ? { isBare } : {}), ...(shift === undefined ? {} : { shift }) }
  if (isToday === true) return todays(unit, isTodayNow)
  const isSince = has(unit, 'history', 'past') && !has(unit, 'predict', 'future')
  if (horizon.direction === 'now') return { kind: 'price', hours: 0 }
  if (horizon.direction === 'future') return { kind: horizon.isWeak === true && isSince ? 'history' : 'prediction', hours, ...marks }
  if (horizon.direction === 'past') return { kind: 'history', hours, ...marks }
  if (has(unit, 'predict')) return { kind: 'prediction', hours, ...marks }
  if (isSince) return { kind: 'history', hours, ...marks }
  return { kind: has(unit, 'future') ? 'prediction' : undefined, hours, ...marks }
}

/** "Today" is no number of hours: now beside another time, else what the words lean to. */
function todays(unit: Unit, isTodayNow: boolean): Want {
  const leaning = leaningOf(unit)
  return isTodayNow || leaning === 'price' ? { kind: 'price', hours: 0 } : { kind: leaning, hours: DEFAULT_HOURS, isDefault: true }
}
