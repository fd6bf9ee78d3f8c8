import { stepTicks } from '@aerie/core/market/price-grid'
import { type Price, price } from '@aerie/core/numbers/units'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import { priceFrom, sizeFrom } from '../account/exact.ts'
import type { InstrumentTerms } from '../ticket/ticket-terms.ts'

export const isLong = ({ size }: Pick<TradingPosition, 'size'>): boolean => !size.startsWith('-')

export const stopsOf = (position: TradingPosition, orders: Iterable<TradingOrder>): readonly TradingOrder[] =>
  [...orders].filter(
    ({ symbol, side, type, role, reduce_only }) =>
      symbol === position.symbol &&
      side === (isLong(position) ? 'sell' : 'buy') &&
      (role === 'stop_loss' || (type === 'stop' && reduce_only)),
  )

export function isWholeStop({ size, filled }: Pick<TradingOrder, 'size' | 'filled'>, position: Pick<TradingPosition, 'size'>): boolean {
  const [sent, done, held] = [sizeFrom(size), sizeFrom(filled), sizeFrom(position.size.replace('-', ''))]
  // Without a size it follows the position.
  return sent === 0n || (sent !== null && done !== null && held !== null && sent - done >= held)
}

export const stopOf = (position: TradingPosition, orders: Iterable<TradingOrder>): TradingOrder | undefined =>
  stopsOf(position, orders).find((order) => isWholeStop(order, position))

/** The entry price, rounded to a tick in the direction of profit: a stop there loses nothing but fees. */
export function breakEven(position: TradingPosition, { tick }: Pick<InstrumentTerms, 'tick'>): Price | null {
  const entry = priceFrom(position.entry)
  if (entry === null) return null
  if (entry % tick === 0n) return entry
  return isLong(position) ? stepTicks(price(entry - (entry % tick)), tick, 1) : price(entry - (entry % tick))
}

/** Why a stop at the entry is impossible now; null if it is possible. */
export function breakEvenProblem(position: TradingPosition, to: Price | null): string | null {
  const mark = priceFrom(position.mark)
  if (mark === null || to === null) return 'The mark price is not known.'
  const isBeyond = isLong(position) ? mark > to : mark < to
  return isBeyond ? null : 'The mark price has not passed your entry. A stop there would close the position at once.'
}
