import type { Concept } from './concepts.ts'
import type { Horizon } from './horizons.ts'
import type { Segment } from './reading.ts'

/** Default hours of a prediction or history. */
export const DEFAULT_HOURS = 24

/** Kind of question; determines the tool. */
export type Kind = 'price' | 'prediction' | 'history'

/** Request about a coin. `kind`: undefined if unclear; `hours`: 0 now, NaN if inexpressible; `isDefault`: no time was named. */
export type Intent = {
  readonly kind: Kind | undefined
  readonly hours: number
  readonly isDefault?: boolean
  readonly isFar?: boolean
  readonly isBare?: boolean
  readonly shift?: 'later' | 'earlier'
}

/** Part of a question: its times, the concepts that suggest a kind, and what joins it to the previous part. */
export type Unit = { readonly horizons: readonly Horizon[]; readonly concepts: ReadonlySet<Concept>; readonly joint: Segment['joint'] }

/** Concepts that name a kind of question. */
export const STRONG: readonly Concept[] = ['price', 'predict', 'history']
/** Concepts that suggest a kind. */
export const LEANING: readonly Concept[] = ['ask', 'future', 'past', 'at']

/** Intent for the current price. */
export const NOW: Intent = { kind: 'price', hours: 0 }

/** Intent for a time that hours cannot express. */
export const VAGUE: Intent = { kind: undefined, hours: Number.NaN }

/** Whether a segment or unit contains one of `concepts`. */
export const means = (part: { readonly concepts: ReadonlySet<Concept> }, ...concepts: readonly Concept[]): boolean =>
  concepts.some((concept) => part.concepts.has(concept))

/** Intents of a group, in order. With `isComparison` (one coin), a past time also requests the current price. */
export function intentsOf(units: readonly Unit[], isComparison: boolean): Intent[] {
  const isTodayNow = units.some(({ horizons }) => horizons.some(({ isToday }) => isToday !== true))
  const intents = units.flatMap((unit) => {
    const times = askedTimes(unit)
    return times.length === 0 ? [timeless(unit)] : times.map((horizon) => timed(horizon, unit, isTodayNow))
  })
  const isAgainstNow = isComparison && intents.length > 0 && intents.every(({ kind }) => kind === 'history')
  return isAgainstNow && !units.some((unit) => means(unit, 'history')) ? [NOW, ...intents] : intents
}

/** "What is it going to be now in 6 hours" asks for one time; `has sol passed 200` for none. */
function askedTimes(unit: Unit): readonly Horizon[] {
  const isNowAsked = unit.horizons.length === 1 || !means(unit, 'future', 'predict') || means(unit, 'compare')
  const isNumberAsked = !means(unit, 'ask', 'price', 'past', 'level') || means(unit, 'predict', 'history')
  return unit.horizons.filter(({ direction, isBare }) =>
    direction === 'now' ? isNowAsked : isBare !== true || direction !== 'none' || isNumberAsked,
  )
}

function timeless(unit: Unit): Intent {
  const kind = leaningOf(unit)
  return kind === 'price' ? NOW : { kind, hours: DEFAULT_HOURS, isDefault: true }
}

function leaningOf(unit: Unit): Kind {
  if (means(unit, 'predict')) return 'prediction'
  const isPast = means(unit, 'past')
  if (means(unit, 'future') && !isPast) return 'prediction'
  if (means(unit, 'history')) return 'history'
  const isPrice = means(unit, 'price', 'level') || !isPast
  return !isPrice && means(unit, 'move') ? 'history' : 'price'
}

function timed(horizon: Horizon, unit: Unit, isTodayNow: boolean): Intent {
  if (horizon.isToday === true) return todays(unit, isTodayNow)
  if (horizon.direction === 'now') return NOW
  const { hours, isFar, isBare, shift } = horizon
  const marks = { ...(isFar === true && { isFar }), ...(isBare === true && { isBare }), ...(shift !== undefined && { shift }) }
  return { kind: kindOf(horizon, unit), hours, ...marks }
}

function kindOf({ direction, isWeak }: Horizon, unit: Unit): Kind | undefined {
  const isLookingBack = means(unit, 'history', 'past') && !means(unit, 'predict', 'future')
  if (direction === 'future') return isWeak === true && isLookingBack ? 'history' : 'prediction'
  if (direction === 'past') return 'history'
  if (means(unit, 'predict')) return 'prediction'
  if (isLookingBack) return 'history'
  return means(unit, 'future') ? 'prediction' : undefined
}

/** "Today" is now next to another time; otherwise the kind follows from the words. */
function todays(unit: Unit, isTodayNow: boolean): Intent {
  return isTodayNow ? NOW : timeless(unit)
}
