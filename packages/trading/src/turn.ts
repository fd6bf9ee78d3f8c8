import { type Fraction, fraction } from '@aerie/core/numbers/units'
import type { EventBody, TradingEvent } from './events.ts'
import type { FeeRates } from './instrument.ts'
import type { Markets } from './margin/margin.ts'
import type { Market } from './matching/market.ts'
import type { Working } from './matching/working.ts'
import { type AccountState, applyEvent } from './state.ts'

/** What is the same for all accounts of an engine. */
export type Rules = {
  /** Rates of every fill; absent: the instrument's. */
  readonly fees: FeeRates | undefined
  /** From acceptance to the market. */
  readonly latencyMs: number
  /** Most orders of an account that have not ended. */
  readonly maxOrders: number
  /** What a liquidation costs beyond the taker's fee; 0 as at Hyperliquid. */
  readonly liquidationFee: Fraction
}

/** Defaults of `Rules`. */
export const DEFAULT_RULES: Rules = { fees: undefined, latencyMs: 0, maxOrders: 500, liquidationFee: fraction(0n) }

/** One account at one instant, with the market as it is then. All decisions take it, and emit into it. */
export type Turn = {
  readonly state: AccountState
  readonly working: Working
  readonly markets: Markets
  readonly rules: Rules
  /** The market's clock, in milliseconds. */
  readonly now: number
  readonly events: TradingEvent[]
}

/** Appends an event and applies it: what is decided next in this turn sees it. The body is the caller's own no more. */
export function emit(turn: Turn, body: EventBody): void {
  const event = Object.assign(body, { seq: turn.state.seq + 1, t: turn.now })
  applyEvent(turn.state, event)
  turn.events.push(event)
}

/**
 * The market of a symbol that a command or an order has been checked for.
 *
 * @throws RangeError where there is none
 */
export function marketOf(turn: Turn, symbol: string): Market {
  const market = turn.markets.get(symbol)
  if (market === undefined) throw new RangeError(`There is no market ${symbol}`)
  return market
}

/** Fee rates of a market under these rules. */
export const feesOf = (turn: Turn, symbol: string): FeeRates => turn.rules.fees ?? marketOf(turn, symbol).instrument.fees
