import { least, most, type Price } from '@aerie/core/numbers/units'
import { MINUTE_MS } from '@aerie/core/time'
import {
  afterFill,
  afterPrice,
  type JournalFill,
  type OpenTrip,
  type RoundTrip,
  reached,
  type UnrealizedProfit,
  unrealizedAt,
} from '../round-trip.ts'

/** Low and high of the minute starting at `at`, epoch milliseconds. */
export type MinutePrices = { readonly at: number; readonly low: Price; readonly high: Price }

/** Worst and best of a closed position, and its prices after each fill. */
export type TripExcursions = Pick<RoundTrip, 'worst' | 'best' | 'spans'>

/** Bounds of the true excursion. */
export type ExcursionRange = {
  readonly near: TripExcursions
  /** Outer bound; undefined if the candle of a minute with a fill is missing. */
  readonly far: TripExcursions | undefined
}

/** Range of worst and best of one trip, as extremes and fills within a minute are unordered. Source: docs/math/journal.md. */
export function minuteExcursions(fills: readonly JournalFill[], minutes: readonly MinutePrices[]): ExcursionRange | undefined {
  const pricesOf = new Map(minutes.map((minute) => [minuteIndex(minute), minute]))
  const fillsOf = Map.groupBy(fills, minuteIndex)
  const minuteIndices = [...new Set([...pricesOf.keys(), ...fillsOf.keys()])].toSorted((a, b) => a - b)
  const steps = minuteIndices.map((place) => ({ prices: pricesOf.get(place), fills: fillsOf.get(place) ?? [] }))
  const near = walked(steps, nearStep)
  if (near === undefined) return undefined
  const isWhole = [...fillsOf.keys()].every((place) => pricesOf.has(place))
  return { near, far: isWhole ? walked(steps, farStep) : undefined }
}

const minuteIndex = ({ at }: { readonly at: number }): number => Math.floor(at / MINUTE_MS)

type Step = { readonly prices: MinutePrices | undefined; readonly fills: readonly JournalFill[] }
type Walked = { readonly open: OpenTrip | undefined; readonly closed: RoundTrip | undefined }

function walked(steps: readonly Step[], take: (open: OpenTrip | undefined, step: Step) => Walked): RoundTrip | undefined {
  let open: OpenTrip | undefined
  for (const step of steps) {
    const after = step.fills.length === 0 ? { open: open && seen(open, step.prices), closed: undefined } : take(open, step)
    if (after.closed !== undefined) return after.open === undefined ? after.closed : undefined
    open = after.open
  }
  return undefined
}

function seen(open: OpenTrip, prices: MinutePrices | undefined): OpenTrip {
  return prices === undefined ? open : afterPrice(afterPrice(open, prices.low, prices.at), prices.high, prices.at)
}

function farStep(before: OpenTrip | undefined, { prices, fills }: Step): Walked {
  let open = before
  for (const fill of fills) {
    const step = afterFill(open && seen(open, prices), fill)
    if (step.closed !== undefined) return step
    open = step.open
  }
  return { open: open && seen(open, prices), closed: undefined }
}

function nearStep(before: OpenTrip | undefined, { prices, fills }: Step): Walked {
  let open = before
  const sizes = before === undefined ? [] : [before]
  for (const fill of fills) {
    const step = afterFill(open, fill)
    if (step.closed !== undefined || step.open === undefined) return step
    open = step.open
    sizes.push(open)
  }
  return { open: before && open && prices ? certain(open, sizes, prices) : open, closed: undefined }
}

const certain = (open: OpenTrip, sizes: readonly OpenTrip[], { low, high, at }: MinutePrices): OpenTrip =>
  [low, high].reduce((trip, price) => {
    const standings = sizes.map((each) => unrealizedAt(each, price))
    return reached(trip, { worst: standings.reduce(better), best: standings.reduce(poorer) }, at)
  }, open)

const better = (a: UnrealizedProfit, b: UnrealizedProfit): UnrealizedProfit => ({
  money: most(a.money, b.money),
  part: most(a.part, b.part),
})
const poorer = (a: UnrealizedProfit, b: UnrealizedProfit): UnrealizedProfit => ({
  money: least(a.money, b.money),
  part: least(a.part, b.part),
})
