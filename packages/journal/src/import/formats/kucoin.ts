import { magnitude } from '@aerie/core/numbers/units'
import { amountOf, type Cells, RowProblem } from '../cells.ts'
import { fillOf, type ImportedFill, sizeOf } from '../entries.ts'
import type { ImportFormat } from '../format.ts'
import { isInverse, KUCOIN_CONTRACT, moneyRank } from '../markets.ts'

type SpotColumns = { readonly price: string; readonly size: string; readonly fee: string; readonly feeCoin: string }

function spotFill(cells: Cells, at: number, { price, size, fee, feeCoin }: SpotColumns): ImportedFill {
  const symbol = cells.text('Symbol')
  const each = cells.decimal(price)
  return fillOf({
    at,
    symbol,
    side: cells.text('Side'),
    price: each,
    size: sizeOf(cells, [size], { symbol, price: each }),
    fee: cells.decimalOrZero(fee),
    feeCoin: cells.text(feeCoin),
    orderId: cells.text('Order ID', 'id'),
    // A margin account may sell borrowed coins.
    isSpot: !/margin/i.test(cells.text('Account Type').slice(0, 40)),
  })
}

const CURRENT = { size: 'Filled Amount', fee: 'Fee', feeCoin: 'Fee Currency' } as const
const HISTORY = { exchange: 'KuCoin' } as const

const isContract = (symbol: string): boolean => KUCOIN_CONTRACT.test(symbol.slice(0, 40).toUpperCase())

/**
 * Spot and margin fills, from the "show order-splitting" files; the zone is in the name of the time column.
 * Source: Everytrade's KuCoin tests (`Filled Time(UTC+02:00)`), Exitbook's list of KuCoin files.
 */
export const kucoinSpot: ImportFormat = {
  ...HISTORY,
  id: 'kucoin-spot',
  title: 'Spot filled orders',
  columns: ['Order ID', 'Symbol', 'Side', ['Avg. Filled Price', 'Filled Price'], 'Filled Amount', 'Filled Volume', 'Fee', 'Fee Currency'],
  time: ['Filled Time', 'Time Filled'],
  total: 'Filled Volume',
  read: ({ cells, at }) => {
    if (cells.decimalOrZero('Filled Amount') === 0n) return undefined
    if (isContract(cells.text('Symbol'))) return futuresFill(cells, at)
    return spotFill(cells, at, { ...CURRENT, price: cells.text('Avg. Filled Price') === '' ? 'Filled Price' : 'Avg. Filled Price' })
  },
}

/** The same, with all fills of an order in one row. Source: Everytrade's KuCoin tests, with and without a status. */
export const kucoinOrders: ImportFormat = {
  ...kucoinSpot,
  id: 'kucoin-spot-orders',
  title: 'Spot orders',
  columns: [...kucoinSpot.columns, ['Status', 'Order Amount']],
  areOrders: true,
}

/** Spot fills until 2022, with a semicolon and decimal commas in some countries. Source: Everytrade's KuCoin tests; BittyTax. */
export const kucoinSpotOld: ImportFormat = {
  ...HISTORY,
  id: 'kucoin-spot-old',
  title: 'Spot trades (until 2022)',
  columns: ['orderId', 'symbol', 'side', 'price', 'size', 'funds', 'fee', 'feeCurrency'],
  time: 'tradeCreatedAt',
  total: 'funds',
  read: ({ cells, at }) => spotFill(cells, at, { price: 'price', size: 'size', fee: 'fee', feeCoin: 'feeCurrency' }),
}

/** Spot orders until 2022. Source: header lines of public converters. */
export const kucoinOrdersOld: ImportFormat = {
  ...HISTORY,
  id: 'kucoin-orders-old',
  title: 'Spot orders (until 2022)',
  columns: ['symbol', 'side', 'dealSize', 'dealFunds', 'averagePrice', 'fee', 'feeCurrency'],
  time: 'orderCreatedAt',
  areOrders: true,
  read: ({ cells, at }) =>
    cells.decimalOrZero('dealSize') === 0n
      ? undefined
      : spotFill(cells, at, { price: 'averagePrice', size: 'dealSize', fee: 'fee', feeCoin: 'feeCurrency' }),
}

/** Conversions, such as `10285.1148 KAS` for `16272.9897 DOGE`. Source: Everytrade's KuCoin tests. */
export const kucoinConvert: ImportFormat = {
  ...HISTORY,
  id: 'kucoin-convert',
  title: 'Convert orders',
  columns: ['Payment Account', 'Sell', 'Buy', 'Price'],
  time: 'Time of Update',
  read: ({ cells, at }) =>
    /^(?:success|filled|complete|done|$)/i.test(cells.text('Status')) ? conversionOf(at, cells.text('Sell'), cells.text('Buy')) : undefined,
}

/** Trade of two amounts with their coins; the one that is more like money is the quote. @throws RowProblem */
export function conversionOf(at: number, soldText: string, boughtText: string): ImportedFill {
  const [sold, bought] = [amountOf(soldText, 'Sell'), amountOf(boughtText, 'Buy')]
  if (sold.value <= 0n || bought.value <= 0n || sold.unit === '' || bought.unit === '')
    throw new RowProblem('the conversion has no two amounts')
  const isBuy = moneyRank(sold.unit) >= moneyRank(bought.unit)
  const [base, quote] = isBuy ? [bought, sold] : [sold, bought]
  return fillOf({
    at,
    symbol: `${base.unit}-${quote.unit}`,
    side: isBuy ? 'buy' : 'sell',
    price: (quote.value * ONE) / base.value,
    size: base.value,
    fee: 0n,
    feeCoin: '',
    isSpot: true,
  })
}

const ONE = 1_000_000_000_000n

/** Futures fills; the amount is in contracts, the volume its value. Source: Exitbook's list of KuCoin files. */
export const kucoinFutures: ImportFormat = {
  id: 'kucoin-futures',
  exchange: 'KuCoin',
  title: 'Futures filled orders',
  columns: [
    'Order ID',
    'Symbol',
    'Side',
    'Filled Amount',
    ['Filled Price', 'Avg. Filled Price'],
    'Filled Volume',
    'Fee',
    ['Fee Rate', 'Order Type'],
  ],
  time: ['Filled Time', 'Time Filled'],
  paidFees: 'positive',
  read: ({ cells, at }) => (cells.decimalOrZero('Filled Amount') === 0n ? undefined : futuresFill(cells, at)),
}

function futuresFill(cells: Cells, at: number): ImportedFill {
  const symbol = cells.text('Symbol')
  const price = cells.decimal('Filled Price', 'Avg. Filled Price')
  const contracts = magnitude(cells.amount('Filled Amount').value)
  return fillOf({
    at,
    symbol,
    side: cells.text('Side'),
    price,
    size: isInverse('KuCoin', symbol.toUpperCase())
      ? contracts
      : coinsOfContracts(contracts, price, magnitude(cells.amount('Filled Volume').value)),
    fee: cells.amount('Fee').value,
    feeCoin: cells.text('Fee Currency'),
    orderId: cells.text('Order ID'),
  })
}

/** Coins of a number of contracts with this value: contracts are a power of ten of coins, and values are rounded. */
export function coinsOfContracts(contracts: bigint, price: bigint, value: bigint): bigint {
  if (price <= 0n || value === 0n || contracts === 0n) throw new RowProblem('without its value, the size of the contracts is not known')
  const each = (value * ONE * ONE) / price / contracts
  for (let power = 1n; power <= ONE * 1_000_000n; power *= 10n) if (magnitude(each - power) * 50n <= power) return (contracts * power) / ONE
  return (value * ONE) / price
}

/** Closed futures positions have neither a size nor prices. Source: BittyTax and Exitbook, KuCoin bundles. */
export const kucoinFuturesResults: ImportFormat = {
  id: 'kucoin-futures-results',
  exchange: 'KuCoin',
  title: 'Futures realized PNL',
  columns: ['Symbol', 'Close Type', 'Realized PNL', 'Total Realized PNL', 'Total Trading Fees'],
  time: 'Position Closing Time',
  read: () => {
    throw new RowProblem('it has neither a size nor prices. Import "Futures Orders, Filled Orders", which has the fills.')
  },
}
