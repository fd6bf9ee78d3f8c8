import { floatAt } from '@aerie/core/numbers/float-at'

/** Hours of the day go by UTC; hour 0 of the epoch was a Thursday. */
const DAY_OF_WEEK_AT_EPOCH = 4

const PROFILE = Float64Array.from({ length: 168 }, (_, hourOfWeek) => raw(hourOfWeek))
const ROOT_MEAN_SQUARE = Math.sqrt(PROFILE.reduce((sum, one) => sum + one * one, 0) / PROFILE.length)

/** Quiet in the Asian morning, busiest when New York opens, a quarter less on Saturday and Sunday. */
function raw(hourOfWeek: number): number {
  const angle = (2 * Math.PI * ((hourOfWeek % 24) - 15)) / 24
  const day = Math.floor(hourOfWeek / 24)
  return (1 + 0.28 * Math.cos(angle) + 0.08 * Math.cos(2 * angle)) * (day === 0 || day === 6 ? 0.76 : 1)
}

/**
 * How much the market moves in an hour against its average hour; the mean square over a week is 1.
 *
 * @param hour hours since the epoch
 * @throws never
 * Source: docs/math/market-sim.md, seasons
 */
export function seasonAt(hour: number): number {
  const hourOfWeek = (((hour + DAY_OF_WEEK_AT_EPOCH * 24) % 168) + 168) % 168
  return floatAt(PROFILE, hourOfWeek) / ROOT_MEAN_SQUARE
}
