import { type Fraction, fraction } from '@aerie/core/numbers/units'
import type { EventBody, TradingEvent } from './events.ts'
import type { FeeRates } from './instrument.ts'
import type { Markets } from './margin/margin.ts'
import type { Market } from './matching/market.ts'
import type { Working } from './matching/working.ts'
import { type AccountState, applyEvent } from './state.ts'

/** Rules shared by all accounts of an engine. */
export type Rules = {
  readonly fees: FeeRates | undefined
  readonly latencyMs: number
  readonly maxOrders: number
  /** Liquidation cost beyond the taker fee; 0 as at Hyperliquid. */
  readonly liquidationFee: Fraction
}

/** Defaults of `Rules`. */
export const DEFAULT_RULES: Rules = { fees: undefined, latencyMs: 0, maxOrders: 500, liquidationFee: fraction(0n) }

/** One account at one instant with its market; decisions read it and emit into it. */
export type Turn = {
  readonly state: AccountState
  readonly working: Working
  readonly markets: Markets
  readonly rules: Rules
  /** Market clock, ms. */
  readonly now: number
  readonly events: TradingEvent[]
}

/** Appends and applies an event, visible to later decisions in this turn. Takes ownership of the body. */
export function emit(turn: Turn, body: EventBody): void {
  const event = Object.assign(body, { seq: turn.state.seq + 1, t: turn.now })
  applyEvent(turn.state, event)
  turn.events.push(event)
}

/** Market of a checked symbol. @throws RangeError if unknown */
export function marketOf(turn: Turn, symbol: string): Market {
  const market = turn.markets.get(symbol)
  if (market === undefined) throw new RangeError(`There is no market ${symbol}`)
  return market
}

/** Fee rates of a market under these rules. */
export const feesOf = (turn: Turn, symbol: string): FeeRates => turn.rules.fees ?? marketOf(turn, symbol).instrument.fees
