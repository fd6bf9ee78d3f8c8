import type { Scorecard } from '@aerie/wire/market/forecasts'

export const shareText = (share: number): string => `${(share * 100).toFixed(1)}%`
/** A score in log returns as percent of the price, with three significant digits. */
export const scoreText = (score: number): string => `${(score * 100).toPrecision(3)}%`
export const ratioText = (ratio: number): string => ratio.toFixed(3)
export const countText = (count: number): string => (count > 0 && count < 10 ? count.toFixed(1) : Math.floor(count).toLocaleString('en-US'))

/** Days of scored forecasts needed to claim a ratio. */
export const CLAIM_DAYS = 90

export function missingRatioText({ ratio_is_claimed, days }: Pick<Scorecard, 'ratio_is_claimed' | 'days'>): string | null {
  return ratio_is_claimed ? null : `The ratio is shown from ${CLAIM_DAYS} days of scored forecasts on. There are ${days.toFixed(1)} so far.`
}

export function verdict(nominal: number, low: number, high: number): string {
  const text = verdicts
  if (nominal < low) return text.more
  return nominal > high ? text.less : text.agrees
}

const verdicts = { more: 'covers more than stated', less: 'covers less than stated', agrees: 'as stated' }

/** With fewer independent outcomes, Wilson's interval of an 80 % band is wider than 28 points (docs/decisions/0026). */
export const NEEDED_OUTCOMES = 30

/** Whether outcomes suffice for a verdict on calibration, and for plots of twenty bins. */
export const hasEnoughOutcomes = ({ independent }: Pick<Scorecard, 'independent'>): boolean => independent >= NEEDED_OUTCOMES
