import { floatAt } from '@aerie/core/item-at'

/** Two-round integer hash with the lowest bias found by the hash prospector (16 21f0aaad 15 d35a2d97 15). */
const mix32 = (value: number): number => {
  let x = Math.imul(value ^ (value >>> 16), 0x21f0aaad)
  x = Math.imul(x ^ (x >>> 15), 0xd35a2d97)
  return (x ^ (x >>> 15)) >>> 0
}

/** A 32-bit counter-based random stream, which allows random access. Source: docs/math/market-sim.md, random numbers */
export type Stream = number

/** Derives a stream by FNV-1a and the mixer from seed and purpose, e.g. `stream('42', 'BTC', 'hour')`. */
export function stream(...parts: readonly string[]): Stream {
  let hash = 0x811c9dc5
  for (const char of parts.join('\u0000')) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return mix32(hash)
}

/** Uniform integer from 0 to 2^32 - 1 at `counter`. */
export const bitsAt = (of: Stream, counter: number): number => mix32(mix32(counter | 0) ^ of)

/** Uniform on the open interval (0, 1). */
export const uniformAt = (of: Stream, counter: number): number => (bitsAt(of, counter) + 0.5) / 4294967296

/** Inverse standard normal CDF on (0, 1), relative error under 1.2e-9. Source: P. J. Acklam's algorithm, 2003 */
export function normalQuantile(p: number): number {
  if (p > 0.5) return -normalQuantile(1 - p)
  if (p >= 0.02425) {
    const q = p - 0.5
    return (horner(A, q * q) * q) / horner(B, q * q)
  }
  const q = Math.sqrt(-2 * Math.log(p))
  return horner(C, q) / horner(D, q)
}

const A = [-3.969683028665376e1, 2.209460984245205e2, -2.759285104469687e2, 1.38357751867269e2, -3.066479806614716e1, 2.506628277459239]
const B = [-5.447609879822406e1, 1.615858368580409e2, -1.556989798598866e2, 6.680131188771972e1, -1.328068155288572e1, 1]
const C = [-7.784894002430293e-3, -3.223964580411365e-1, -2.400758277161838, -2.549732539343734, 4.374664141464968, 2.938163982698783]
const D = [7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996, 3.754408661907416, 1]

const horner = (coefficients: readonly number[], x: number): number => coefficients.reduce((sum, one) => sum * x + one, 0)

const CELLS = 4096
const QUANTILES = Float64Array.from({ length: CELLS + 1 }, (_, index) =>
  normalQuantile(Math.min(Math.max(index / CELLS, 1 / (4 * CELLS)), 1 - 1 / (4 * CELLS))),
)

/** Standard normal from a quantile table: 5 times faster than Box-Muller, truncated at 3.8. Fat tails come from volatility and jumps. */
export function normalAt(of: Stream, counter: number): number {
  const bits = bitsAt(of, counter)
  const cell = bits >>> 20
  const low = floatAt(QUANTILES, cell)
  return low + (floatAt(QUANTILES, cell + 1) - low) * ((bits & 0xfffff) / 0x100000)
}

/** Normals at multiples of `scale`, interpolated linearly and rescaled to unit variance everywhere; `at` in the unit of `scale`. */
export function smoothNoise(of: Stream, at: number, scale: number): number {
  const cell = Math.floor(at / scale)
  const share = at / scale - cell
  const rest = 1 - share
  return (rest * normalAt(of, cell) + share * normalAt(of, cell + 1)) / Math.sqrt(rest * rest + share * share)
}
