import { nearestTick } from '@aerie/core/market/price-grid'
import { priceText } from '@aerie/core/numbers/units'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import { readInstrument } from '../account/instruments.ts'

export function levelPrice(symbol: string, drawn: number): string | null {
  const terms = readInstrument(symbol)
  const at = terms === null ? null : nearestTick(drawn, terms.tick)
  return at === null ? null : priceText(at)
}

/** Prefilters the user's resting orders of a coin, so that checking each level of a book is cheap. */
export const restingOf = (orders: Iterable<TradingOrder>, symbol: string): readonly TradingOrder[] =>
  [...orders].filter((order) => order.symbol === symbol && order.price !== null && isResting(order))

/** The user's resting orders at a level, which may group several prices: a bid's reaches up, an ask's down. */
export function ordersAt(
  orders: Iterable<TradingOrder>,
  {
    symbol,
    side,
    price,
    step,
  }: { readonly symbol: string; readonly side: 'bid' | 'ask'; readonly price: number; readonly step: number | null },
): readonly TradingOrder[] {
  const reach = step ?? price * 1e-9
  const wanted = side === 'bid' ? 'buy' : 'sell'
  return [...orders].filter((order) => {
    if (order.symbol !== symbol || order.side !== wanted || order.price === null || !isResting(order)) return false
    const away = side === 'bid' ? Number(order.price) - price : price - Number(order.price)
    return away > -price * 1e-9 && away < reach
  })
}

export const isResting = ({ state }: Pick<TradingOrder, 'state'>): boolean => state === 'open' || state === 'partiallyFilled'
