import type { Cells } from '../cells.ts'
import { fillOf, fundingOf, positionOf, sizeOf } from '../entries.ts'
import type { ImportFormat } from '../format.ts'
import { coinsOf } from '../markets.ts'

/** A perpetual has the name of its coin; one that looks like a pair, as `MARS` does of Argentine pesos, gets its quote. */
export const hyperliquidMarket = (coin: string): string =>
  coin.includes('/') || coinsOf(coin.toUpperCase().slice(0, 40)).quote === 'USDC' ? coin : `${coin}-USDC`

/** Trades, with dates in the browser's locale. */
export const hyperliquidTrades: ImportFormat = {
  id: 'hyperliquid-trades',
  exchange: 'Hyperliquid',
  title: 'Trade history',
  hasLocalFigures: true,
  columns: ['coin', ['dir', 'direction'], ['px', 'price'], ['sz', 'size'], 'fee', ['closedPnl', 'Closed PNL', 'ntl', 'Trade Value']],
  time: 'time',
  total: ['ntl', 'Trade Value'],
  read: ({ cells, at }) => {
    const [base, quote] = cells.text('coin').split('/')
    const direction = cells.text('dir', 'direction')
    const symbol = hyperliquidMarket(cells.text('coin'))
    return fillOf({
      at,
      symbol,
      side: hyperliquidSide(direction),
      price: cells.decimal('px', 'price'),
      size: sizeOf(cells, ['sz', 'size'], { symbol, price: cells.decimal('px', 'price') }),
      fee: cells.amount('fee').value,
      feeCoin:
        cells.text('feeToken', 'fee token') ||
        cells.amount('fee').unit ||
        (quote !== undefined && isPaidInCoins(cells, direction) ? (base ?? '') : 'USDC'),
      isSpot: quote !== undefined,
      // Without a known position it is not known how much it closes.
      closes: FLIP.test(direction) ? 'some' : undefined,
      position: hyperliquidPosition(direction),
      tradeId: cells.text('tid', 'trade id'),
    })
  },
}

/** A spot purchase pays its fee in the bought coin, unless the profit column, which is the negative fee in dollars, equals the fee. */
function isPaidInCoins(cells: Cells, direction: string): boolean {
  if (!/^buy$/i.test(direction)) return false
  const fee = cells.amount('fee').value
  return cells.text('closedPnl') === '' || fee <= 0n || cells.amount('closedPnl', 'Closed PNL').value !== -fee
}

/** `Long > Short` sells through zero. */
export const FLIP = /^(long|short)\s*>\s*(?:long|short)$/i

/** Position that a fill opens or closes. If the journal has one of the other direction, trades that no file has closed it. */
export const hyperliquidPosition = (direction: string): 'long' | 'short' | undefined =>
  FLIP.test(direction) ? undefined : positionOf(direction.split(' ').at(-1) ?? '')

function hyperliquidSide(direction: string): string {
  // Coins worth too little to be sold are exchanged by the exchange.
  if (/^spot dust conversion$/i.test(direction)) return 'sell'
  const liquidated = /^market order liquidation: (close (?:long|short))$/i.exec(direction)?.[1]
  if (liquidated !== undefined) return liquidated
  const flip = FLIP.exec(direction)
  if (flip === null) return direction
  return flip[1]?.toLowerCase() === 'long' ? 'sell' : 'buy'
}

/** Funding payments. */
export const hyperliquidFunding: ImportFormat = {
  id: 'hyperliquid-funding',
  exchange: 'Hyperliquid',
  title: 'Funding history',
  columns: ['coin', ['sz', 'size', 'Position size'], ['side', 'Position side'], 'payment', ['rate', 'Funding rate']],
  time: 'time',
  read: ({ cells, at }) =>
    fundingOf({
      at,
      symbol: hyperliquidMarket(cells.text('coin')),
      amount: cells.decimal('payment'),
      tradeId: '',
      position: positionOf(cells.text('side', 'Position side')),
    }),
}
