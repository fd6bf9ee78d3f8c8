import { magnitude } from '@aerie/core/numbers/units'
import { fillOf } from '../entries.ts'
import type { ImportFormat } from '../format.ts'

/**
 * Transactions. Since 2025 currencies have columns of their own; before, they follow the figures: `0.10000000 BTC`. Values are rounded to
 * cents, rates are not. Source: BittyTax, Everytrade's Bitstamp tests, public converters.
 */
export const bitstampTransactions: ImportFormat = {
  id: 'bitstamp-transactions',
  exchange: 'Bitstamp',
  title: 'Transactions',
  columns: ['Type', 'Account', 'Amount', 'Value', 'Rate', 'Fee', ['Subtype', 'Sub Type']],
  time: 'Datetime',
  isSpot: true,
  read: ({ cells, at }) => {
    if (!/^market$/i.test(cells.text('Type'))) return undefined
    const amountOf = (name: string): { readonly value: bigint; readonly coin: string } => {
      const { value, unit } = cells.amount(name)
      return { value, coin: unit || cells.text(`${name} currency`) }
    }
    const [coins, { coin: quote }, fee] = [amountOf('Amount'), amountOf('Value'), amountOf('Fee')]
    return fillOf({
      at,
      symbol: `${coins.coin}/${quote}`,
      side: cells.text('Subtype', 'Sub Type'),
      price: amountOf('Rate').value,
      size: coins.value,
      fee: magnitude(fee.value),
      feeCoin: fee.coin,
      isSpot: true,
      tradeId: cells.text('ID'),
    })
  },
}
