/**
 * A size with a fixed number of decimals, rounded half up in its shortest decimal digits, as `Intl.NumberFormat` does (1.005 is 1.01;
 * `toFixed` rounds the binary value, to 1.00).
 *
 * @param size 0 or more
 * @param places decimals, 0 or more
 * @param shift powers of ten that the size is multiplied by first; -3 counts thousands
 * @returns digits without grouping; `∞` or `NaN` as they are
 * @throws never
 * @example fixedText(1234.565, 2) // '1234.57'
 */
export function fixedText(size: number, places: number, shift = 0): string {
  if (!Number.isFinite(size)) return size > 0 ? '∞' : 'NaN'
  const [mantissa = '', exponent] = size.toExponential().split('e')
  const digits = rounded(mantissa.replace('.', ''), Number(exponent) + 1 + shift + places).padStart(places + 1, '0')
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/**
 * The thousands of `fixedText` apart.
 *
 * @throws never
 * @example grouped('1234567.89') // '1,234,567.89'
 */
export function grouped(text: string): string {
  const point = text.indexOf('.')
  let end = point < 0 ? text.length : point
  let all = text.slice(end)
  for (; end > 3; end -= 3) all = `,${text.slice(end - 3, end)}${all}`
  return text.slice(0, end) + all
}

/** The first `count` digits; with what follows them rounded half up. */
function rounded(digits: string, count: number): string {
  if (count < 0) return ''
  const kept = digits.slice(0, count).padEnd(count, '0')
  return (digits[count] ?? '0') < '5' ? kept : String(BigInt(kept) + 1n)
}
