import type { Concept } from './concepts.ts'
import { type Intent, intentsOf, type Kind, LEANING, means, STRONG, type Unit } from './intents.ts'
import type { Segment } from './reading.ts'

/** Coins and the intents that apply to each of them. */
export type Group = { readonly coins: readonly string[]; readonly intents: readonly Intent[] }

type Draft = { coins: string[]; units: Unit[]; isClosed: boolean; isComparison: boolean }

const CONTEXT: readonly Concept[] = [...STRONG, ...LEANING, 'move', 'level', 'compare']

/** Groups segments: `btc and eth in 6 and 12 hours` is one group, `btc in 6 hours and eth in 12` two. Gaps come from the context. */
export function groupQuestions(segments: readonly Segment[]): Group[] {
  const drafts: Draft[] = []
  for (const segment of segments) addSegment(drafts, askedIn(segment))
  const named = new Set(drafts.flatMap(({ coins }) => coins))
  const groups = drafts.map(({ coins, units, isComparison }) => {
    const symbols = [...new Set(coins)]
    return { coins: symbols, intents: intentsOf(withSharedTimes(units), isComparison && named.size <= 1) }
  })
  return kindsInherited(groups)
}

function askedIn(segment: Segment): Segment {
  const isOwn = means(segment, 'own') && !means(segment, 'price', 'predict', 'ask')
  if (isOwn) return { ...segment, horizons: [], concepts: new Set() }
  if (means(segment, 'explain') && means(segment, 'currency')) return { ...segment, concepts: new Set([...segment.concepts, 'price']) }
  const isAsking = segment.horizons.length > 0 || means(segment, ...STRONG, 'future', 'past', 'at')
  const isDropped = means(segment, 'metric') || (means(segment, 'explain') && !isAsking)
  return isDropped ? { ...segment, horizons: [], concepts: new Set(['filler']) } : segment
}

const isAskingSegment = (segment: Segment): boolean => segment.horizons.length > 0 || means(segment, ...STRONG, ...LEANING)

function addSegment(drafts: Draft[], segment: Segment): void {
  const isAsking = isAskingSegment(segment)
  if (!isAsking && segment.coins.length === 0) return
  const last = drafts.at(-1)
  const draft = last !== undefined && joins(last, segment) ? last : { coins: [], units: [], isClosed: false, isComparison: false }
  if (draft !== last) drafts.push(draft)
  draft.coins.push(...segment.coins)
  draft.isComparison ||= means(segment, 'compare')
  if (!isAsking) return
  addUnit(draft, { horizons: segment.horizons, concepts: contextOf(segment), joint: segment.joint })
  draft.isClosed ||= draft.coins.length > 0 && (segment.horizons.length > 0 || segment.isCoinFirst)
}

const contextOf = (segment: Segment): ReadonlySet<Concept> => new Set([...segment.concepts].filter((concept) => CONTEXT.includes(concept)))

/** Whether a segment continues the previous question; one that names coins and asks may start another. */
function joins(draft: Draft, segment: Segment): boolean {
  if (segment.coins.length === 0 || !isAskingSegment(segment)) return true
  if (draft.coins.length === 0 || draft.units.length === 0) return true
  // "In 2 hours ETH and SOL forecast": the time and the kind are of both.
  const isOneForecast = segment.joint === 'and' && segment.isCoinFirst && segment.horizons.length === 0 && means(segment, 'predict')
  if (isOneForecast && draft.units.every((unit) => unit.horizons.length > 0 && !means(unit, ...STRONG))) return true
  if (draft.isClosed || segment.joint === 'sentence' || singlesOut(draft, segment)) return false
  const before = STRONG.filter((concept) => draft.units.some((unit) => means(unit, concept)))
  // "what were btc and eth worth": the question starts before both coins
  if (before.length === 0 && segment.isCoinFirst) return true
  // "Forecast eth and sol price in 6 hours": the price is what is forecast.
  const isTimeOpen = before.includes('predict') && segment.horizons.length > 0 && draft.units.every(({ horizons }) => horizons.length === 0)
  return STRONG.every((concept) => !means(segment, concept) || before.includes(concept) || (concept === 'price' && isTimeOpen))
}

/** `price of btc and eth, and where will btc be in 6 hours`: one of several is named again. */
const singlesOut = ({ coins }: Draft, segment: Segment): boolean =>
  segment.horizons.length > 0 && segment.coins.length < new Set(coins).size && segment.coins.every((coin) => coins.includes(coin))

function addUnit(draft: Draft, unit: Unit): void {
  const last = draft.units.at(-1)
  if (last === undefined || !areOne(last, unit)) draft.units.push(unit)
  else draft.units[draft.units.length - 1] = joined(last, unit)
}

const joined = (last: Unit, unit: Unit): Unit => ({
  horizons: [...last.horizons, ...unit.horizons],
  concepts: new Set([...last.concepts, ...unit.concepts]),
  joint: last.joint,
})

/** A kind and a time in two segments that form one question: `in 5 hours, where will xrp be`. */
function areOne(last: Unit, unit: Unit): boolean {
  if (last.horizons.length > 0 === unit.horizons.length > 0) return false
  const [timed, kind] = last.horizons.length > 0 ? [last, unit] : [unit, last]
  const isAll = (direction: 'past' | 'future') => timed.horizons.every((each) => each.direction === direction || each.direction === 'none')
  if (means(kind, 'predict')) return isAll('future') && !means(timed, 'history')
  if (means(kind, 'history')) return isAll('past') && !means(timed, 'predict')
  if (means(kind, 'price')) return kind === last && isSameBreath(unit)
  if (means(kind, 'past')) return isAll('past')
  if (means(kind, 'future')) return isAll('future')
  return kind !== last || !means(unit, ...LEANING)
}

/** `price of btc and eth in 6 hours` asks once; `btc price and in 6 hours` and `price, now and in 6 hours` ask twice. */
const isSameBreath = (unit: Unit): boolean =>
  unit.joint !== 'sentence' &&
  !means(unit, 'history', 'predict') &&
  (unit.joint === 'comma' || unit.concepts.size === 0) &&
  unit.horizons.every(({ direction }) => direction !== 'now')

/** `history and forecast for 6 hours`: a time without a direction applies to both. */
function withSharedTimes(units: readonly Unit[]): Unit[] {
  return units.map((unit, at) => {
    const next = units[at + 1]
    const isShared = unit.horizons.length === 0 && means(unit, 'predict', 'history') && next !== undefined && next.horizons.length > 0
    return isShared && next.horizons.every(({ direction }) => direction === 'none') ? { ...unit, horizons: next.horizons } : unit
  })
}

/** `forecast at 3h, 6h and 9h`: a time without a kind inherits the previous one's; the first inherits the next one's. */
function kindsInherited(groups: readonly Group[]): Group[] {
  let kind: Kind | undefined
  const inherited = (intent: Intent): Intent => {
    if (intent.kind !== undefined && intent.kind !== 'price') kind = intent.kind
    return intent.kind === undefined && kind !== undefined ? { ...intent, kind } : intent
  }
  return groups.map(({ coins, intents }) => {
    const first = intents.find((intent) => intent.kind !== undefined && intent.kind !== 'price')
    kind ??= first?.kind
    return { coins, intents: intents.map(inherited) }
  })
}
