const plain = new Intl.NumberFormat('en-US', {
  useGrouping: false,
  maximumSignificantDigits: 17,
  maximumFractionDigits: 20,
  roundingPriority: 'lessPrecision',
})

/** Shortest decimal text of a finite number without an exponent: 1e-7 is '0.0000001'. */
export const plainDecimal = (value: number): string => (/e/.test(String(value)) ? plain.format(value) : String(value))
