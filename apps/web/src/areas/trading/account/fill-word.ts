import { isLiquidationId } from '@aerie/wire/trading/trading-orders'
import type { TradingFill } from '@aerie/wire/trading/trading-positions'

export function fillWord({ side, client_id }: Pick<TradingFill, 'side' | 'client_id'>): string {
  if (isLiquidationId(client_id)) return 'Liquidated'
  return side === 'buy' ? 'Bought' : 'Sold'
}
