import { DECIMALS, floorDiv, type Price, parseDecimal, price, roundDiv } from '../numbers/units.ts'

/** Nearest tick to a chart price (float), at least one tick; null if `drawn` is not a positive number. */
export function nearestTick(drawn: number, tick: Price): Price | null {
  if (!Number.isFinite(drawn) || drawn <= 0) return null
  const exact = parseDecimal(drawn.toFixed(DECIMALS.price), DECIMALS.price)
  if (!exact.ok) return null
  const steps = roundDiv(exact.value, tick)
  return price((steps < 1n ? 1n : steps) * tick)
}

/** Moves a price by `steps` ticks; an off-tick price first goes to the next tick in that direction. At least one tick. */
export function stepTicks(from: Price, tick: Price, steps: number): Price {
  const whole = floorDiv(from, tick)
  const start = from % tick !== 0n && steps < 0 ? whole + 1n : whole
  const to = start + BigInt(steps)
  return price((to < 1n ? 1n : to) * tick)
}

/** Decimals needed to write any multiple of `tick`: 2 for 0.05. */
export function tickDecimals(tick: Price): number {
  const digits = tick.toString().padStart(DECIMALS.price + 1, '0')
  return digits.slice(-DECIMALS.price).replace(/0+$/, '').length
}
