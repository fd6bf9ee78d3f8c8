const SHOWN_DECIMALS = 4

/**
 * Truncated (never rounded up) to four decimals, so that an amount just below a threshold never appears to reach it.
 * @param units whole base units, 0 or more
 */
export function amountText(units: bigint | string, decimals = 18): string {
  const one = 10n ** BigInt(decimals)
  const amount = BigInt(units)
  const fraction = (amount % one).toString().padStart(decimals, '0').slice(0, SHOWN_DECIMALS).replace(/0+$/, '')
  if (amount > 0n && amount < one && fraction === '') return `<0.${'0'.repeat(SHOWN_DECIMALS - 1)}1`
  return `${(amount / one).toLocaleString('en-US')}${fraction && `.${fraction}`}`
}
