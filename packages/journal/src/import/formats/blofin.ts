import { magnitude } from '@aerie/core/numbers/units'
import { type Cells, NothingFilled, RowProblem } from '../cells.ts'
import { feeOf, fillOf, fundingOf, type ImportedFill, sizeOf } from '../entries.ts'
import type { ImportFormat } from '../format.ts'
import { coinsOf, joinedSymbol } from '../markets.ts'
import { coinsOfContracts } from './kucoin.ts'

const MARKET = 'Underlying Asset'
const TIME = ['Order Time', 'order_time'] as const
const PRICE = ['Avg Fill', 'Avg Filled price', 'price'] as const

/** Futures orders that were filled, in two versions: figures with their coins, or with a column for each. Source: BittyTax, rows in public journals. */
export const blofinFutures: ImportFormat = {
  id: 'blofin-futures-orders',
  exchange: 'BloFin',
  title: 'Futures order history',
  columns: [MARKET, 'Side', ['Avg Fill', 'price'], ['Filled', 'Filled(Quantity)'], 'PNL', 'Fee', 'Reduce-only', 'Status'],
  time: TIME,
  showsRealized: true,
  paidFees: 'positive',
  read: ({ cells, at }) => filledOrder(cells, at, false),
}

/** Spot orders that were filled. Source: BittyTax. */
export const blofinSpot: ImportFormat = {
  id: 'blofin-spot-orders',
  exchange: 'BloFin',
  title: 'Spot order history',
  columns: [MARKET, 'Side', ['Avg Fill', 'Avg Filled price'], ['Filled', 'Filled(Quantity)'], 'Fee', 'Order options', 'Status'],
  time: TIME,
  isSpot: true,
  paidFees: 'positive',
  read: ({ cells, at }) => filledOrder(cells, at, true),
}

/** Funding of futures. Source: BittyTax. */
export const blofinFunding: ImportFormat = {
  id: 'blofin-funding',
  exchange: 'BloFin',
  title: 'Funding fees',
  columns: ['symbol', 'Funding rate', 'Funding type', 'real_funding_amount'],
  time: 'Time',
  read: ({ cells, at }) => {
    const [type, paid] = [cells.text('Funding type').slice(0, 40), magnitude(cells.decimal('real_funding_amount'))]
    if (!/^(?:pay|receive)$/i.test(type)) throw new RowProblem(`neither paid nor received: ${type}`)
    return fundingOf({ at, symbol: marketOf(cells.text('symbol')), amount: /^pay$/i.test(type) ? -paid : paid, tradeId: '' })
  },
}

/** `BTC-USDT` in one version, `BTCUSDT` in the other. */
function marketOf(text: string): string {
  const { base, quote } = coinsOf(text.toUpperCase().slice(0, 40))
  return /-USD$/i.test(text.slice(0, 40)) ? text : joinedSymbol(base, quote)
}

function filledOrder(cells: Cells, at: number, isSpot: boolean): ImportedFill {
  const [symbol, side] = [marketOf(cells.text(MARKET)), cells.text('Side')]
  if (!isSpot && /-USD$/i.test(symbol.slice(0, 40)))
    throw new RowProblem(`${symbol.slice(0, 40)} is margined in the coin itself, and the file does not show how much one contract is worth`)
  if (cells.amount('Filled', 'Filled(Quantity)').value === 0n) throw new NothingFilled('the size is 0')
  const price = cells.amount(...PRICE).value
  const [coins, value] = [sizeOf(cells, ['Filled', 'Filled(Quantity)'], { symbol, price }), magnitude(cells.amount('Filled(Value)').value)]
  const realized = cells.amount('PNL').value
  const { quote } = coinsOf(symbol.toUpperCase().slice(0, 40))
  return fillOf({
    at,
    symbol,
    side,
    price,
    size: isSpot || value === 0n ? coins : coinsOfContracts(magnitude(coins), price, value),
    ...feeOf(cells, { fee: ['Fee'] }, isSpot ? '' : quote),
    ...(isSpot ? { isSpot } : { realized, closes: /^y/i.test(cells.text('Reduce-only')) ? 'all' : realized === 0n ? undefined : 'some' }),
  })
}
