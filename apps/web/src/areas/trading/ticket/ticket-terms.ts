import type { Fraction, MicroUsdc, Notional, Price, Size } from '@aerie/core/numbers/units'

export type InstrumentTerms = {
  readonly symbol: string
  readonly tick: Price
  readonly lot: Size
  /** Minimum order value; does not apply to reduce-only orders. */
  readonly minNotional: Notional
  readonly maxLeverage: bigint
  readonly takerFee: Fraction
  readonly makerFee: Fraction
}

export type QuotedTerms = Pick<TicketTerms, 'instrument' | 'bestBid' | 'bestAsk'>

/** Context for parsing the ticket. Unknown values are null, never guessed. */
export type TicketTerms = {
  readonly instrument: InstrumentTerms
  readonly bestBid: Price | null
  readonly bestAsk: Price | null
  readonly mark: Price | null
  readonly equity: MicroUsdc | null
  readonly free: MicroUsdc | null
  /** Signed size of the open position; above 0 is long. */
  readonly held: Size
  /** Market time, epoch ms; null if unknown. */
  readonly now: number | null
}
