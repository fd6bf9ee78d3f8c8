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

/** Every market of the source, by symbol. */
export type Markets = ReadonlyMap<string, Market>

/** What backs a position: the whole account (null), or the margin of one isolated position (its symbol). */
export type Scope = string | null

/** The scope of a position. */
export const scopeOf = (position: Position): Scope => (position.mode === 'isolated' ? position.symbol : null)

/** The positions that share a scope. */
export const positionsOf = (state: AccountState, scope: Scope): Position[] =>
  [...state.positions.values()].filter((position) => scopeOf(position) === scope)

/**
 * Mark of a market in which there is a position.
 *
 * @throws RangeError where there is none: a position comes from a fill, a fill from a book, and a book has a mark
 */
export function markOf(markets: Markets, symbol: string): Price {
  const mark = markets.get(symbol)?.mark
  if (mark === undefined) throw new RangeError(`${symbol} has no mark price`)
  return mark
}

/**
 * The instrument of a symbol.
 *
 * @throws RangeError where there is none; commands are checked before
 */
export function instrumentOf(markets: Markets, symbol: string): Instrument {
  const instrument = markets.get(symbol)?.instrument
  if (instrument === undefined) throw new RangeError(`There is no instrument ${symbol}`)
  return instrument
}

/** Exact equity of a scope: its cash or own margin, and the unrealised profit of its positions. */
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

/** Initial margin of a position at the mark, rounded up; an isolated one has its own margin. */
export const initialMarginOf = (position: Position, mark: Price): MicroUsdc =>
  position.mode === 'isolated' ? position.margin : microUsdc(ceilDiv(usdcCeil(worthOf(position, mark)), position.leverage))

/** Leverage that an order on `symbol` has: the position's, else what was set, else 1. */
export const leverageOf = (state: AccountState, symbol: string): bigint =>
  state.positions.get(symbol)?.leverage ?? state.settings.get(symbol)?.leverage ?? 1n

/** Margin mode that an order on `symbol` has: the position's, else what was set, else cross. */
export const modeOf = (state: AccountState, symbol: string) =>
  state.positions.get(symbol)?.mode ?? state.settings.get(symbol)?.mode ?? 'cross'

/** Orders hold margin from their acceptance on; triggers that have not been set off, and what only reduces, hold none. */
const holdsMargin = (order: Order): boolean =>
  !order.terms.isReduceOnly && order.state !== 'untriggered' && order.price !== undefined && order.role !== 'liquidation' && !isEnded(order)

type Reservation = { readonly except?: string | undefined; readonly held?: Size }

/**
 * Margin that the active orders of a symbol hold: of each side what exceeds the position it would close, and of both the larger. `except` is
 * an order that does not count, `held` the position where it is not the present one.
 */
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

/** What may be used for new orders: cross equity less the margin of cross positions and of orders, rounded down. */
export function freeMargin(state: AccountState, markets: Markets, except?: string): MicroUsdc {
  let free: bigint = usdcFloor(exactEquity(state, markets, null))
  for (const position of state.positions.values())
    if (position.mode === 'cross') free -= initialMarginOf(position, markOf(markets, position.symbol))
  for (const symbol of state.active.keys()) free -= reservedMargin(state, symbol, { except })
  return microUsdc(free)
}

/** How much of an order of `amount` would open or enlarge a position. */
export function openingPart(state: AccountState, symbol: string, side: Side, amount: bigint): bigint {
  const held: bigint = state.positions.get(symbol)?.size ?? 0n
  const closing = held * signOf(side) < 0n ? magnitude(held) : 0n
  return amount > closing ? amount - closing : 0n
}

/**
 * Mark at which the scope of a position is liquidated, all other marks as they are: where equity equals maintenance. One equation
 * for both sides, `equity + size·(p − mark) = |size|·p·rate − deduction`, solved in each tier; the solution in its own tier counts.
 *
 * @returns rounded toward the present mark, so that it is never shown further away than it is; undefined where there is none above 0
 * @throws RangeError for a symbol without position
 * Source: TRADING.md A6; Hyperliquid, dYdX and Binance state the same equation in closed form
 */
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
