import { exactUsdc, fraction, magnitude, microUsdc, type Notional, type Size, size, usdcCeil, usdcFloor } from '@aerie/core/numbers/units'
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

/** Above it only a fifth is sold first. */
const PARTIAL_ABOVE = exactUsdc(microUsdc(100_000n * 1_000_000n))
const PARTS = 5n
const COOLING_MS = 30_000

/** Scopes that hold a position in a market, or that a market's mark can bring down. */
function scopesOf(turn: Turn): Scope[] {
  const scopes = new Set<Scope>()
  for (const position of turn.state.positions.values()) scopes.add(position.mode === 'isolated' ? position.symbol : null)
  return [...scopes]
}

const scopeKey = (scope: Scope): string => scope ?? '*'

/** Liquidates every scope whose equity at the marks is below its maintenance margin. */
export function liquidateWherePoor(turn: Turn): void {
  for (const scope of scopesOf(turn)) if (isPoor(turn, scope)) liquidate(turn, scope)
}

const isPoor = ({ state, markets }: Turn, scope: Scope): boolean =>
  exactEquity(state, markets, scope) < exactMaintenance(state, markets, scope)

/**
 * Orders of the scope end first; if it is still poor, its positions are sold against the book that is displayed, the one with the
 * largest maintenance first, a large one by a fifth first; what the book does not take waits for the next book. What the fills lose
 * beyond the margin is paid by the venue's insurance. There is no backstop that takes position and margin below two thirds of the
 * maintenance: the book is asked down to the last coin, and what is left of the margin is the user's.
 *
 * Source: Hyperliquid, liquidations; TRADING.md A6
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
  // Of each large position a fifth first: what was sold in this very turn makes none of the others whole.
  const isCooling = (state.cooling.get(scopeKey(scope)) ?? Number.NEGATIVE_INFINITY) > turn.now
  for (const position of positions.toSorted((a, b) => (maintenanceAt(turn, a) < maintenanceAt(turn, b) ? 1 : -1))) {
    if (!isPoor(turn, scope)) break
    sell(turn, scope, position, isCooling)
  }
  if (scope === null) payDebt(turn)
  else payBeyondMargin(turn, scope)
}

/** Whether a fresh book displays anything to sell a position against. */
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

// its scope, the position, and whether a first part was sold shortly before
function sell(turn: Turn, scope: Scope, position: Position, isCooling: boolean): void {
  const { symbol } = position
  const market = marketOf(turn, symbol)
  const side = position.size > 0n ? 'sell' : 'buy'
  const want = isCooling ? size(magnitude<bigint>(position.size)) : firstPartOf(turn, scope, position)
  const { takes, filled } = walkBook(turn.working, market, { side, limit: undefined, want })
  if (filled === 0n) return
  const clientId = `liquidation:${symbol}:${turn.state.seq + 1}`
  emit(turn, { kind: 'accepted', order: { ...newOrder(turn, liquidationTerms(clientId, position, want), { role: 'liquidation' }) } })
  rememberTaken(turn.working, market, { side, takes })
  const order = turn.state.orders.get(clientId)
  if (order === undefined) return
  const feeRate = fraction(feesOf(turn, symbol).taker + turn.rules.liquidationFee)
  execute(turn, order, { takes, liquidity: 'taker', evidence: { ...bookMet(market), levels: takes }, feeRate })
  const after = turn.state.orders.get(clientId)
  if (after !== undefined && !isEnded(after)) end(turn, after, 'marketOrderNoLiquidityRejected')
}

/** A fifth of a large position; within half a minute of that, what is left goes whole. */
function firstPartOf(turn: Turn, scope: Scope, position: Position): Size {
  const { lot } = instrumentOf(turn.markets, position.symbol)
  const whole = magnitude<bigint>(position.size)
  if (worthOf(position, markOf(turn.markets, position.symbol)) <= PARTIAL_ABOVE) return size(whole)
  emit(turn, { kind: 'cooling', scope: scopeKey(scope), until: turn.now + COOLING_MS })
  const part = (whole / PARTS / lot) * lot
  return size(part === 0n ? whole : part)
}

/** What a turn that closed the last cross position left owing is paid by the venue: after a liquidation, and after the user's own close. */
export function payDebt(turn: Turn): void {
  const debt = -balanceOf(turn.state, 'user:cash')
  if (debt <= 0n || positionsOf(turn.state, null).length > 0) return
  if (turn.events.some((event) => event.kind === 'filled' && event.position === null)) insure(turn, null, debt)
}

/** What the liquidation of an isolated position took from the account's cash with its last part: by its terms it may take nothing. */
function payBeyondMargin(turn: Turn, symbol: string): void {
  let cash = 0n
  for (const event of turn.events) {
    if (event.kind !== 'filled' || event.symbol !== symbol || !event.clientId.startsWith('liquidation:')) continue
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
