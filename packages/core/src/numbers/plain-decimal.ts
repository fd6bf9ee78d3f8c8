const plain = new Intl.NumberFormat('en-US', {
  useGrouping: false,
  maximumSignificantDigits: 17,
  maximumFractionDigits: 20,
  roundingPriority: 'lessPrecision',
})

/**
 * A figure as decimal text without an exponent, the shortest that means it.
 *
 * @param value finite
 * @throws never
 * @example plainDecimal(1e-7) // '0.0000001'
 */
export const plainDecimal = (value: number): string => (/e/.test(String(value)) ? plain.format(value) : String(value))
