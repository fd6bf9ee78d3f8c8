import { FRACTION_ONE, type Fraction, fraction, type Price, price } from '@aerie/core/numbers/units'

/** Moving average as two sums, weighting samples by duration. */
export type MovingAverage = { readonly sum: bigint; readonly weight: bigint; readonly at: number; readonly latest: bigint }

/** `sum ← sum·e^(−t/τ) + sample·t`, `weight ← weight·e^(−t/τ) + t`, with `t` since the previous sample. Source: Hyperliquid. */
export function addSample(before: MovingAverage | undefined, sample: bigint, at: number, constantMs: number): MovingAverage {
  if (before === undefined) return { sum: 0n, weight: 0n, at, latest: sample }
  const elapsed = Math.max(0, at - before.at)
  if (elapsed === 0) return { ...before, latest: sample }
  const left = decay(elapsed, constantMs)
  const added = BigInt(elapsed) * FRACTION_ONE
  return {
    sum: (before.sum * left) / FRACTION_ONE + sample * added,
    weight: (before.weight * left) / FRACTION_ONE + added,
    at,
    latest: sample,
  }
}

/** Average; for a single sample, that sample. */
export const averageOf = ({ sum, weight, latest }: MovingAverage): bigint => (weight === 0n ? latest : sum / weight)

/** Median; for an even count the mean of the middle two, rounded down. */
export function medianPrice(prices: readonly Price[]): Price | undefined {
  const sorted = prices.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const upper = sorted[sorted.length >> 1]
  const lower = sorted[(sorted.length - 1) >> 1]
  return upper === undefined || lower === undefined ? undefined : price((upper + lower) / 2n)
}

/** Time constants of the two averages (Hyperliquid's 150 s and 30 s). */
const BASIS_CONSTANT_MS = 150_000
const BOOK_CONSTANT_MS = 30_000

/** State of the mark price between samples. */
export type MarkMemory = { readonly basis?: MovingAverage; readonly book?: MovingAverage }

/** Market inputs of the mark price. */
export type MarkInputs = {
  readonly bid: Price | undefined
  readonly ask: Price | undefined
  readonly last: Price | undefined
  readonly oracle: Price | undefined
}

/**
 * Mark price, never the last trade alone: median of (a) oracle + 150 s EMA of (mid − oracle), (b) median of best bid, best ask and last
 * trade, and (d) 30 s EMA of (b) if only these exist. Without an oracle only (b). Source: Hyperliquid, robust price indices.
 */
export function computeMark(
  memory: MarkMemory,
  { bid, ask, last, oracle }: MarkInputs,
  at: number,
): { readonly mark: Price | undefined; readonly memory: MarkMemory } {
  const ofBook = medianPrice([bid, ask, last].filter((value) => value !== undefined))
  if (ofBook === undefined) return { mark: undefined, memory }
  if (oracle === undefined || bid === undefined || ask === undefined) return { mark: ofBook, memory }
  const basis = addSample(memory.basis, (bid + ask) / 2n - oracle, at, BASIS_CONSTANT_MS)
  const book = addSample(memory.book, ofBook, at, BOOK_CONSTANT_MS)
  const candidates = [price(oracle + averageOf(basis)), ofBook, price(averageOf(book))]
  return { mark: medianPrice(candidates), memory: { basis, book } }
}

const SCALE = 10n ** 36n
const TO_FRACTION = SCALE / FRACTION_ONE
/** Above it e⁻ˣ is below 10⁻¹⁸. */
const MOST_EXPONENT = 45n * SCALE
const TERMS = 12n

/** e^(−elapsed/constant) in integers, so all machines agree on the mark; accurate to about 10⁻¹⁷. `constantMs` > 0. */
export function decay(elapsedMs: number, constantMs: number): Fraction {
  let exponent = (BigInt(Math.max(0, Math.trunc(elapsedMs))) * SCALE) / BigInt(constantMs)
  if (exponent > MOST_EXPONENT) return fraction(0n)
  let halvings = 0
  while (exponent > SCALE / 8n) {
    exponent /= 2n
    halvings += 1
  }
  let term = SCALE
  let sum = SCALE
  for (let n = 1n; n <= TERMS; n += 1n) {
    term = (-term * exponent) / (SCALE * n)
    sum += term
  }
  for (let n = 0; n < halvings; n += 1) sum = (sum * sum) / SCALE
  return fraction(sum / TO_FRACTION)
}
