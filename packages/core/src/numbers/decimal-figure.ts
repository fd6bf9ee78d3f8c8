const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

/**
 * An exact decimal text as it is read: thousands apart, at least so many decimals. No digit is lost or made up; what is no
 * decimal stays as it is.
 *
 * @param least decimals, 0 to 24
 * @throws never
 * @example groupedDecimal('9997.225454', 2) // '9,997.225454'
 * @example groupedDecimal('64123', 1) // '64,123.0'
 */
export function groupedDecimal(text: string, least = 0): string {
  const match = DECIMAL.exec(text)
  if (match === null) return text
  const [, sign = '', whole = '', rest = ''] = match
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  const decimals = rest.padEnd(least, '0')
  return `${sign}${grouped}${decimals === '' ? '' : `.${decimals}`}`
}

/**
 * The same with at most `most` decimals, cut toward zero: for amounts of which the rest is one hover away.
 *
 * @throws never
 * @example cutDecimal('-0.019', 2) // '-0.01'
 */
export function cutDecimal(text: string, most: number): string {
  const [whole = '', rest = ''] = text.split('.')
  const decimals = rest.slice(0, most)
  const cut = decimals === '' ? whole : `${whole}.${decimals}`
  return /[1-9]/.test(cut) ? cut : cut.replace('-', '')
}
