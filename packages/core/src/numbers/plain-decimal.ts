const plain = new Intl.NumberFormat('en-US', {
  useGrouping: false,
  maximumSignificantDigits: 17,
  maximumFractionDigits: 20,
  roundingPriority: 'lessPrecision',
})

/** Shortest decimal text of a finite number without an exponent: 1e-7 is '0.0000001'. */
export const plainDecimal = (value: number): string => (/e/.test(String(value)) ? plain.format(value) : String(value))

const NUMBER = /^[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?$/

/** Parses a number cell of a file; undefined for other text or overflow. `Number` also accepts blanks, hex and `Infinity`. */
export function plainNumber(text: string): number | undefined {
  const value = NUMBER.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(value) ? value : undefined
}
