import {
  ceilDiv,
  exactUsdc,
  FRACTION_ONE,
  floorDiv,
  least,
  type MicroUsdc,
  magnitude,
  microUsdc,
  type Notional,
  notional,
  type Price,
  price,
  type Size,
  usdcCeil,
  usdcFloor,
} from '@aerie/core/numbers/units'
import { type Instrument, maintenanceOf } from '../instrument.ts'
import { ownMarginOf, type Position, unrealisedOf, worthOf } from '../matching/fill.ts'
import type { Market } from '../matching/market.ts'
import { isEnded, leavesOf, type Order, type Side, signOf } from '../orders/order.ts'
import { type AccountState, activeOrders, balanceOf } from '../state.ts'

/** Markets of the source by symbol. */
export type Markets = ReadonlyMap<string, Market>

/** Collateral of a position: the account (null), or one isolated position's margin (its symbol). */
export type Scope = string | null

/** Scope of a position. */
export const scopeOf = (position: Position): Scope => (position.mode === 'isolated' ? position.symbol : null)

/** Positions in a scope. */
export const positionsOf = (state: AccountState, scope: Scope): Position[] =>
  [...state.positions.values()].filter((position) => scopeOf(position) === scope)

/** Mark of a market with a position. @throws RangeError without one, which cannot happen: a fill requires a book, a book has a mark */
export function markOf(markets: Markets, symbol: string): Price {
  const mark = markets.get(symbol)?.mark
  if (mark === undefined) throw new RangeError(`${symbol} has no mark price`)
  return mark
}

/** Instrument of a symbol; commands are checked before. @throws RangeError if unknown */
export function instrumentOf(markets: Markets, symbol: string): Instrument {
  const instrument = markets.get(symbol)?.instrument
  if (instrument === undefined) throw new RangeError(`There is no instrument ${symbol}`)
  return instrument
}

/** Exact equity of a scope: cash or own margin, plus unrealized profit. */
export function exactEquity(state: AccountState, markets: Markets, scope: Scope): Notional {
  let equity: bigint = scope === null ? exactUsdc(balanceOf(state, 'user:cash')) : 0n
  for (const position of state.positions.values()) {
    if (scopeOf(position) !== scope) continue
    if (scope !== null) equity += ownMarginOf(position)
    equity += unrealisedOf(position, markOf(markets, position.symbol))
  }
  return notional(equity)
}

/** Exact maintenance margin of a scope at the marks. */
export function exactMaintenance(state: AccountState, markets: Markets, scope: Scope): Notional {
  let needed = 0n
  for (const one of state.positions.values())
    if (scopeOf(one) === scope) needed += maintenanceOf(instrumentOf(markets, one.symbol), worthOf(one, markOf(markets, one.symbol)))
  return notional(needed)
}

/** Initial margin at the mark, rounded up; for isolated positions their own margin. */
export const initialMarginOf = (position: Position, mark: Price): MicroUsdc =>
  position.mode === 'isolated' ? position.margin : microUsdc(ceilDiv(usdcCeil(worthOf(position, mark)), position.leverage))

/** Leverage for an order: the position's, else the setting, else 1. */
export const leverageOf = (state: AccountState, symbol: string): bigint =>
  state.positions.get(symbol)?.leverage ?? state.settings.get(symbol)?.leverage ?? 1n

/** Margin mode for an order: the position's, else the setting, else cross. */
export const modeOf = (state: AccountState, symbol: string) =>
  state.positions.get(symbol)?.mode ?? state.settings.get(symbol)?.mode ?? 'cross'

/** Orders reserve margin from acceptance, except untriggered and reduce-only ones. */
const holdsMargin = (order: Order): boolean =>
  !order.terms.isReduceOnly && order.state !== 'untriggered' && order.price !== undefined && order.role !== 'liquidation' && !isEnded(order)

type Reservation = { readonly except?: string | undefined; readonly held?: Size }

/** Margin reserved by a symbol's orders: per side beyond what it closes, then the larger. `except`: ignored; `held`: hypothetical. */
export function reservedMargin(state: AccountState, symbol: string, { except, held: position }: Reservation = {}): MicroUsdc {
  const leverage = leverageOf(state, symbol)
  const held = { buy: 0n, sell: 0n }
  const closing = closingRoom(position ?? state.positions.get(symbol)?.size ?? 0n)
  for (const order of activeOrders(state, symbol)) {
    if (!holdsMargin(order) || order.terms.clientId === except) continue
    const { side } = order.terms
    const left = leavesOf(order)
    const free = least<bigint>(closing[side], left)
    closing[side] -= free
    held[side] += (left - free) * (order.price ?? 0n)
  }
  const larger = held.buy > held.sell ? held.buy : held.sell
  return microUsdc(ceilDiv(usdcCeil(notional(larger)), leverage))
}

const closingRoom = (held: bigint): Record<Side, bigint> => ({ buy: held < 0n ? -held : 0n, sell: held > 0n ? held : 0n })

/** Margin available for new orders: cross equity minus margin of cross positions and orders, rounded down. */
export function freeMargin(state: AccountState, markets: Markets, except?: string): MicroUsdc {
  let free: bigint = usdcFloor(exactEquity(state, markets, null))
  for (const position of state.positions.values())
    if (position.mode === 'cross') free -= initialMarginOf(position, markOf(markets, position.symbol))
  for (const symbol of state.active.keys()) free -= reservedMargin(state, symbol, { except })
  return microUsdc(free)
}

/** Part of an order of `amount` that would open or increase a position. */
export function openingPart(state: AccountState, symbol: string, side: Side, amount: bigint): bigint {
  const held: bigint = state.positions.get(symbol)?.size ?? 0n
  const closing = held * signOf(side) < 0n ? magnitude(held) : 0n
  return amount > closing ? amount - closing : 0n
}

/** Liquidation mark: equity equals maintenance. Rounded toward the current mark; undefined if not above 0. Source: TRADING.md A6. */
export function liquidationPrice(state: AccountState, markets: Markets, symbol: string): Price | undefined {
  const position = state.positions.get(symbol)
  if (position === undefined) throw new RangeError(`There is no position in ${symbol}`)
  const { tiers } = instrumentOf(markets, symbol)
  const scope = scopeOf(position)
  const mark = markOf(markets, symbol)
  const others = exactMaintenance(state, markets, scope) - maintenanceOf(instrumentOf(markets, symbol), worthOf(position, mark))
  const equityAtZero = exactEquity(state, markets, scope) - position.size * mark
  const amount = magnitude<bigint>(position.size)
  const isLong = position.size > 0n
  for (const [index, { from, rate, deduction }] of tiers.entries()) {
    const slope = position.size * FRACTION_ONE - amount * rate
    if (slope === 0n) continue
    const dividend = (others - deduction - equityAtZero) * FRACTION_ONE
    const at = isLong ? ceilDiv(dividend, slope) : floorDiv(dividend, slope)
    const worth = amount * at
    const next = tiers[index + 1]?.from
    const isInTier = worth >= from && (next === undefined || worth < next)
    if (at > 0n && isInTier) return price(at)
  }
  return undefined
}
