const NUMBER = /^[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?$/

/**
 * The number that a cell of a file says: digits with a point and an exponent, nothing else. `Number` alone also takes blanks, hex
 * digits and `Infinity`.
 *
 * @param text without blanks at its ends
 * @returns undefined for any other text, and for a number too large for a float
 * @throws never
 * @example plainNumber('1.5e3') // 1500
 */
export function plainNumber(text: string): number | undefined {
  const value = NUMBER.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(value) ? value : undefined
}
