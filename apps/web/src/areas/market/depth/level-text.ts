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

/** Maximum width of a digit in the tables' font: 12 px, tabular figures. */
const DIGIT_PX = 7.7
const INNER_PADDING_PX = 12
const EDGE_PADDING_PX = 6

/** Column widths in CSS pixels that fit their longest text (in characters). Without room the last columns are dropped, never the first. */
export function fitColumns(width: number | null, characters: readonly number[]): readonly number[] {
  const needed = characters.map((count, index) => columnWidth(count, index === 0 || index === characters.length - 1))
  if (width === null) return needed
  while (needed.length > 1 && sum(needed) > width) needed.pop()
  return needed
}

const columnWidth = (count: number, isEdge: boolean): number =>
  Math.ceil(count * DIGIT_PX) + INNER_PADDING_PX + (isEdge ? EDGE_PADDING_PX : 0)

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Two widths only, so that a column does not jump with each amount: for 999.99M, and for 0.00001234 in full. */
export const amountCharacters = (texts: readonly string[]): number => (texts.some((text) => text.length > 7) ? longest(texts, 10) : 7)

export const longest = (texts: readonly string[], least: number): number => Math.max(least, ...texts.map((text) => text.length))
