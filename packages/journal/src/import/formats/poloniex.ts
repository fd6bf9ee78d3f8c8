import { magnitude } from '@aerie/core/numbers/units'
import { RowProblem } from '../cells.ts'
import { fillOf } from '../entries.ts'
import type { ImportFormat } from '../format.ts'
import { coinsOf } from '../markets.ts'

/**
 * Trades. The fee is what is missing in the total that was received: `Quote Total Less Fee` is in the coins bought, `Base Total Less Fee` in the
 * currency. Source: rows of real exports in public converters, BittyTax.
 */
export const poloniexTrades: ImportFormat = {
  id: 'poloniex-trades',
  exchange: 'Poloniex',
  title: 'Trade history',
  columns: ['Market', 'Category', 'Type', 'Price', 'Amount', 'Total', 'Fee', 'Base Total Less Fee', 'Quote Total Less Fee'],
  time: 'Date',
  isSpot: true,
  read: ({ cells, at }) => {
    const category = cells.text('Category').slice(0, 40)
    if (!/^exchange$/i.test(category)) throw new RowProblem(`trades of the margin account are not read: ${category}`)
    const [symbol, side] = [cells.text('Market'), cells.text('Type')]
    const { base, quote } = coinsOf(symbol.toUpperCase().slice(0, 40))
    const [got, left] = (/^buy$/i.test(side) ? ['Amount', 'Quote Total Less Fee'] : ['Total', 'Base Total Less Fee']).map((name) =>
      magnitude(cells.decimal(name)),
    )
    return fillOf({
      at,
      symbol,
      side,
      price: cells.decimal('Price'),
      size: cells.decimal('Amount'),
      fee: (got ?? 0n) - (left ?? 0n),
      feeCoin: /^buy$/i.test(side) ? base : quote,
      isSpot: true,
    })
  },
}
