import { itemAt } from '@aerie/core/item-at'

/** Arithmetic mean of finite values; NaN if empty. */
export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Sample standard deviation (n - 1); undefined under two values, exactly 0 if all are equal regardless of rounding. */
export function sampleDeviation(values: readonly number[]): number | undefined {
  if (values.length < 2) return undefined
  if (values.every((value) => value === values[0])) return 0
  const center = mean(values)
  return rootMeanSquare(
    values.map((value) => value - center),
    values.length - 1,
  )
}

/** Below this, squares lose precision. */
const LEAST_SQUARED = 1e-150

/** `√(Σ value² / n)` for n above 0, without underflow of tiny squares. */
export function rootMeanSquare(values: readonly number[], n: number): number {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const unit = largest > 0 && largest < LEAST_SQUARED ? largest : 1
  return unit * Math.sqrt(values.reduce((sum, value) => sum + (value / unit) ** 2, 0) / n)
}

/** 97.5 % normal quantile. */
export const NORMAL_975 = 1.959963984540054

// Student's t at 97.5 % for 1 to 30 degrees of freedom: NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2
const STUDENT_975 = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11, 2.101, 2.093, 2.086,
  2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
] as const

/** 97.5 % Student t quantile: NIST table up to 30, then two Cornish-Fisher terms (within 0.0005). @throws RangeError below 1 */
export function student975(freedom: number): number {
  if (freedom <= STUDENT_975.length) return itemAt(STUDENT_975, freedom - 1)
  const z = NORMAL_975
  return z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2)
}

/** 95 % interval of a mean by Student's t; undefined under two values. */
export function meanInterval(values: readonly number[]): readonly [low: number, high: number] | undefined {
  const deviation = sampleDeviation(values)
  if (deviation === undefined) return undefined
  const reach = (student975(values.length - 1) * deviation) / Math.sqrt(values.length)
  return [mean(values) - reach, mean(values) + reach]
}

/** Wilson's 95 % interval (1927) of a share; `n` at least 1. 8 of 10 gives 0.4902 to 0.9433. */
export function wilsonInterval(hits: number, n: number): readonly [low: number, high: number] {
  const square = NORMAL_975 ** 2
  const share = hits / n
  const center = (share + square / (2 * n)) / (1 + square / n)
  const reach = (NORMAL_975 / (1 + square / n)) * Math.sqrt((share * (1 - share)) / n + square / (4 * n * n))
  return [Math.max(0, center - reach), Math.min(1, center + reach)]
}
