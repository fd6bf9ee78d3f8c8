import { numberText } from '@aerie/core/numbers/number-text'

const MOST_DECIMALS = 12
/** Significant digits of a book's prices; beyond them is only floating-point noise. */
const SIGNIFICANT = 12

export type LevelText = (price: number) => string

/** Adds decimals if levels would look equal: $0.50001 and $0.50007 would both read 0.5000. Returns the same function per decimals. */
export function levelText(prices: readonly number[]): LevelText {
  const decimals = Math.min(MOST_DECIMALS, Math.max(0, ...prices.map(ruleDecimals), ...prices.map(ownDecimals)))
  return withDecimals(decimals)
}

/** `levelText` for repeated paints: checks the prices only when one has changed. */
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

/** Creating a format costs as much as formatting a hundred figures. */
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
