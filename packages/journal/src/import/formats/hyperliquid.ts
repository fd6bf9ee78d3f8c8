import { fillOf, microOf, symbolOf } from '../entries.ts'
import type { ImportFormat } from '../format.ts'

/** Trades, with dates in the browser's locale. */
export const hyperliquidTrades: ImportFormat = {
  id: 'hyperliquid-trades',
  exchange: 'Hyperliquid',
  title: 'Trade history',
  columns: ['time', 'coin', 'dir', 'px', 'sz', 'ntl', 'fee', 'closedPnl'],
  time: 'time',
  read: ({ cells, at }) =>
    fillOf({
      at,
      symbol: cells.text('coin'),
      side: hyperliquidSide(cells.text('dir')),
      price: cells.decimal('px'),
      size: cells.decimal('sz'),
      fee: cells.decimalOrZero('fee'),
      feeCoin: 'USDC',
    }),
}

/** `Long > Short` sells through zero. */
function hyperliquidSide(direction: string): string {
  const flip = /^(long|short)\s*>\s*(long|short)$/i.exec(direction)
  if (flip === null) return direction
  return flip[1]?.toLowerCase() === 'long' ? 'sell' : 'buy'
}

/** Funding payments. */
export const hyperliquidFunding: ImportFormat = {
  id: 'hyperliquid-funding',
  exchange: 'Hyperliquid',
  title: 'Funding history',
  columns: ['time', 'coin', 'sz', 'side', 'payment', 'rate'],
  time: 'time',
  read: ({ cells, at }) => ({
    kind: 'funding',
    at,
    symbol: symbolOf(cells.text('coin')),
    amount: microOf(cells.decimal('payment')),
    tradeId: '',
  }),
}
