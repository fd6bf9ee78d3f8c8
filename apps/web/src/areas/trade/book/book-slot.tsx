import { size as sizeOf, sizeText } from '@aerie/core/numbers/units'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { queryClient } from '../../../platform/api/query-client.ts'
import { exactFigure } from '../../../platform/format/figures.ts'
import type { BookLevel } from '../../market/depth/ladder-painter.ts'
import { OrderBook } from '../../market/depth/order-book.tsx'
import { sizeFrom } from '../../trading/account/exact.ts'
import { instrumentsQuery } from '../../trading/account/instruments.ts'
import { useOpenOrders } from '../../trading/account/trading-store.ts'
import { useArmed } from '../../trading/orders/armed.ts'
import { levelPrice, ordersAt, restingOf } from '../../trading/orders/level-prices.ts'
import { quickOrder } from '../../trading/orders/quick-order.ts'
import { hasField, ORDER_KINDS } from '../../trading/ticket/order-kinds.ts'
import { changeTicket, turnTicket, useTicket } from '../../trading/ticket/ticket-draft.ts'
import type { SlotProps } from '../../workspace/slots/slot.ts'

/** Clicking a price fills the ticket, or places an order while armed. */
export function BookSlot({ symbol }: SlotProps) {
  const orders = useOpenOrders()
  useQuery(instrumentsQuery, queryClient)
  const markOf = useMemo(() => {
    const own = restingOf(orders?.values() ?? [], symbol)
    return (level: BookLevel) => (own.length === 0 ? null : ownText(ordersAt(own, { symbol, ...level }), symbol))
  }, [orders, symbol])
  const onPick = useCallback((level: BookLevel) => pick(symbol, level), [symbol])
  return <OrderBook symbol={symbol} markOf={markOf} onPick={onPick} />
}

function ownText(own: readonly TradingOrder[], symbol: string): string | null {
  if (own.length === 0) return null
  const left = sizeOf(own.reduce((sum, { size, filled }) => sum + ((sizeFrom(size) ?? 0n) - (sizeFrom(filled) ?? 0n)), 0n))
  return `Yours: ${exactFigure(sizeText(left))} ${symbol}`
}

/** A click on a bid buys, on an ask sells (joins that side). */
function pick(symbol: string, { side, price }: BookLevel): void {
  const at = levelPrice(symbol, price)
  if (at === null) return
  const own = side === 'bid' ? 'buy' : 'sell'
  if (useArmed.getState().isArmed) return void quickOrder(symbol, { side: own, type: 'limit', price: at })
  turnTicket(symbol)
  const { type } = useTicket.getState().draft
  changeTicket(hasField(ORDER_KINDS[type], 'price') ? { price: at } : { type: 'limit', price: at })
}
