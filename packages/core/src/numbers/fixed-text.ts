/** Non-negative `size` times 10^`shift`, rounded half up in decimal: 1.005 is 1.01 as in `Intl.NumberFormat`; `toFixed` gives 1.00. */
export function fixedText(size: number, decimals: number, shift = 0): string {
  if (!Number.isFinite(size)) return size > 0 ? '∞' : 'NaN'
  const [mantissa = '', exponent] = size.toExponential().split('e')
  const digits = rounded(mantissa.replace('.', ''), Number(exponent) + 1 + shift + decimals).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Groups thousands: '1234567.89' becomes '1,234,567.89'. */
export function grouped(text: string): string {
  const point = text.indexOf('.')
  let end = point < 0 ? text.length : point
  let all = text.slice(end)
  for (; end > 3; end -= 3) all = `,${text.slice(end - 3, end)}${all}`
  return text.slice(0, end) + all
}

function rounded(digits: string, count: number): string {
  if (count < 0) return ''
  const kept = digits.slice(0, count).padEnd(count, '0')
  return (digits[count] ?? '0') < '5' ? kept : String(BigInt(kept) + 1n)
}
