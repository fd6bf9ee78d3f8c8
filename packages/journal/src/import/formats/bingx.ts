import { magnitude } from '@aerie/core/numbers/units'
import { RowProblem, valueName } from '../cells.ts'
import { feeOf, fillOf, fundingOf, sizeOf } from '../entries.ts'
import type { ImportFormat } from '../format.ts'

const ORDER_ID = ['Order No', 'OrderNo', 'Order ID'] as const

/** @throws RowProblem for a market with contracts in dollars */
function refuseInverse(symbol: string): void {
  if (/-USD$/i.test(symbol.slice(0, 40)))
    throw new RowProblem(`${symbol.slice(0, 40)} is margined in the coin itself, and the file does not show how much one contract is worth`)
}

/**
 * Futures orders that were filled, each at its price; the file is a spreadsheet, whatever its name. The zone is in the name of the time column.
 * Source: columns of real exports in public journals and in notes on them (October 2026).
 */
export const bingxFutures: ImportFormat = {
  id: 'bingx-futures-orders',
  exchange: 'BingX',
  title: 'Futures order history',
  columns: [ORDER_ID, 'Pair', 'Type', 'DealPrice', 'Quantity', 'Fee', 'Realized PNL'],
  time: 'Time',
  isNewestFirst: true,
  paidFees: 'most',
  read: ({ cells, at }) => {
    const symbol = cells.text('Pair')
    if (cells.amount('Quantity').value === 0n) return undefined
    refuseInverse(symbol)
    const price = cells.amount('DealPrice').value
    return fillOf({
      at,
      symbol,
      side: cells.text('Type'),
      closes: cells.amount('Realized PNL').value === 0n ? undefined : 'some',
      price,
      size: magnitude(sizeOf(cells, ['Quantity'], { symbol, price })),
      ...feeOf(cells, { fee: ['Fee'] }),
      tradeId: cells.text(...ORDER_ID),
    })
  },
}

/** Spot orders that were filled; the fee is in the coin received. Source: as above. */
export const bingxSpot: ImportFormat = {
  id: 'bingx-spot-orders',
  exchange: 'BingX',
  title: 'Spot order history',
  columns: [ORDER_ID, 'Pair', 'Type', 'Price', 'Amount', 'Order Value', 'Fee', 'Fee Coin'],
  time: 'Time',
  isSpot: true,
  isNewestFirst: true,
  paidFees: 'most',
  read: ({ cells, at }) => {
    const symbol = cells.text('Pair')
    if (cells.amount('Amount').value === 0n) return undefined
    const price = cells.amount('Price').value
    return fillOf({
      at,
      symbol,
      side: cells.text('Type'),
      price,
      size: sizeOf(cells, ['Amount'], { symbol, price }),
      ...feeOf(cells, { fee: ['Fee'] }),
      isSpot: true,
      tradeId: cells.text(...ORDER_ID),
    })
  },
}

/** Futures account; only funding is imported, as the other rows have no prices. Source: as above, and a public report tool. */
export const bingxFunds: ImportFormat = {
  id: 'bingx-futures-funds',
  exchange: 'BingX',
  title: 'Futures transactions',
  columns: ['type', 'Details', 'Amount', 'newAvailableAmount', 'Assets', 'Futures'],
  time: 'Time',
  read: ({ cells, at }) => {
    if (!valueName(cells.text('type').slice(0, 60)).startsWith('funding')) return undefined
    const symbol = cells.text('Futures')
    refuseInverse(symbol)
    const { value: amount, unit } = cells.amount('Amount')
    return fundingOf({ at, symbol, amount, coin: unit || cells.text('Assets'), tradeId: '' })
  },
}
