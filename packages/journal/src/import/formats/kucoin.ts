import { fillOf } from '../entries.ts'
import type { ImportFormat } from '../format.ts'

/**
 * Spot trades of the "Filled Orders" files, with and without order splitting; the zone is in the name of the time column.
 * Source: columns in the tests of Everytrade's KuCoin parser (`Filled Time(UTC+02:00)`) and Exitbook's types.
 */
export const kucoinSpot: ImportFormat = {
  id: 'kucoin-spot',
  exchange: 'KuCoin',
  title: 'Spot filled orders',
  columns: ['Order ID', 'Symbol', 'Side', 'Avg. Filled Price', 'Filled Amount', 'Filled Volume', 'Fee', 'Fee Currency'],
  time: 'Filled Time',
  isSpot: true,
  read: ({ cells, at }) => {
    if (cells.decimalOrZero('Filled Amount') === 0n) return undefined
    return fillOf({
      at,
      symbol: cells.text('Symbol'),
      side: cells.text('Side'),
      price: cells.decimal('Avg. Filled Price'),
      size: cells.decimal('Filled Amount'),
      fee: cells.decimalOrZero('Fee'),
      feeCoin: cells.text('Fee Currency'),
      isSpot: true,
    })
  },
}
