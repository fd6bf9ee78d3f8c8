import { type Price, priceText } from '@aerie/core/numbers/units'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import { notify } from '../../../platform/toasts/toast.ts'
import type { TicketOrder } from '../ticket/read-ticket.ts'
import { positionCommand } from './commands.ts'
import { moveTrigger } from './order-moves.ts'
import { isLong, isWholeStop, stopOf } from './stops.ts'
import { sendOrder } from './submissions.ts'

/** An exit for the whole position, following its size. */
const addExit = (position: TradingPosition, trigger: Price, type: 'stop' | 'take_profit'): Promise<unknown> => {
  const notSet = type === 'stop' ? 'No stop was set' : 'No take profit was set'
  const order: TicketOrder = {
    symbol: position.symbol,
    side: position.size.startsWith('-') ? 'buy' : 'sell',
    type,
    trigger: priceText(trigger),
    trigger_by: 'mark',
    reduce_only: true,
  }
  return positionCommand(position.symbol, notSet, async () => {
    const outcome = await sendOrder(order)
    if (outcome.kind === 'refused') notify('error', `${notSet}: ${outcome.message}`, { multiple: true })
  })
}

/** Sets the stop of a whole position: moves an existing one or sends one. Partial stops stay. */
export function setStop(position: TradingPosition, orders: Iterable<TradingOrder>, to: Price): Promise<unknown> {
  const existing = stopOf(position, orders)
  return existing === undefined ? addExit(position, to, 'stop') : moveTrigger(existing, to)
}

const takeProfitOf = (position: TradingPosition, orders: Iterable<TradingOrder>): TradingOrder | undefined =>
  [...orders].find(
    (order) =>
      order.symbol === position.symbol &&
      order.side === (isLong(position) ? 'sell' : 'buy') &&
      (order.role === 'take_profit' || (order.type === 'take_profit' && order.reduce_only)) &&
      isWholeStop(order, position),
  )

/** Sets the take-profit of a whole position: moves an existing one or sends one. Partial ones stay. */
export function setTakeProfit(position: TradingPosition, orders: Iterable<TradingOrder>, to: Price): Promise<unknown> {
  const existing = takeProfitOf(position, orders)
  return existing === undefined ? addExit(position, to, 'take_profit') : moveTrigger(existing, to)
}
