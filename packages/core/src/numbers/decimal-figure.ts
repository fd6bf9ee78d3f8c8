const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

/** Minus sign for displayed numbers: as wide as a plus, read aloud as "minus". Machine-readable text uses a hyphen. */
export const MINUS = '−'

/** Groups digits of decimal text, with a real minus and at least `least` decimals (0 to 24); other text is unchanged. */
export function groupedDecimal(text: string, least = 0): string {
  const match = DECIMAL.exec(text)
  if (match === null) return text
  const [, sign = '', whole = '', rest = ''] = match
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  const decimals = rest.padEnd(least, '0')
  return `${sign && MINUS}${grouped}${decimals === '' ? '' : `.${decimals}`}`
}

/** Rounds decimal text half to even to `decimals` decimals. Zero has no sign; other text is unchanged. */
export function roundedDecimal(text: string, decimals: number): string {
  const match = DECIMAL.exec(text)
  if (match === null) return text
  const [, sign = '', whole = '', rest = ''] = match
  const kept = BigInt(whole + rest.slice(0, decimals).padEnd(decimals, '0'))
  const digits = String(kept + (isRoundedUp(kept, rest.slice(decimals)) ? 1n : 0n)).padStart(decimals + 1, '0')
  const rounded = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  return `${/[1-9]/.test(rounded) ? sign : ''}${rounded}`
}

function isRoundedUp(kept: bigint, dropped: string): boolean {
  const first = dropped[0] ?? '0'
  if (first !== '5' || /[1-9]/.test(dropped.slice(1))) return first >= '5'
  return kept % 2n === 1n
}

/** Formats decimal text by the rule of `numberText`, but rounded half to even. */
export function amountText(text: string): string {
  if (!/[1-9]/.test(text)) return DECIMAL.test(text) ? '0' : text
  return groupedDecimal(roundedDecimal(text, decimalsOf(Math.abs(Number(text)))))
}

function decimalsOf(size: number): number {
  if (size >= 10) return 2
  if (size >= 1) return 3
  return size >= 0.001 ? 4 : 8
}
