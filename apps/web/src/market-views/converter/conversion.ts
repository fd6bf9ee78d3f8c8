import { convertAmount } from '@aerie/core/numbers/convert-amount'
import { numberText } from '@aerie/core/numbers/number-text'
import { DOLLARS, parseTypedNumber } from '@aerie/core/numbers/typed-number'

/** Money itself, in whatever currency the coin at hand is quoted. */
export const MONEY = 'money'
/** One side of a conversion: a coin's symbol, or MONEY. */
export type Unit = string

/** What one of a unit is worth. */
export type UnitPrice = { readonly price: number; readonly quote: string }

type ConversionInput = {
  /** As typed. */
  readonly text: string
  readonly from: Unit
  readonly to: Unit
  /** Price of a coin; null while it is not known. MONEY has none. */
  readonly fromPrice: UnitPrice | null
  readonly toPrice: UnitPrice | null
}

export type Conversion =
  | { readonly kind: 'value'; readonly result: string; readonly rate: string }
  /** The typed text is no amount. The rate is right all the same. */
  | { readonly kind: 'refused'; readonly words: string; readonly rate: string }
  /** Nothing is typed. */
  | { readonly kind: 'empty'; readonly rate: string }
  /** There is no rate, for now or at all. */
  | { readonly kind: 'unknown'; readonly words: string }

const RATE_DIGITS = 6
/** Below this the product's rule for numbers would leave fewer than three digits. */
const SMALLEST_BY_RULE = 1e-6

/** The name of a unit: MONEY goes by the currency of the price opposite. */
export const unitName = (unit: Unit, quote: string): string => (unit === MONEY ? quote : unit)

/** Converts what was typed. Prices in two currencies (dollars and a stablecoin, say) are never mixed. */
export function convert({ text, from, to, fromPrice, toPrice }: ConversionInput): Conversion {
  const quote = (fromPrice ?? toPrice)?.quote ?? ''
  const price = worth(from, fromPrice, quote)
  const against = worth(to, toPrice, quote)
  if (price === null || against === null) return { kind: 'unknown', words: 'Waiting for a price.' }
  if (price.quote !== against.quote) {
    return {
      kind: 'unknown',
      words: `${from} is priced in ${price.quote} and ${to} in ${against.quote}: there is no rate between them here.`,
    }
  }
  const rate = `1 ${unitName(from, quote)} = ${rateText(price.price, against.price)} ${unitName(to, quote)}`
  const typed = parseTypedNumber(text, { units: from === MONEY ? [...DOLLARS, quote] : [from] })
  if (typed.kind === 'empty') return { kind: 'empty', rate }
  if (typed.kind === 'wrong') return { kind: 'refused', words: typed.problem, rate }
  return { kind: 'value', result: convertAmount({ amount: typed.text, price: price.price, against: against.price }), rate }
}

const worth = (unit: Unit, price: UnitPrice | null, quote: string): UnitPrice | null => (unit === MONEY ? { price: 1, quote } : price)

function rateText(price: number, against: number): string {
  const rate = price / against
  return rate >= SMALLEST_BY_RULE ? numberText(rate) : convertAmount({ amount: '1', price, against }, RATE_DIGITS)
}
