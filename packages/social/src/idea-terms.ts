import { DAY_MS, MINUTE_MS } from '@aerie/core/time'

/** Predicted direction of an idea. */
export type IdeaSide = 'long' | 'short'

/** Terms of an idea. Prices in the quote currency, above 0. */
export type IdeaTerms = {
  readonly side: IdeaSide
  readonly entry: number
  readonly target: number
  readonly stop: number
  readonly horizonMs: number
}

/** Why an idea's terms are rejected. */
export type IdeaFault = 'target-side' | 'stop-side' | 'target-near' | 'stop-near' | 'horizon-short' | 'horizon-long'

/** Minimum distance of target and stop from the entry, in ticks. */
export const LEAST_TICKS = 3
/** Minimum distance as a fraction of the entry: below 0.1 % the spread decides. */
export const LEAST_SHARE = 0.001
/** Minimum horizon, ms. */
export const LEAST_HORIZON_MS = 15 * MINUTE_MS
/** Maximum horizon, ms: how far minute candles are backfilled after an outage. */
export const MOST_HORIZON_MS = 7 * DAY_MS

/** +1 for long, -1 for short. */
export const directionOf = (side: IdeaSide): 1 | -1 => (side === 'long' ? 1 : -1)

/** Reward-to-risk ratio, in R; Infinity if the stop equals the entry. */
export const rewardOf = ({ entry, target, stop }: Pick<IdeaTerms, 'entry' | 'target' | 'stop'>): number =>
  Math.abs(target - entry) / Math.abs(entry - stop)

/** Minimum price distance of target and stop: the larger of 3 ticks and 0.1 %. `tick`: null if the market has none. */
export const leastDistance = (entry: number, tick: number | null): number => Math.max(LEAST_SHARE * entry, LEAST_TICKS * (tick ?? 0))

/** Tolerance for binary fractions: exactly 0.1 % must pass. */
const SLACK = 1 + 1e-9

/** Faults of an idea's terms; empty if it may be posted. `tick`: null if the market has none. */
export function ideaFaults(terms: IdeaTerms, tick: number | null): readonly IdeaFault[] {
  return [...priceFaults(terms, tick), ...horizonFaults(terms.horizonMs)]
}

function priceFaults({ side, entry, target, stop }: IdeaTerms, tick: number | null): IdeaFault[] {
  const direction = directionOf(side)
  const least = leastDistance(entry, tick)
  const [gain, loss] = [(target - entry) * direction, (entry - stop) * direction]
  const targetFault = faultOf(gain, least, ['target-side', 'target-near'])
  return [...targetFault, ...faultOf(loss, least, ['stop-side', 'stop-near'])]
}

/** Anything not above 0, including NaN, is on the wrong side. */
function faultOf(distance: number, least: number, [side, near]: readonly [IdeaFault, IdeaFault]): IdeaFault[] {
  if (!(distance > 0)) return [side]
  return distance * SLACK < least ? [near] : []
}

function horizonFaults(horizonMs: number): IdeaFault[] {
  if (!(horizonMs >= LEAST_HORIZON_MS)) return ['horizon-short']
  return horizonMs > MOST_HORIZON_MS ? ['horizon-long'] : []
}
