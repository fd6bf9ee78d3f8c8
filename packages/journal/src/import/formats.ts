import { magnitude } from '@aerie/core/numbers/units'
import { RowProblem } from './cells.ts'
import { fillOf } from './entries.ts'
import type { ImportFormat } from './format.ts'
import {
  binanceFutures,
  binanceSpot,
  binanceSpotOld,
  binanceStatement,
  binanceStatementNew,
  binanceTransactions,
} from './formats/binance.ts'
import { bybitClosed, bybitUnified } from './formats/bybit.ts'
import { coinbaseAccount, coinbaseFills, coinbaseNamed, coinbaseRetail, coinbaseSpot, coinbaseSpotFees } from './formats/coinbase.ts'
import { dydxFunding, dydxTrades } from './formats/dydx.ts'
import { hyperliquidFunding, hyperliquidTrades } from './formats/hyperliquid.ts'
import { journalTripOf } from './journal-trip.ts'

const OWN_COLUMNS =
  'trip,origin,source,symbol,side,opened_at,closed_at,size,entry,exit,currency,gross,fees,funding,net,risk,r,mae,mfe,mae_part,mfe_part,' +
  'resolution,slippage,tags,rating,note'

/** The format of our own export: each of its rows is a round trip. */
export const OWN_EXPORT = 'aerie-journal'

const ownExport: ImportFormat = {
  id: OWN_EXPORT,
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
  binanceStatement,
  binanceStatementNew,
  bybitUnified,
  bybitClosed,
  hyperliquidTrades,
  hyperliquidFunding,
  dydxTrades,
  dydxFunding,
  coinbaseFills,
  coinbaseAccount,
  coinbaseRetail,
  coinbaseSpot,
  coinbaseSpotFees,
  ...coinbaseNamed,
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
    isNumberedByMarket: true,
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
