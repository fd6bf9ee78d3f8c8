import type { Scorecard } from '@aerie/wire/market/forecasts'
import { SCORECARD_WORDS } from './scorecard-words.ts'

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
  return ratio_is_claimed ? null : SCORECARD_WORDS.scores.noRatio(days.toFixed(1), CLAIM_DAYS)
}

/** How a nominal share stands to the interval of the observed one. */
export function verdict(nominal: number, low: number, high: number): string {
  const words = SCORECARD_WORDS.coverage.verdicts
  if (nominal < low) return words.more
  return nominal > high ? words.less : words.agrees
}
