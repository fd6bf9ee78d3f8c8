import { DECIMALS, floorDiv, type Price, parseDecimal, price, roundDiv } from '../numbers/units.ts'

/**
 * The tick next to a price read off a picture: a chart's axis is drawn in floating point, an order is not.
 *
 * @param drawn above 0
 * @returns at least one tick; null where `drawn` is no price
 * @throws never
 * @example nearestTick(64123.4567, price of 0.1) // 64123.5
 */
export function nearestTick(drawn: number, tick: Price): Price | null {
  if (!Number.isFinite(drawn) || drawn <= 0) return null
  const exact = parseDecimal(drawn.toFixed(DECIMALS.price), DECIMALS.price)
  if (!exact.ok) return null
  const steps = roundDiv(exact.value, tick)
  return price((steps < 1n ? 1n : steps) * tick)
}

/**
 * The price so many ticks on; one between two ticks goes to the next in that direction first. Never below one tick.
 *
 * @throws never
 */
export function stepTicks(from: Price, tick: Price, steps: number): Price {
  const whole = floorDiv(from, tick)
  const start = from % tick !== 0n && steps < 0 ? whole + 1n : whole
  const to = start + BigInt(steps)
  return price((to < 1n ? 1n : to) * tick)
}

/**
 * Digits after the point that every multiple of `tick` can be written with.
 *
 * @throws never
 * @example tickDecimals(price of 0.05) // 2
 */
export function tickDecimals(tick: Price): number {
  const digits = tick.toString().padStart(DECIMALS.price + 1, '0')
  return digits.slice(-DECIMALS.price).replace(/0+$/, '').length
}
