const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

/** The minus of every figure that is read: as wide as a plus, and read out as "minus". Texts that programs read have a hyphen. */
export const MINUS = '−'

/**
 * An exact decimal text as it is read: thousands apart, a real minus, at least so many decimals. No digit is lost or made up; what is
 * no decimal stays as it is.
 *
 * @param least decimals, 0 to 24
 * @throws never
 * @example groupedDecimal('9997.225454', 2) // '9,997.225454'
 * @example groupedDecimal('-64123', 1) // '−64,123.0'
 */
export function groupedDecimal(text: string, least = 0): string {
  const match = DECIMAL.exec(text)
  if (match === null) return text
  const [, sign = '', whole = '', rest = ''] = match
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  const decimals = rest.padEnd(least, '0')
  return `${sign && MINUS}${grouped}${decimals === '' ? '' : `.${decimals}`}`
}

/**
 * An exact decimal text rounded half to even. What rounds to zero has no sign; what is no decimal stays as it is.
 *
 * @param places decimals of the result, 0 or more
 * @throws never
 * @example roundedDecimal('63639.333333333333', 1) // '63639.3'
 * @example roundedDecimal('-0.00125', 4) // '-0.0012'
 */
export function roundedDecimal(text: string, places: number): string {
  const match = DECIMAL.exec(text)
  if (match === null) return text
  const [, sign = '', whole = '', rest = ''] = match
  const kept = BigInt(whole + rest.slice(0, places).padEnd(places, '0'))
  const digits = String(kept + (isRoundedUp(kept, rest.slice(places)) ? 1n : 0n)).padStart(places + 1, '0')
  const rounded = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
  return `${/[1-9]/.test(rounded) ? sign : ''}${rounded}`
}

function isRoundedUp(kept: bigint, dropped: string): boolean {
  const first = dropped[0] ?? '0'
  if (first !== '5' || /[1-9]/.test(dropped.slice(1))) return first >= '5'
  return kept % 2n === 1n
}

/**
 * An exact decimal text by the product's one rule for numbers (as `numberText`), rounded half to even: 10 or more, grouped with 2
 * decimals; 1 to under 10, 3; 0.001 to under 1, 4; smaller, 8; zero shows 0.
 *
 * @throws never
 * @example amountText('0.0573') // '0.0573'
 * @example amountText('-9998.576498') // '−9,998.58'
 */
export function amountText(text: string): string {
  if (!/[1-9]/.test(text)) return DECIMAL.test(text) ? '0' : text
  return groupedDecimal(roundedDecimal(text, placesOf(Math.abs(Number(text)))))
}

function placesOf(size: number): number {
  if (size >= 10) return 2
  if (size >= 1) return 3
  return size >= 0.001 ? 4 : 8
}
