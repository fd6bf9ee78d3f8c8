import type { Concept } from './concepts.ts'
import type { Horizon } from './horizons.ts'
import type { Segment } from './reading.ts'

/** Hours that a prediction or a history means where no time is named. */
export const DEFAULT_HOURS = 24

/** The kind of question: which tool answers it. */
export type Kind = 'price' | 'prediction' | 'history'

/**
 * One thing that is asked of a coin. `kind` is undefined where the words give hours, but not whether they lie ahead or
 * behind. `hours` is NaN where hours cannot say the time, 0 for now. `isDefault`: no time was named, the convention gives
 * it. The other marks are those of the horizon.
 */
export type Intent = {
  readonly kind: Kind | undefined
  readonly hours: number
  readonly isDefault?: boolean
  readonly isFar?: boolean
  readonly isBare?: boolean
  readonly shift?: 'later' | 'earlier'
}

/** What one stretch of a question asks: the times it names, the words that lean to a kind, and what stands before it. */
export type Unit = { readonly horizons: readonly Horizon[]; readonly concepts: ReadonlySet<Concept>; readonly joint: Segment['joint'] }

/** Words that name a kind of question. */
export const STRONG: readonly Concept[] = ['price', 'predict', 'history']
/** Words that lean towards one. */
export const LEANING: readonly Concept[] = ['ask', 'future', 'past', 'at']

/** The price now. */
export const NOW: Intent = { kind: 'price', hours: 0 }

/**
 * Whether the words of a segment or unit mean one of `concepts`.
 *
 * @throws never
 */
export const means = (part: { readonly concepts: ReadonlySet<Concept> }, ...concepts: readonly Concept[]): boolean =>
  concepts.some((concept) => part.concepts.has(concept))

/**
 * What the units of a group ask, in order. A past time that one coin is compared with asks for the price now too.
 *
 * @param isComparison one coin is compared with something
 * @throws never
 */
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

/** The kind that the words alone give. */
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

/** "Today" is no number of hours: now beside another time, else what the words lean to. */
function todays(unit: Unit, isTodayNow: boolean): Intent {
  return isTodayNow ? NOW : timeless(unit)
}
