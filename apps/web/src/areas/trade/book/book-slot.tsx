import { size as sizeOf, sizeText } from '@aerie/core/numbers/units'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { queryClient } from '../../../platform/api/query-client.ts'
import { exactFigure } from '../../../platform/format/figures.ts'
import { type BookLevel, OrderBook } from '../../market/index.ts'
import {
  changeTicket,
  hasField,
  instrumentsQuery,
  levelPrice,
  ORDER_KINDS,
  ordersAt,
  quickOrder,
  restingOf,
  sizeFrom,
  turnTicket,
  useArmed,
  useOpenOrders,
  useTicket,
} from '../../trading/index.ts'
import type { SlotProps } from '../../workspace/index.ts'

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
