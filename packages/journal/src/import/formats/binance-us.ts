import { magnitude } from '@aerie/core/numbers/units'
import type { Cells } from '../cells.ts'
import { fillOf } from '../entries.ts'
import type { ImportFormat } from '../format.ts'
import { conversionOf } from './kucoin.ts'

/** Of dollars some files have only the value. */
const amountOf = (cells: Cells, name: string): bigint =>
  magnitude(cells.decimalOrZero(`Realized Amount For ${name} Asset`)) ||
  magnitude(cells.decimalOrZero(`Realized Amount For ${name} Asset In USD`, `Realized Amount For ${name} Asset In USD Value`))

/** Tax export of all transactions; until 2022 the names of its columns have underscores. Source: BittyTax. */
export const binanceUs: ImportFormat = {
  id: 'binance-us-transactions',
  exchange: 'Binance.US',
  title: 'Transactions',
  columns: ['Category', 'Operation', 'Primary Asset', 'Base Asset', 'Realized Amount For Base Asset', 'Quote Asset', 'Fee Asset'],
  time: 'Time',
  isSpot: true,
  read: ({ cells, at }) => {
    const category = cells.text('Category')
    const isTrade = /^spot trading$/i.test(category)
    if (!isTrade && !/^(?:buy|sell|quick buy|quick sell|convert)$/i.test(category)) return undefined
    const [base, quote] = [cells.text('Base Asset'), cells.text('Quote Asset')]
    const fee = { amount: magnitude(cells.decimalOrZero('Realized Amount For Fee Asset')), coin: cells.text('Fee Asset').toUpperCase() }
    const tradeId = cells.text('Transaction ID')
    if (!isTrade) {
      const [given, got] = [base, quote].map(
        (coin, of) => `${cells.text(`Realized Amount For ${of === 0 ? 'Base' : 'Quote'} Asset`)} ${coin}`,
      )
      return { ...conversionOf(at, given ?? '', got ?? ''), fee, tradeId }
    }
    const size = amountOf(cells, 'Base')
    return fillOf({
      at,
      symbol: `${base}-${quote}`,
      side: cells.text('Operation'),
      price: size === 0n ? 0n : (amountOf(cells, 'Quote') * ONE) / size,
      size,
      fee: fee.amount,
      feeCoin: fee.coin,
      isSpot: true,
      tradeId,
    })
  },
}

const ONE = 1_000_000_000_000n
