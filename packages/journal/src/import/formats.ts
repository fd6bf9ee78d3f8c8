import { magnitude, price, size } from '@aerie/core/numbers/units'
import { amountOf, type Cells, columnName, RowProblem } from './cells.ts'
import { fillOf, type ImportedEntry, type ImportedFill, microOf, symbolOf } from './entries.ts'
import { journalTripOf } from './journal-trip.ts'

/** What reads a row. */
export type RowReader = {
  readonly cells: Cells
  /** The instant of its column of the time. */
  readonly at: number
  /** Milliseconds of another date of the row; undefined for what is none. */
  readonly instant: (text: string) => number | undefined
}

/** A kind of file, known by its header. */
export type ImportFormat = {
  readonly id: string
  readonly exchange: string
  /** What the file is, in the exchange's words. */
  readonly title: string
  /** Columns that it cannot do without, in any order and case. */
  readonly columns: readonly string[]
  /** The column of the time. */
  readonly time: string
  /** What is wrong with a row without a time, where that has a meaning. */
  readonly untimed?: string
  /** Undefined: the row is of another kind (a deposit, a transfer) and nothing to journal. @throws RowProblem */
  readonly read: (row: RowReader) => ImportedEntry | undefined
}

const binanceFutures: ImportFormat = {
  id: 'binance-futures-trades',
  exchange: 'Binance',
  title: 'Futures trade history',
  columns: ['Date(UTC)', 'Symbol', 'Side', 'Price', 'Quantity', 'Amount', 'Fee', 'Realized Profit'],
  time: 'Date(UTC)',
  read: ({ cells, at }) => {
    const fee = amountOf(cells.text('Fee') || '0', 'Fee')
    return fillOf({
      at,
      symbol: cells.text('Symbol'),
      side: cells.text('Side'),
      price: cells.decimal('Price'),
      size: cells.decimal('Quantity'),
      fee: magnitude(fee.value),
      feeCoin: cells.text('Fee Coin') || fee.unit,
      tradeId: cells.text('Trade ID'),
    })
  },
}

const binanceSpot: ImportFormat = {
  id: 'binance-spot',
  exchange: 'Binance',
  title: 'Spot trade history',
  columns: ['Date(UTC)', 'Pair', 'Side', 'Price', 'Executed', 'Amount', 'Fee'],
  time: 'Date(UTC)',
  read: ({ cells, at }) => {
    const fee = amountOf(cells.text('Fee') || '0', 'Fee')
    return fillOf({
      at,
      symbol: cells.text('Pair'),
      side: cells.text('Side'),
      price: cells.decimal('Price'),
      size: amountOf(cells.text('Executed'), 'Executed').value,
      fee: fee.value,
      feeCoin: fee.unit,
    })
  },
}

const binanceSpotOld: ImportFormat = {
  id: 'binance-spot-old',
  exchange: 'Binance',
  title: 'Spot trade history (until 2020)',
  columns: ['Date(UTC)', 'Market', 'Type', 'Price', 'Amount', 'Total', 'Fee', 'Fee Coin'],
  time: 'Date(UTC)',
  read: ({ cells, at }) =>
    fillOf({
      at,
      symbol: cells.text('Market'),
      side: cells.text('Type'),
      price: cells.decimal('Price'),
      size: cells.decimal('Amount'),
      fee: cells.decimalOrZero('Fee'),
      feeCoin: cells.text('Fee Coin'),
    }),
}

const binanceTransactions: ImportFormat = {
  id: 'binance-futures-transactions',
  exchange: 'Binance',
  title: 'Futures transaction history',
  columns: ['Date(UTC)', 'type', 'Amount', 'Asset', 'Symbol', 'Transaction ID'],
  time: 'Date(UTC)',
  read: ({ cells, at }) =>
    columnName(cells.text('type')) === 'funding fee'
      ? {
          kind: 'funding',
          at,
          symbol: symbolOf(cells.text('Symbol')),
          amount: microOf(cells.decimal('Amount')),
          tradeId: cells.text('Transaction ID'),
        }
      : undefined,
}

const bybitClosed: ImportFormat = {
  id: 'bybit-closed-pnl',
  exchange: 'Bybit',
  title: 'Closed profit and loss (until July 2024)',
  columns: ['Contracts', 'Closing Direction', 'Qty', 'Entry Price', 'Exit Price', 'Closed P&L', 'Trade Time(UTC+0)'],
  time: 'Trade Time(UTC+0)',
  read: ({ cells, at }) => {
    // The direction is that of the order that closed: a sell closes a long position.
    const isLong = cells.text('Closing Direction').toLowerCase().includes('sell') || /close long/i.test(cells.text('Closing Direction'))
    return {
      kind: 'trip',
      closedAt: at,
      symbol: symbolOf(cells.text('Contracts')),
      side: isLong ? 'long' : 'short',
      size: size(magnitude(cells.decimal('Qty'))),
      entry: price(cells.decimal('Entry Price')),
      exit: price(cells.decimal('Exit Price')),
      net: microOf(cells.decimal('Closed P&L')),
      tradeId: '',
    }
  },
}

const bybitUnified: ImportFormat = {
  id: 'bybit-uta',
  exchange: 'Bybit',
  title: 'Unified account transaction log',
  columns: ['Time', 'Currency', 'Contract', 'Type', 'Direction', 'Quantity', 'Filled Price', 'Funding', 'Fee Paid', 'Trade ID'],
  time: 'Time',
  read: ({ cells, at }) => {
    const type = cells.text('Type').toLowerCase()
    if (type === 'settlement') {
      const amount = microOf(cells.decimalOrZero('Funding'))
      return { kind: 'funding', at, symbol: symbolOf(cells.text('Contract')), amount, tradeId: cells.text('Trade ID') }
    }
    if (type !== 'trade') return undefined
    return fillOf({
      at,
      symbol: cells.text('Contract'),
      side: cells.text('Direction'),
      price: cells.decimal('Filled Price'),
      size: cells.decimal('Quantity'),
      fee: -cells.decimalOrZero('Fee Paid'),
      feeCoin: cells.text('Currency'),
      tradeId: cells.text('Trade ID'),
    })
  },
}

const hyperliquidTrades: ImportFormat = {
  id: 'hyperliquid-trades',
  exchange: 'Hyperliquid',
  title: 'Trade history',
  columns: ['time', 'coin', 'dir', 'px', 'sz', 'ntl', 'fee', 'closedPnl'],
  time: 'time',
  read: ({ cells, at }) =>
    fillOf({
      at,
      symbol: cells.text('coin'),
      side: hyperliquidSide(cells.text('dir')),
      price: cells.decimal('px'),
      size: cells.decimal('sz'),
      fee: cells.decimalOrZero('fee'),
      feeCoin: 'USDC',
    }),
}

/** `Long > Short` sells through zero. */
function hyperliquidSide(direction: string): string {
  const flip = /^(long|short)\s*>\s*(long|short)$/i.exec(direction)
  if (flip === null) return direction
  return flip[1]?.toLowerCase() === 'long' ? 'sell' : 'buy'
}

const hyperliquidFunding: ImportFormat = {
  id: 'hyperliquid-funding',
  exchange: 'Hyperliquid',
  title: 'Funding history',
  columns: ['time', 'coin', 'sz', 'side', 'payment', 'rate'],
  time: 'time',
  read: ({ cells, at }) => ({
    kind: 'funding',
    at,
    symbol: symbolOf(cells.text('coin')),
    amount: microOf(cells.decimal('payment')),
    tradeId: '',
  }),
}

const dydxTrades: ImportFormat = {
  id: 'dydx-trades',
  exchange: 'dYdX',
  title: 'Trades',
  columns: ['time', 'market', 'side', 'amount', 'price', 'total', 'fee', 'type', 'liquidity'],
  time: 'time',
  read: ({ cells, at }) =>
    fillOf({
      at,
      symbol: cells.text('market'),
      side: cells.text('side'),
      price: cells.decimal('price'),
      size: cells.decimal('amount'),
      fee: cells.decimalOrZero('fee'),
      feeCoin: 'USDC',
    }),
}

const dydxFunding: ImportFormat = {
  id: 'dydx-funding',
  exchange: 'dYdX',
  title: 'Funding',
  columns: ['time', 'market', 'side', 'oraclePrice', 'size', 'payment', 'rate'],
  time: 'time',
  read: ({ cells, at }) => ({
    kind: 'funding',
    at,
    symbol: symbolOf(cells.text('market')),
    amount: microOf(cells.decimal('payment')),
    tradeId: '',
  }),
}

const coinbaseRetail: ImportFormat = {
  id: 'coinbase-retail',
  exchange: 'Coinbase',
  title: 'Transaction history',
  columns: [
    'Timestamp',
    'Transaction Type',
    'Asset',
    'Quantity Transacted',
    'Price Currency',
    'Price at Transaction',
    'Fees and/or Spread',
  ],
  time: 'Timestamp',
  read: ({ cells, at }): ImportedFill | undefined => {
    const type = /^(?:advanced trade )?(buy|sell)$/i.exec(cells.text('Transaction Type'))
    if (type === null) return undefined
    const quote = cells.text('Price Currency')
    return fillOf({
      at,
      symbol: `${cells.text('Asset')}-${quote}`,
      side: type[1] ?? '',
      price: cells.decimal('Price at Transaction'),
      size: cells.decimal('Quantity Transacted'),
      fee: magnitude(cells.decimalOrZero('Fees and/or Spread')),
      feeCoin: quote,
      tradeId: cells.text('ID'),
    })
  },
}

const coinbaseFills: ImportFormat = {
  id: 'coinbase-exchange-fills',
  exchange: 'Coinbase',
  title: 'Exchange fills',
  columns: ['portfolio', 'trade id', 'product', 'side', 'created at', 'size', 'size unit', 'price', 'fee', 'total', 'price/fee/total unit'],
  time: 'created at',
  read: ({ cells, at }) =>
    fillOf({
      at,
      symbol: cells.text('product'),
      side: cells.text('side'),
      price: cells.decimal('price'),
      size: cells.decimal('size'),
      fee: cells.decimalOrZero('fee'),
      feeCoin: cells.text('price/fee/total unit'),
      tradeId: cells.text('trade id'),
    }),
}

const OWN_COLUMNS =
  'trip,origin,source,symbol,side,opened_at,closed_at,size,entry,exit,currency,gross,fees,funding,net,risk,r,mae,mfe,mae_part,mfe_part,' +
  'resolution,slippage,tags,rating,note'

const ownExport: ImportFormat = {
  id: 'aerie-journal',
  exchange: 'Aerie',
  title: 'Journal export',
  columns: OWN_COLUMNS.split(','),
  time: 'closed_at',
  untimed: 'it was still open when it was exported: only its own account or file can close it. It is left out.',
  read: journalTripOf,
}

/**
 * Kinds of file that are known, the more particular first.
 *
 * Source: shared notes on the exchanges' exports; BittyTax and other public parsers
 */
export const IMPORT_FORMATS: readonly ImportFormat[] = [
  ownExport,
  binanceFutures,
  binanceTransactions,
  binanceSpotOld,
  binanceSpot,
  bybitUnified,
  bybitClosed,
  hyperliquidTrades,
  hyperliquidFunding,
  dydxTrades,
  dydxFunding,
  coinbaseFills,
  coinbaseRetail,
]

/** The columns that the generic format takes from a file that nobody knows. */
export const GENERIC_FIELDS = ['time', 'symbol', 'side', 'price', 'size', 'fee', 'fee_coin', 'trade_id'] as const
/** Which of the file's columns holds which field; the first five are needed. */
export type GenericMapping = Partial<Record<(typeof GENERIC_FIELDS)[number], string>>

/**
 * A format made of the user's own mapping of columns.
 *
 * @throws never; a row without a needed column has a problem
 */
export function genericFormat(mapping: GenericMapping): ImportFormat {
  const column = (field: (typeof GENERIC_FIELDS)[number]): string => mapping[field] ?? ''
  const needed = (['time', 'symbol', 'side', 'price', 'size'] as const).map(column)
  return {
    id: 'generic',
    exchange: '',
    title: 'Own columns',
    columns: needed,
    time: column('time'),
    read: ({ cells, at }) => {
      if (needed.includes('')) throw new RowProblem('choose columns for time, symbol, side, price and size')
      return fillOf({
        at,
        symbol: cells.text(column('symbol')),
        side: cells.text(column('side')),
        price: cells.decimal(column('price')),
        size: cells.decimal(column('size')),
        fee: magnitude(cells.decimalOrZero(column('fee'))),
        feeCoin: cells.text(column('fee_coin')),
        tradeId: cells.text(column('trade_id')),
      })
    },
  }
}
