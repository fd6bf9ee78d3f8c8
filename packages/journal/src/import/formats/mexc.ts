import { amountOf } from '../cells.ts'
import { fillOf } from '../entries.ts'
import type { ImportFormat } from '../format.ts'

/** Spot trades; the fee includes its coin. Source: sample rows in public parsers (`LTC_USDT,…,0.01229430USDT,Taker`). */
export const mexcSpot: ImportFormat = {
  id: 'mexc-spot',
  exchange: 'MEXC',
  title: 'Spot trade history',
  columns: ['Pairs', 'Side', 'Filled Price', 'Executed Amount', 'Total', 'Fee', 'Role'],
  time: 'Time',
  isSpot: true,
  read: ({ cells, at }) => {
    const symbol = cells.text('Pairs')
    const fee = amountOf(cells.text('Fee') || '0', 'Fee', symbol.split('_')[0] ?? '')
    return fillOf({
      at,
      symbol,
      side: cells.text('Side'),
      price: cells.decimal('Filled Price'),
      size: cells.decimal('Executed Amount'),
      fee: fee.value,
      feeCoin: fee.unit,
      isSpot: true,
    })
  },
}
