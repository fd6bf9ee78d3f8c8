const NUMBER = /^[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?$/

/** Parses a number cell of a file; undefined for other text or overflow. `Number` also accepts blanks, hex and `Infinity`. */
export function plainNumber(text: string): number | undefined {
  const value = NUMBER.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(value) ? value : undefined
}
