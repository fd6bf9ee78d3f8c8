import { numberText } from '@aerie/core/numbers/number-text'

const MOST_DECIMALS = 12
/** Digits in which two prices of one book can differ; beyond them lies only the rounding of binary fractions. */
const SIGNIFICANT = 12

/** How a price of one book is written. */
export type LevelText = (price: number) => string

/**
 * How the prices of one book are written: by the product's rule, or with as many decimals more as it takes to tell its
 * levels apart. By the rule alone, neighbours at $0.50001 and $0.50007 would both read 0.5000, which neither is.
 *
 * @returns the same function for the same number of decimals
 */
export function levelText(prices: readonly number[]): LevelText {
  const decimals = Math.min(MOST_DECIMALS, Math.max(0, ...prices.map(ruleDecimals), ...prices.map(ownDecimals)))
  return withDecimals(decimals)
}

/** `levelText` for a book that is painted again and again: it looks at its prices only when one of them has changed. */
export function levelTexts(): (prices: readonly number[]) => LevelText {
  let known: readonly number[] = []
  let text = levelText(known)
  return (prices) => {
    if (prices.length === known.length && prices.every((price, place) => price === known[place])) return text
    known = prices
    text = levelText(prices)
    return text
  }
}

const texts = new Map<number, LevelText>()

/** Making a format costs as much as a hundred figures by it. */
function withDecimals(decimals: number): LevelText {
  const known = texts.get(decimals)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  const text: LevelText = (price) => format.format(price)
  texts.set(decimals, text)
  return text
}

const ruleDecimals = (price: number): number => numberText(price).split('.')[1]?.length ?? 0

function ownDecimals(price: number): number {
  const [digits = '', exponent = '0'] = String(Number(price.toPrecision(SIGNIFICANT))).split('e')
  return (digits.split('.')[1]?.length ?? 0) - Number(exponent)
}
