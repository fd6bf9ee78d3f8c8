import { numberText } from '@aerie/core/number-text'

const MOST_DECIMALS = 12
/** Digits in which two prices of one book can differ; beyond them lies only the rounding of binary fractions. */
const SIGNIFICANT = 12

/**
 * How the prices of one book are written: by the product's rule, or with as many decimals more as it takes to tell its
 * levels apart. By the rule alone, neighbours at $0.50001 and $0.50007 would both read 0.5000, which neither is.
 */
export function levelText(prices: readonly number[]): (price: number) => string {
  const decimals = Math.min(MOST_DECIMALS, Math.max(0, ...prices.map(ruleDecimals), ...prices.map(ownDecimals)))
  const format = new Intl.NumberFormat('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  return (price) => format.format(price)
}

const ruleDecimals = (price: number): number => numberText(price).split('.')[1]?.length ?? 0

function ownDecimals(price: number): number {
  const [digits = '', exponent = '0'] = String(Number(price.toPrecision(SIGNIFICANT))).split('e')
  return (digits.split('.')[1]?.length ?? 0) - Number(exponent)
}
