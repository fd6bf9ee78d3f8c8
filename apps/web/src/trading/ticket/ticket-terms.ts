import type { Fraction, MicroUsdc, Notional, Price, Size } from '@aerie/core/numbers/units'

/** What an instrument allows, in exact units. */
export type InstrumentTerms = {
  readonly symbol: string
  readonly tick: Price
  readonly lot: Size
  /** Smallest worth of an order, but for one that reduces. */
  readonly minNotional: Notional
  readonly maxLeverage: bigint
  readonly takerFee: Fraction
  readonly makerFee: Fraction
}

/** An instrument and its best prices. */
export type QuotedTerms = Pick<TicketTerms, 'instrument' | 'bestBid' | 'bestAsk'>

/** What the ticket is read against. What is not known is null: nothing is guessed for it. */
export type TicketTerms = {
  readonly instrument: InstrumentTerms
  readonly bestBid: Price | null
  readonly bestAsk: Price | null
  readonly mark: Price | null
  readonly equity: MicroUsdc | null
  readonly free: MicroUsdc | null
  /** Signed size of the open position: above 0 is long. */
  readonly held: Size
  /** The market's clock, epoch ms; null where it is not known. */
  readonly now: number | null
}
