import type { Cells } from '../cells.ts'
import { fillOf, microOf, symbolOf } from '../entries.ts'
import type { ImportFormat } from '../format.ts'

/** Trades, with dates in the browser's locale. */
export const hyperliquidTrades: ImportFormat = {
  id: 'hyperliquid-trades',
  exchange: 'Hyperliquid',
  title: 'Trade history',
  columns: ['coin', 'dir', 'px', 'sz', 'fee'],
  time: 'time',
  read: ({ cells, at }) => {
    const [base, quote] = cells.text('coin').split('/')
    const direction = cells.text('dir')
    return fillOf({
      at,
      symbol: cells.text('coin'),
      side: hyperliquidSide(direction),
      price: cells.decimal('px'),
      size: cells.decimal('sz'),
      fee: cells.decimalOrZero('fee'),
      feeCoin: cells.text('feeToken', 'fee token') || (quote !== undefined && isPaidInCoins(cells, direction) ? (base ?? '') : 'USDC'),
      isSpot: quote !== undefined,
      tradeId: cells.text('tid', 'trade id'),
    })
  },
}

/** A spot purchase pays its fee in the bought coin, unless the profit column, which is the negative fee in dollars, equals the fee. */
function isPaidInCoins(cells: Cells, direction: string): boolean {
  if (!/^buy$/i.test(direction)) return false
  const fee = cells.decimalOrZero('fee')
  return cells.text('closedPnl') === '' || fee <= 0n || cells.decimalOrZero('closedPnl') !== -fee
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
  columns: ['coin', 'sz', 'side', 'payment', 'rate'],
  time: 'time',
  read: ({ cells, at }) => ({
    kind: 'funding',
    at,
    symbol: symbolOf(cells.text('coin')),
    amount: microOf(cells.decimal('payment')),
    tradeId: '',
  }),
}
