import { RowProblem } from '../cells.ts'
import { feeOf, fillOf, sizeOf } from '../entries.ts'
import type { ImportFormat } from '../format.ts'

/** Spot trades; the fee includes its coin. Source: Everytrade's Huobi tests (`Exchange,LTC/BTC,Buy,0.006040,0.8940,0.0053,0.00178800LTC`). */
export const htxSpot: ImportFormat = {
  id: 'htx-spot',
  exchange: 'HTX',
  title: 'Spot trade history',
  columns: ['Type', 'Pair', 'Side', 'Price', 'Amount', 'Total', 'Fee'],
  time: 'Time',
  isNewestFirst: true,
  paidFees: 'positive',
  read: ({ cells, at }) => {
    const kind = cells.text('Type').slice(0, 40)
    if (!/^(?:exchange|spot|.*margin)/i.test(kind)) throw new RowProblem(`not a known kind of row: ${kind}`)
    const symbol = cells.text('Pair')
    const price = cells.decimal('Price')
    return fillOf({
      at,
      symbol,
      side: cells.text('Side'),
      price,
      size: sizeOf(cells, ['Amount'], { symbol, price }),
      ...feeOf(cells, { fee: ['Fee'] }),
      // A margin account may sell borrowed coins.
      isSpot: !/margin/i.test(kind),
    })
  },
}
