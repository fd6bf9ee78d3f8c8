import { type Known, known, unknown } from '../known.ts'

/**
 * Change of `price` against an earlier `close`, in percent.
 *
 * @returns 100 (price / close - 1); unknown when either side is missing, not finite or `close` is not positive
 * @throws never
 * @example percentChange(110, 100) // { known: true, value: 10 } (within floating-point error)
 */
export function percentChange(price: number | null, close: number | null): Known<number> {
  if (price === null || !Number.isFinite(price)) return unknown('no-quote')
  if (close === null || !Number.isFinite(close) || close <= 0) return unknown('no-history')
  return known(100 * (price / close - 1))
}
