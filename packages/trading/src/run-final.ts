import { type Notional, notional, priceText, size, sizeText, usdcCeil, usdcFloor, usdcText } from '@aerie/core/units'
import type { Position } from './fill.ts'
import { unrealisedOf } from './fill.ts'
import { exactMaintenance, initialMarginOf, liquidationPrice, markOf, positionsOf } from './margin.ts'
import type { Order } from './order.ts'
import { averagePrice, balanceOf, ledgerTotal } from './state.ts'
import type { Turn } from './turn.ts'

/** What an account holds, with every figure as decimal text. */
export function closingState(turn: Turn): Record<string, unknown> {
  const { state, markets } = turn
  const positions = [...state.positions.values()]
  const cash = balanceOf(state, 'user:cash')
  const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, one) => total + one, 0n)
  const own = sum(positions.map(({ margin }) => margin))
  const exact = sum(positions.map((one) => unrealisedOf(one, markOf(markets, one.symbol))))
  const scopes = [null, ...positions.filter(({ mode }) => mode === 'isolated').map(({ symbol }) => symbol)]
  const maintenance = sum(
    scopes.filter((scope) => positionsOf(state, scope).length > 0).map((scope) => usdcCeil(exactMaintenance(state, markets, scope))),
  )
  const used = sum(positions.map((one) => initialMarginOf(one, markOf(markets, one.symbol))))
  const amountText = (amount: bigint): string => usdcText(amount as typeof cash) // sums of micro-USDC
  return {
    cash: usdcText(cash),
    equity: amountText(cash + own + usdcFloor(notional(exact))),
    margin_used: amountText(used),
    maintenance: amountText(maintenance),
    positions: positions.map((one) => positionJson(turn, one)),
    orders: [...state.orders.values()].map(orderJson),
    ledger: Object.fromEntries([...state.ledger].map(([account, amount]) => [account, usdcText(amount)])),
    ledger_total: usdcText(ledgerTotal(state)),
  }
}

function positionJson({ state, markets }: Turn, position: Position): Record<string, unknown> {
  const { symbol, size: held, cost, mode } = position
  const mark = markOf(markets, symbol)
  const liquidation = liquidationPrice(state, markets, symbol)
  return {
    symbol,
    size: sizeText(held),
    entry: priceText((cost / held) as typeof mark), // 10⁻²⁴ divided by 10⁻¹²
    mode,
    margin: usdcText(initialMarginOf(position, mark)),
    liquidation_price: liquidation === undefined ? null : priceText(liquidation),
    unrealised: usdcText(usdcFloor(unrealisedOf(position, mark) as Notional)),
  }
}

function orderJson(order: Order): Record<string, unknown> {
  const average = averagePrice(order)
  return {
    client_id: order.terms.clientId,
    symbol: order.terms.symbol,
    state: order.state,
    filled: sizeText(size(order.filled)),
    average_price: average === undefined ? null : priceText(average),
    reason: order.reason ?? null,
  }
}
