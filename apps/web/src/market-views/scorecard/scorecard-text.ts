import type { Scorecard } from '@aerie/wire/market/forecasts'

/** A share as percent with one decimal. */
export const shareText = (share: number): string => `${(share * 100).toFixed(1)}%`
/** A score in log returns as percent of the price, with three significant digits. */
export const scoreText = (score: number): string => `${(score * 100).toPrecision(3)}%`
/** A ratio as the goals are written: `0.969`. */
export const ratioText = (ratio: number): string => ratio.toFixed(3)
/** A number of independent outcomes: whole where it is large, or none. */
export const countText = (count: number): string => (count > 0 && count < 10 ? count.toFixed(1) : Math.floor(count).toLocaleString('en-US'))

/** Days of scored forecasts from which a ratio is claimed. */
export const CLAIM_DAYS = 90

/** Why no ratio is shown; null where one is. */
export function missingRatioText({ ratio_is_claimed, days }: Pick<Scorecard, 'ratio_is_claimed' | 'days'>): string | null {
  return ratio_is_claimed ? null : `The ratio is shown from ${CLAIM_DAYS} days of scored forecasts on. There are ${days.toFixed(1)} so far.`
}

/** How a nominal share stands to the interval of the observed one. */
export function verdict(nominal: number, low: number, high: number): string {
  const words = verdicts
  if (nominal < low) return words.more
  return nominal > high ? words.less : words.agrees
}

const verdicts = { more: 'covers more than stated', less: 'covers less than stated', agrees: 'as stated' }
