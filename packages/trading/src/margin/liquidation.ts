import { exactUsdc, fraction, magnitude, microUsdc, type Notional, type Size, size, usdcCeil, usdcFloor } from '@aerie/core/numbers/units'
import { isLiquidationId, LIQUIDATION_PREFIX } from '@aerie/wire/trading/trading-orders'
import { maintenanceOf } from '../instrument.ts'
import { posting } from '../ledger.ts'
import { type Position, worthOf } from '../matching/fill.ts'
import { execute } from '../matching/fills.ts'
import { bookMet, isFresh } from '../matching/market.ts'
import { rememberTaken, walkBook } from '../matching/working.ts'
import { end } from '../orders/bracket.ts'
import { isEnded, type OrderTerms, plainTerms } from '../orders/order.ts'
import { newOrder } from '../orders/place.ts'
import { activeOrders, activeSymbols, balanceOf } from '../state.ts'
import { emit, feesOf, marketOf, type Turn } from '../turn.ts'
import { exactEquity, exactMaintenance, instrumentOf, markOf, positionsOf, type Scope } from './margin.ts'

/** Larger positions are first liquidated by a fifth. */
const PARTIAL_ABOVE = exactUsdc(microUsdc(100_000n * 1_000_000n))
const PARTS = 5n
const COOLING_MS = 30_000

function scopesOf(turn: Turn): Scope[] {
  const scopes = new Set<Scope>()
  for (const position of turn.state.positions.values()) scopes.add(position.mode === 'isolated' ? position.symbol : null)
  return [...scopes]
}

const scopeKey = (scope: Scope): string => scope ?? '*'

/** Liquidates every scope with equity below maintenance margin at the marks. */
export function liquidateWherePoor(turn: Turn): void {
  for (const scope of scopesOf(turn)) if (isPoor(turn, scope)) liquidate(turn, scope)
}

const isPoor = ({ state, markets }: Turn, scope: Scope): boolean =>
  exactEquity(state, markets, scope) < exactMaintenance(state, markets, scope)

/**
 * Cancels the scope's orders, then sells, largest maintenance first; insurance pays losses beyond the margin, and there is no backstop
 * takeover below two thirds: any remainder is the user's. Source: Hyperliquid, liquidations; TRADING.md A6.
 */
function liquidate(turn: Turn, scope: Scope): void {
  const { state, markets } = turn
  const positions = positionsOf(state, scope).filter((position) => canSell(turn, position))
  if (positions.length === 0) return
  emit(turn, {
    kind: 'liquidating',
    symbol: scope,
    equity: usdcFloor(exactEquity(state, markets, scope)),
    maintenance: usdcCeil(exactMaintenance(state, markets, scope)),
  })
  cancelScope(turn, scope)
  // Each large position is first sold by a fifth: a partial sale in this turn does not make the others full sales.
  const isCooling = (state.cooling.get(scopeKey(scope)) ?? Number.NEGATIVE_INFINITY) > turn.now
  for (const position of positions.toSorted((a, b) => (maintenanceAt(turn, a) < maintenanceAt(turn, b) ? 1 : -1))) {
    if (!isPoor(turn, scope)) break
    sell(turn, scope, position, isCooling)
  }
  if (scope === null) payDebt(turn)
  else payBeyondMargin(turn, scope)
}

const canSell = (turn: Turn, { symbol, size: held }: Position): boolean => {
  const market = marketOf(turn, symbol)
  const side = held > 0n ? 'sell' : 'buy'
  return isFresh(market, turn.now) && walkBook(turn.working, market, { side, limit: undefined, want: size(1n) }).filled > 0n
}

const maintenanceAt = ({ markets }: Turn, position: Position): Notional =>
  maintenanceOf(instrumentOf(markets, position.symbol), worthOf(position, markOf(markets, position.symbol)))

function cancelScope(turn: Turn, scope: Scope): void {
  for (const symbol of activeSymbols(turn.state)) {
    const isOfScope = scope === null ? turn.state.positions.get(symbol)?.mode !== 'isolated' : symbol === scope
    if (!isOfScope) continue
    for (const order of activeOrders(turn.state, symbol)) if (order.role !== 'liquidation') end(turn, order, 'liquidatedCanceled')
  }
}

function sell(turn: Turn, scope: Scope, position: Position, isCooling: boolean): void {
  const { symbol } = position
  const market = marketOf(turn, symbol)
  const side = position.size > 0n ? 'sell' : 'buy'
  const want = isCooling ? size(magnitude<bigint>(position.size)) : firstPartOf(turn, scope, position)
  const { takes, filled } = walkBook(turn.working, market, { side, limit: undefined, want })
  if (filled === 0n) return
  const clientId = `${LIQUIDATION_PREFIX}${symbol}:${turn.state.seq + 1}`
  emit(turn, { kind: 'accepted', order: { ...newOrder(turn, liquidationTerms(clientId, position, want), { role: 'liquidation' }) } })
  rememberTaken(turn.working, market, { side, takes })
  const order = turn.state.orders.get(clientId)
  if (order === undefined) return
  const feeRate = fraction(feesOf(turn, symbol).taker + turn.rules.liquidationFee)
  execute(turn, order, { takes, liquidity: 'taker', evidence: { ...bookMet(market), levels: takes }, feeRate })
  const after = turn.state.orders.get(clientId)
  if (after !== undefined && !isEnded(after)) end(turn, after, 'marketOrderNoLiquidityRejected')
}

/** A fifth of a large position; within 30 s of that, all the rest. */
function firstPartOf(turn: Turn, scope: Scope, position: Position): Size {
  const { lot } = instrumentOf(turn.markets, position.symbol)
  const whole = magnitude<bigint>(position.size)
  if (worthOf(position, markOf(turn.markets, position.symbol)) <= PARTIAL_ABOVE) return size(whole)
  emit(turn, { kind: 'cooling', scope: scopeKey(scope), until: turn.now + COOLING_MS })
  const part = (whole / PARTS / lot) * lot
  return size(part === 0n ? whole : part)
}

/** The venue pays debt left after the last cross position closed, by liquidation or by the user. */
export function payDebt(turn: Turn): void {
  const debt = -balanceOf(turn.state, 'user:cash')
  if (debt <= 0n || positionsOf(turn.state, null).length > 0) return
  if (turn.events.some((event) => event.kind === 'filled' && event.position === null)) insure(turn, null, debt)
}

/** Refunds cash taken by the last part of an isolated liquidation, which may cost no more than its margin. */
function payBeyondMargin(turn: Turn, symbol: string): void {
  let cash = 0n
  for (const event of turn.events) {
    if (event.kind !== 'filled' || event.symbol !== symbol || !isLiquidationId(event.clientId)) continue
    for (const { account, amount } of event.lines) if (account === 'user:cash') cash += amount
  }
  if (cash < 0n) insure(turn, symbol, -cash)
}

function insure(turn: Turn, symbol: Scope, owed: bigint): void {
  const amount = microUsdc(owed)
  emit(turn, { kind: 'insured', symbol, amount, lines: posting({ 'user:cash': amount, 'venue:insurance': -amount }) })
}

const liquidationTerms = (clientId: string, { symbol, size: held }: Position, amount: Size): OrderTerms => ({
  ...plainTerms({ clientId, symbol, side: held > 0n ? 'sell' : 'buy', size: amount }),
  timeInForce: 'ioc',
  isReduceOnly: true,
})
