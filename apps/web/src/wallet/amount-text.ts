const PLACES = 4

/**
 * An amount in base units as decimal text with grouped thousands, cut off (never rounded up) after four decimals, so that
 * what is just short of a threshold never looks as if it had reached it.
 *
 * @param units a whole number of base units, 0 or more
 * @param decimals of the token: 18, USDC 6
 */
export function amountText(units: bigint | string, decimals = 18): string {
  const one = 10n ** BigInt(decimals)
  const amount = BigInt(units)
  const fraction = (amount % one).toString().padStart(decimals, '0').slice(0, PLACES).replace(/0+$/, '')
  if (amount > 0n && amount < one && fraction === '') return `<0.${'0'.repeat(PLACES - 1)}1`
  return `${(amount / one).toLocaleString('en-US')}${fraction && `.${fraction}`}`
}
