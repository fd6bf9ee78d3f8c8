import { DECIMALS, decimalText, FRACTION_ONE, magnitude } from '@aerie/core/numbers/units'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import { stopsOf } from '../orders/stops.ts'
import { priceFrom } from './exact.ts'

/** The position closest to liquidation; `away` is the distance as a fraction of the mark. */
export type Nearest = { readonly symbol: string; readonly price: string; readonly away: string }

/** Null if no price above 0 liquidates any position, or none is known. */
export function nearestLiquidation(positions: Iterable<TradingPosition>): Nearest | null {
  let nearest: { readonly away: bigint; readonly of: TradingPosition } | null = null
  for (const of of positions) {
    const [mark, price] = [priceFrom(of.mark), priceFrom(of.liquidation_price)]
    if (mark === null || price === null || mark <= 0n) continue
    const away = (magnitude<bigint>(mark - price) * FRACTION_ONE) / mark
    if (nearest === null || away < nearest.away) nearest = { away, of }
  }
  if (nearest === null) return null
  const { away, of } = nearest
  return { symbol: of.symbol, price: of.liquidation_price ?? '', away: decimalText(away, DECIMALS.fraction) }
}

export const unguarded = (positions: Iterable<TradingPosition>, orders: readonly TradingOrder[]): readonly string[] =>
  [...positions].filter((position) => stopsOf(position, orders).length === 0).map(({ symbol }) => symbol)
