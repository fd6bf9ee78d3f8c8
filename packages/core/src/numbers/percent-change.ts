import { type Known, known, unknown } from '../known.ts'

/** 100 (price / close - 1), in percent; unknown if a side is missing or not finite, or `close` is not positive. */
export function percentChange(price: number | null, close: number | null): Known<number> {
  if (price === null || !Number.isFinite(price)) return unknown('no-quote')
  if (close === null || !Number.isFinite(close) || close <= 0) return unknown('no-history')
  return known(100 * (price / close - 1))
}
