import { DAY_MS, MINUTE_MS } from '@aerie/core/time'

/** What an idea bets on: a rise or a fall. */
export type IdeaSide = 'long' | 'short'

/** What an idea claims. Prices in the quote currency of its market, above 0. */
export type IdeaTerms = {
  readonly side: IdeaSide
  /** Price when it was posted, set by the server. */
  readonly entry: number
  readonly target: number
  readonly stop: number
  /** From the first whole candle on. */
  readonly horizonMs: number
}

/** Why the terms of an idea are refused. */
export type IdeaFault = 'target-side' | 'stop-side' | 'target-near' | 'stop-near' | 'horizon-short' | 'horizon-long'

/** Target and stop are at least so many ticks from the entry, and at least this share of it. */
export const LEAST_TICKS = 3
/** 0.1 %: nearer than this, the spread decides. */
export const LEAST_SHARE = 0.001
/** The shortest horizon, in milliseconds. */
export const LEAST_HORIZON_MS = 15 * MINUTE_MS
/** The longest horizon, in milliseconds: what a market's minutes are read back for after an outage. */
export const MOST_HORIZON_MS = 7 * DAY_MS

/** +1 for a rise, -1 for a fall. */
export const directionOf = (side: IdeaSide): 1 | -1 => (side === 'long' ? 1 : -1)

/**
 * Target gain over stop loss, the R that the target pays.
 *
 * @returns 2 for a target twice as far as the stop; Infinity where the stop is the entry
 * @throws never
 */
export const rewardOf = ({ entry, target, stop }: Pick<IdeaTerms, 'entry' | 'target' | 'stop'>): number =>
  Math.abs(target - entry) / Math.abs(entry - stop)

/**
 * The least distance of target and stop from the entry, in price: 3 ticks or 0.1 %, whichever is more.
 *
 * @param tick price step of the market; null where it has none
 * @throws never
 */
export const leastDistance = (entry: number, tick: number | null): number => Math.max(LEAST_SHARE * entry, LEAST_TICKS * (tick ?? 0))

/** Binary fractions: a distance of exactly 0.1 % is none too small. */
const SLACK = 1 + 1e-9

/**
 * What is wrong with the terms of an idea; empty where it may be posted.
 *
 * @param tick price step of the market; null where it has none
 * @throws never
 */
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

/** Not above 0 is the wrong side, whatever it is: NaN too. */
function faultOf(distance: number, least: number, [side, near]: readonly [IdeaFault, IdeaFault]): IdeaFault[] {
  if (!(distance > 0)) return [side]
  return distance * SLACK < least ? [near] : []
}

function horizonFaults(horizonMs: number): IdeaFault[] {
  if (!(horizonMs >= LEAST_HORIZON_MS)) return ['horizon-short']
  return horizonMs > MOST_HORIZON_MS ? ['horizon-long'] : []
}
