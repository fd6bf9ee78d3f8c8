import { FRACTION_ONE, type Fraction, fraction } from '@aerie/core/numbers/units'

const SCALE = 10n ** 36n
const TO_FRACTION = SCALE / FRACTION_ONE
/** Beyond it e⁻ˣ is below 10⁻¹⁸. */
const MOST_EXPONENT = 45n * SCALE
const TERMS = 12n

/**
 * e^(−elapsed/constant) with integers alone, so that every machine finds the same mark price: halve the exponent until it is small,
 * sum the Taylor series, square as often.
 *
 * @param elapsedMs from 0
 * @param constantMs above 0
 * @returns from 0 to 1, to about 10⁻¹⁷
 * @throws never
 */
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
