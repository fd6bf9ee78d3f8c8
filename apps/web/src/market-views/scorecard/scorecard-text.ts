import type { Scorecard } from '@aerie/wire/forecasts'

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
export function missingRatioText({
  ratio_is_claimed,
  days,
  independent,
}: Pick<Scorecard, 'ratio_is_claimed' | 'days' | 'independent'>): string | null {
  if (ratio_is_claimed) return null
  return (
    `No ratio is claimed yet: there are ${days.toFixed(1)} days of scored forecasts (${countText(independent)} independent outcomes), ` +
    `and under ${CLAIM_DAYS} days luck is larger than the difference. Both figures are shown as they are.`
  )
}

/** How a nominal share stands to the interval of the observed one. */
export function verdict(nominal: number, low: number, high: number): string {
  if (nominal < low) return 'holds more often than it says'
  if (nominal > high) return 'holds less often than it says'
  return 'agrees with what it says'
}
