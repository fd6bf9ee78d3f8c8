import { priceText, size, sizeText, usdcText } from '@aerie/core/numbers/units'
import { accountFigures, entryOf, positionFigures } from '../margin/figures.ts'
import type { Position } from '../matching/fill.ts'
import type { Order } from '../orders/order.ts'
import { averagePrice, ledgerTotal } from '../state.ts'
import type { Turn } from '../turn.ts'

/** What an account holds, with every figure as decimal text. */
export function closingState(turn: Turn): Record<string, unknown> {
  const { state, markets } = turn
  const { cash, equity, marginUsed, maintenance } = accountFigures(state, markets)
  return {
    cash: usdcText(cash),
    equity: usdcText(equity),
    margin_used: usdcText(marginUsed),
    maintenance: usdcText(maintenance),
    positions: [...state.positions.values()].map((one) => positionJson(turn, one)),
    orders: [...state.orders.values()].map(orderJson),
    ledger: Object.fromEntries([...state.ledger].map(([account, amount]) => [account, usdcText(amount)])),
    ledger_total: usdcText(ledgerTotal(state)),
  }
}

function positionJson({ state, markets }: Turn, position: Position): Record<string, unknown> {
  const { liquidation, margin, unrealised } = positionFigures(state, markets, position)
  return {
    symbol: position.symbol,
    size: sizeText(position.size),
    entry: priceText(entryOf(position)),
    mode: position.mode,
    margin: usdcText(margin),
    liquidation_price: liquidation === undefined ? null : priceText(liquidation),
    unrealised: usdcText(unrealised),
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
