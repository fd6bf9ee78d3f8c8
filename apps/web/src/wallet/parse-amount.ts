/** What is wrong with an amount that somebody typed. */
export type AmountProblem = 'empty' | 'not-a-number' | 'separator' | 'too-many-places' | 'zero'
export type ParsedAmount = { readonly units: bigint } | { readonly problem: AmountProblem }

/** Longer than any amount of the contracts, which keep them in 128 bits. */
const MAX_DIGITS = 30

/**
 * An amount in decimal text as whole base units, to the last digit and without a float. A comma is refused and never
 * guessed at: `25,000` is 25 to some and twenty-five thousand to others.
 *
 * @param decimals of the token: 18, USDC 6
 */
export function parseAmount(text: string, decimals = 18): ParsedAmount {
  const typed = text.trim()
  if (typed === '') return { problem: 'empty' }
  if (/^[\d.,'’\s]+$/.test(typed) && /[,'’\s]/.test(typed)) return { problem: 'separator' }
  const match = /^(\d*)(?:\.(\d*))?$/.exec(typed)
  const [, whole = '', fraction = ''] = match ?? []
  if (match === null || whole.length + fraction.length === 0 || whole.length > MAX_DIGITS) return { problem: 'not-a-number' }
  if (fraction.length > decimals) return { problem: 'too-many-places' }
  const units = BigInt(whole + fraction.padEnd(decimals, '0'))
  return units === 0n ? { problem: 'zero' } : { units }
}

/** The same amount as text that `parseAmount` reads back to the last digit: no grouping, nothing rounded. */
export function exactAmount(units: bigint, decimals = 18): string {
  const digits = units.toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return `${digits.slice(0, -decimals)}${fraction && `.${fraction}`}`
}
