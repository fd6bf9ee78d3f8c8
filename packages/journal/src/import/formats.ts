import { DECIMALS, decimalText } from '@aerie/core/numbers/units'
import { cellText } from '../csv-text.ts'
import { type Amount, amountOf, type Cells, decimalOf, RowProblem } from './cells.ts'
import { fillOf, IN_CONTRACTS, quotedFee, sizeOf, symbolOf } from './entries.ts'
import type { ImportFormat, RowReader } from './format.ts'
import {
  binanceConvert,
  binanceFutures,
  binanceOrders,
  binanceSpot,
  binanceSpotCoins,
  binanceSpotOld,
  binanceStatement,
  binanceTransactions,
} from './formats/binance.ts'
import { binanceUs } from './formats/binance-us.ts'
import { bingxFunds, bingxFutures, bingxSpot } from './formats/bingx.ts'
import { bitfinexTrades } from './formats/bitfinex.ts'
import { bitgetFunds, bitgetFutures, bitgetLedger, bitgetOrders, bitgetPositions, bitgetSpot, bitgetSpotOthers } from './formats/bitget.ts'
import { bitmexTrades } from './formats/bitmex.ts'
import { bitstampTransactions } from './formats/bitstamp.ts'
import { blofinFunding, blofinFutures, blofinSpot } from './formats/blofin.ts'
import { bybitClosed, bybitClosedNew, bybitFills, bybitSpot, bybitSpotOrders, bybitUnified } from './formats/bybit.ts'
import { coinbaseAccount, coinbaseFills, coinbaseNamed, coinbaseRetail, coinbaseSpot, coinbaseSpotFees } from './formats/coinbase.ts'
import { cryptocomApp, cryptocomExchange } from './formats/cryptocom.ts'
import { deribitLog } from './formats/deribit.ts'
import { dydxFunding, dydxTrades } from './formats/dydx.ts'
import { gateFutures, gateSpot, gateSpotApi, gateSpotOld } from './formats/gate.ts'
import { geminiTransactions } from './formats/gemini.ts'
import { htxSpot } from './formats/htx.ts'
import { hyperliquidFunding, hyperliquidTrades } from './formats/hyperliquid.ts'
import { krakenFutures, krakenLedger, krakenTrades } from './formats/kraken.ts'
import {
  kucoinConvert,
  kucoinFutures,
  kucoinFuturesResults,
  kucoinOrders,
  kucoinOrdersOld,
  kucoinSpot,
  kucoinSpotOld,
} from './formats/kucoin.ts'
import { mexcFunds, mexcFutures, mexcFuturesOrders, mexcPositions, mexcSpot, mexcSpotOrders } from './formats/mexc.ts'
import { okxPositions, okxSpotOld, okxSpotTrades, okxTrading, okxTradingOld } from './formats/okx.ts'
import { poloniexTrades } from './formats/poloniex.ts'
import { REFUSED_FORMATS } from './formats/refused.ts'
import type { ImportedJournalTrip, JournalTripRow, ReportedNote } from './journal-row.ts'
import { coinsOf, exchangeOfSource, isInverse, moneyDecimals } from './markets.ts'
import { ImportFault } from './table.ts'

const OWN_COLUMNS =
  'trip,origin,source,symbol,side,opened_at,closed_at,size,entry,exit,currency,gross,fees,funding,net,risk,r,mae,mfe,mae_part,mfe_part,' +
  'resolution,slippage,tags,rating,note'

/** Our own export: each row is a round trip. */
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

/** Known formats, most specific first. Source: shared notes on the exchanges' exports; BittyTax and other public parsers. */
export const IMPORT_FORMATS: readonly ImportFormat[] = [
  ownExport,
  binanceFutures,
  binanceTransactions,
  binanceSpotOld,
  binanceSpotCoins,
  binanceSpot,
  binanceStatement,
  binanceOrders,
  binanceConvert,
  bybitUnified,
  bybitClosedNew,
  bybitClosed,
  bybitFills,
  bybitSpot,
  bybitSpotOrders,
  okxTrading,
  okxTradingOld,
  okxSpotOld,
  okxSpotTrades,
  okxPositions,
  krakenTrades,
  krakenLedger,
  krakenFutures,
  kucoinOrders,
  kucoinSpot,
  kucoinFutures,
  kucoinFuturesResults,
  kucoinConvert,
  kucoinSpotOld,
  kucoinOrdersOld,
  mexcSpot,
  mexcSpotOrders,
  mexcFutures,
  mexcFuturesOrders,
  mexcPositions,
  mexcFunds,
  bitgetFutures,
  bitgetPositions,
  bitgetFunds,
  bitgetLedger,
  bitgetOrders,
  gateSpot,
  gateSpotOld,
  gateSpotApi,
  bitgetSpot,
  ...bitgetSpotOthers,
  gateFutures,
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
  bingxFutures,
  bingxSpot,
  bingxFunds,
  bitfinexTrades,
  bitmexTrades,
  cryptocomApp,
  cryptocomExchange,
  deribitLog,
  htxSpot,
  binanceUs,
  bitstampTransactions,
  blofinFutures,
  blofinSpot,
  blofinFunding,
  geminiTransactions,
  poloniexTrades,
  ...REFUSED_FORMATS,
]

/** Formats whose rows are orders. */
export const ORDER_FORMATS: readonly string[] = IMPORT_FORMATS.flatMap(({ id, areOrders }) => (areOrders === true ? [id] : []))

/** Columns the generic format maps. */
export const GENERIC_FIELDS = ['time', 'symbol', 'side', 'price', 'size', 'fee', 'fee_coin', 'trade_id'] as const
/** File column per field; the first five are required. */
export type GenericMapping = Partial<Record<(typeof GENERIC_FIELDS)[number], string>>

/** Format from the user's column mapping; a row without a required column is reported as a problem. */
export function genericFormat(mapping: GenericMapping, source = ''): ImportFormat {
  const column = (field: (typeof GENERIC_FIELDS)[number]): string => mapping[field] ?? ''
  const symbolsOf = exchangeOfSource(source)
  const needed = (['time', 'symbol', 'side', 'price', 'size'] as const).map(column)
  return {
    id: 'generic',
    exchange: '',
    symbolsOf,
    title: 'Own columns',
    hasLocalFigures: true,
    paidFees: 'most',
    columns: needed,
    time: column('time'),
    join: (rows, cellsOf) =>
      refuseTwoRows(rows.map(cellsOf), {
        key: (['time', 'symbol', 'price'] as const).map(column),
        side: column('side'),
        size: column('size'),
        price: column('price'),
      }),
    read: ({ cells, at, terms: { contractSize } }) => {
      if (needed.includes('')) throw new RowProblem('choose columns for time, symbol, side, price and size')
      const fee = amountIn(cells, column('fee'))
      const { value: price, unit } = amountIn(cells, column('price'))
      const symbol = symbolWith(cells.text(column('symbol')), unit)
      const size = contractSize(symbolOf(symbol))
      refuseContracts(symbolsOf, { symbol: symbolOf(symbol), size })
      const side = cells.text(column('side'))
      const fill = fillOf({
        at,
        symbol,
        side,
        price,
        size: (coinsIn(cells, column('size'), { symbol, price, contractSize: size }) * (size ?? ONE)) / ONE,
        fee: fee.value,
        feeCoin: cells.text(column('fee_coin')) || fee.unit,
        tradeId: cells.text(column('trade_id')),
      })
      return OF_CONTRACT.test(side.slice(0, 40)) ? { ...fill, fee: quotedFee(fill, coinsOf(fill.symbol).base) } : fill
    },
  }
}

const ONE = 10n ** BigInt(DECIMALS.price)

/** `Open Long`, `close_short`: only contracts are traded so. */
const OF_CONTRACT = /^(?:open|close)[\s_-]*(?:long|short)$/i

type TradeColumns = { readonly key: readonly string[]; readonly side: string; readonly size: string; readonly price: string }

/** The second row would be read as a trade. @throws ImportFault for a file with a row for each of the two coins of a spot trade */
function refuseTwoRows(rows: readonly Cells[], { key, side, size, price }: TradeColumns): undefined {
  const figure = (cells: Cells, name: string): number => Math.abs(Number.parseFloat(cells.text(name).replaceAll(',', '')))
  const isNear = (a: number, b: number): boolean => Math.abs(a - b) * 100 <= b
  for (const group of Map.groupBy(rows, (cells) => key.map((name) => cells.text(name)).join('\n')).values()) {
    const [first, second, ...more] = group
    if (first === undefined || second === undefined || more.length > 0 || first.text(side) === second.text(side)) continue
    const [each, a, b] = [figure(first, price), figure(first, size), figure(second, size)]
    if (!isNear(a, b) && (isNear(a * each, b) || isNear(b * each, a)))
      throw new ImportFault(
        'The file has two rows for each spot trade, one of the coins and one of what was paid for them, and own columns read each row as a trade. Remove the rows of what was paid.',
      )
  }
  return undefined
}

type Sized = { readonly symbol: string; readonly price: bigint; readonly contractSize: bigint | undefined }

/** Size of a row, in contracts if their size is given. @throws RowProblem for contracts of unknown size */
function coinsIn(cells: Cells, name: string, { symbol, price, contractSize }: Sized): bigint {
  const { value, unit } = cells.amount(name)
  if (!IN_CONTRACTS.test(unit)) return sizeOf(cells, [name], { symbol, price })
  if (contractSize !== undefined) return value
  throw new RowProblem(`the size is in contracts. Enter the coins of one contract of ${symbol.slice(0, 40)} as the contract size`)
}

/** @throws RowProblem for a market whose contract size is unknown */
function refuseContracts(exchange: string, { symbol, size }: { readonly symbol: string; readonly size: bigint | undefined }): void {
  if (exchange === 'BitMEX') {
    if (/^(?!XBT)[A-Z0-9]+USD$/.test(symbol))
      throw new RowProblem(`${symbol} of BitMEX is settled in bitcoin at a rate of its own, which is not read`)
    if (size === undefined && !isInverse(exchange, symbol) && !/[-_/]/.test(symbol))
      throw new RowProblem(`BitMEX counts ${symbol} in contracts. Enter the coins of one contract as the contract size`)
  } else if (size === undefined && exchange === 'Phemex' && !isInverse(exchange, symbol) && /^[A-Z0-9]+USD$/.test(symbol))
    throw new RowProblem(`Phemex counts ${symbol} in contracts. Enter the coins of one contract as the contract size`)
  else if (size === undefined && isInverse(exchange, symbol))
    throw new RowProblem(
      `${symbol} is margined in the coin itself. Enter the dollars of one contract as the contract size, 1 if sizes are in dollars${
        symbol === 'XBTUSD' ? '; if it is a pair of Kraken, name the source Kraken' : ''
      }`,
    )
}

/** A coin whose price is written with its currency is a market of both: `BTC` at `60000 EUR`. */
const symbolWith = (symbol: string, unit: string): string =>
  unit !== '' && /^[A-Z0-9]{1,10}$/i.test(symbol) && !isPair(symbol) ? `${symbol}-${unit}` : symbol
const isPair = (symbol: string): boolean => coinsOf(symbol.toUpperCase()).base !== symbol.toUpperCase()

/** Amount of a cell that may have its unit: `0.5 BTC`, `$1,200.00`; 0 if empty. */
function amountIn(cells: Cells, name: string): Amount {
  const text = cells.text(name)
  if (text === '' || text === '-' || text === '--') {
    // An empty price or size is no number; an empty fee is none.
    return { value: 0n, unit: '' }
  }
  return /[A-Za-z]$/.test(text) ? amountOf(text, name) : { value: decimalOf(text, name), unit: '' }
}

/** Origin of imported paper trips: no account verifies them any longer. */
const IMPORTED_PAPER = 'paper (imported)'

const MOST_NOTE = 20_000
const MOST_TAGS = 20
const TAG = /^[^\s,\p{Cc}](?:[^,\p{Cc}]{0,38}[^\s,\p{Cc}])?$/u
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const ORIGIN = /^[^\s\p{Cc}\p{Cf}](?:[^\p{Cc}\p{Cf}]{0,38}[^\s\p{Cc}\p{Cf}])?$/u
const CURRENCY = /^[A-Z0-9]{1,20}$/
const COIN = /^(\S{1,40}) ([^;\p{C}]{1,40})$/u
const FLOAT = /^-?\d{1,15}(?:\.\d{1,25})?(?:[eE][+-]?\d{1,3})?$/

type JournalRowReader = Pick<RowReader, 'cells' | 'at' | 'instant'>

/** Exported round trip. Rejects `net` ≠ gross - fees + funding, closing before opening, worst above 0. @throws RowProblem */
function journalTripOf({ cells, at, instant }: JournalRowReader): ImportedJournalTrip {
  const origin = matched(textOf(cells, 'origin'), ORIGIN, 'origin')
  const row: JournalTripRow = { ...whenAndWhat(cells, { at, instant }), ...moneyOf(cells), ...watchedOf(cells), note: noteOf(cells) }
  refuseContradiction(row)
  return {
    kind: 'journal',
    closedAt: at,
    symbol: symbolOf(textOf(cells, 'symbol')),
    origin: origin === 'paper' ? IMPORTED_PAPER : origin,
    tradeId: matched(cells.text('trip').toLowerCase(), UUID, 'trip'),
    row,
  }
}

const textOf = (cells: Cells, name: string): string => cellText(cells.text(name))

function matched(text: string, shape: RegExp, name: string): string {
  if (!shape.test(text)) throw new RowProblem(`${name} cannot be read: ${text.slice(0, 40)}`)
  return text
}

function oneOf<const T extends string>(text: string, values: readonly T[], name: string): T {
  const found = values.find((value) => value === text.toLowerCase())
  if (found === undefined) throw new RowProblem(`${name} cannot be read: ${text.slice(0, 40)}`)
  return found
}

function isMarked(text: string, name: string): true {
  oneOf(text, ['yes'] as const, name)
  return true
}

const orNull = <T>(text: string, read: (text: string) => T): T | null => (text === '' ? null : read(text))

function whenAndWhat(cells: Cells, { at, instant }: Omit<JournalRowReader, 'cells'>) {
  return {
    side: oneOf(cells.text('side'), ['long', 'short'], 'side'),
    opened_at: orNull(cells.text('opened_at'), (text) => openedAt(instant(text), text)),
    closed_at: at,
    size: positive(cells.text('size'), 'size'),
    entry: positive(cells.text('entry'), 'entry'),
    exit: orNull(cells.text('exit'), (text) => positive(text, 'exit')),
    source_kind: orNull(cells.text('source'), (text) => oneOf(text, ['live', 'sim', 'replay'] as const, 'source')),
  }
}

function openedAt(at: number | undefined, text: string): number {
  if (at === undefined) throw new RowProblem(`opened_at is no date: ${text.slice(0, 40)}`)
  return at
}

const OWN_AMOUNT = /^(?:0|-?(?:[1-9]\d{0,17}(?:\.\d{0,5}[1-9])?|0\.\d{0,5}[1-9]))$/
const OWN_POSITIVE = /^(?:[1-9]\d{0,17}(?:\.\d{0,11}[1-9])?|0\.\d{0,11}[1-9])$/

function positive(text: string, name: string): string {
  if (OWN_POSITIVE.test(text)) return text
  const value = decimalOf(text, name)
  if (value <= 0n) throw new RowProblem(`the ${name} is not above 0`)
  return decimalText(value, DECIMALS.price)
}

function amount(text: string, name: string, decimals: number): string {
  if (OWN_AMOUNT.test(text)) return text
  const value = decimalOf(text, name)
  const part = 10n ** BigInt(DECIMALS.price - decimals)
  if (value % part !== 0n) throw new RowProblem(`${name} has more than ${decimals} decimals: ${text.slice(0, 40)}`)
  return decimalText(value, DECIMALS.price)
}

const amountOrNull = (cells: Cells, name: string, decimals: number = DECIMALS.usdc): string | null =>
  orNull(cells.text(name), (text) => amount(text, name, decimals))

function moneyOf(cells: Cells) {
  const currency = matched(textOf(cells, 'currency'), CURRENCY, 'currency')
  const decimals = moneyDecimals(currency)
  return {
    currency,
    gross: amountOrNull(cells, 'gross', decimals),
    fees: amountOrNull(cells, 'fees', decimals),
    funding: amountOrNull(cells, 'funding', decimals) ?? '0',
    net: amountOrNull(cells, 'net', decimals),
    risk: amountOrNull(cells, 'risk'),
    slippage: amountOrNull(cells, 'slippage'),
    arrival_slippage: amountOrNull(cells, 'arrival_slippage'),
    trigger_slippage: amountOrNull(cells, 'trigger_slippage'),
    money_reason: orNull(cells.text('money_reason'), (text) =>
      oneOf(text, ['fee_coin', 'not_told', 'account_reset'] as const, 'money_reason'),
    ),
    coins: orNull(textOf(cells, 'fees_in_coins'), (text) => text.split(';').map(coinOf)) ?? [],
    fees_estimated: orNull(cells.text('fees_estimated'), (text) => isMarked(text, 'fees_estimated')),
  }
}

function coinOf(text: string): JournalTripRow['coins'][number] {
  const [, figure = '', coin = ''] = COIN.exec(text.trim()) ?? []
  if (coin === '') throw new RowProblem(`fees_in_coins cannot be read: ${text.slice(0, 40)}`)
  return { coin, amount: decimalText(decimalOf(figure, 'fees_in_coins'), DECIMALS.price) }
}

function watchedOf(cells: Cells) {
  return {
    r: floatOrNull(cells, 'r'),
    mae: amountOrNull(cells, 'mae'),
    mfe: amountOrNull(cells, 'mfe'),
    mae_part: floatOrNull(cells, 'mae_part'),
    mfe_part: floatOrNull(cells, 'mfe_part'),
    mae_far: amountOrNull(cells, 'mae_far'),
    mfe_far: amountOrNull(cells, 'mfe_far'),
    mae_part_far: floatOrNull(cells, 'mae_part_far'),
    mfe_part_far: floatOrNull(cells, 'mfe_part_far'),
    resolution: oneOf(cells.text('resolution'), ['tick', 'minute', 'fills', 'none'], 'resolution'),
  }
}

const floatOrNull = (cells: Cells, name: string): number | null => orNull(cells.text(name), (text) => finite(text, name))

function finite(text: string, name: string): number {
  const value = FLOAT.test(text) ? Number(text) : Number.NaN
  if (!Number.isFinite(value)) throw new RowProblem(`${name} is no number: ${text.slice(0, 40)}`)
  return value
}

function noteOf(cells: Cells): ReportedNote | null {
  const tags = textOf(cells, 'tags')
  const reportedNote = {
    tags: tags === '' ? [] : tagsOf(tags),
    note: cellText(cells.raw('note')),
    rating: orNull(cells.text('rating'), ratingOf),
  }
  if (reportedNote.note.length > MOST_NOTE) throw new RowProblem(`the note is longer than ${MOST_NOTE} characters`)
  return reportedNote.tags.length === 0 && reportedNote.note === '' && reportedNote.rating === null ? null : reportedNote
}

function tagsOf(text: string): readonly string[] {
  const tags = [...new Set(text.split(','))]
  if (tags.length > MOST_TAGS || tags.some((tag) => !TAG.test(tag))) throw new RowProblem(`tags cannot be read: ${text.slice(0, 40)}`)
  return tags
}

function ratingOf(text: string): number {
  if (!/^[1-5]$/.test(text)) throw new RowProblem(`rating is not 1 to 5: ${text.slice(0, 40)}`)
  return Number(text)
}

function refuseContradiction(row: JournalTripRow): void {
  if (row.opened_at !== null && row.opened_at > row.closed_at) throw new RowProblem('it was closed before it was opened')
  if (isBelow(row.mfe, row.mfe_part) || isAbove(row.mae, row.mae_part)) throw new RowProblem('mae is above 0, or mfe is below 0')
  refuseNearerFarEnd(row)
  if (!addsUp(row)) throw new RowProblem('net is not gross - fees + funding')
}

/** Rejects a far end without a near end, or inside it. */
function refuseNearerFarEnd({
  mae,
  mfe,
  mae_part,
  mfe_part,
  mae_far = null,
  mfe_far = null,
  mae_part_far = null,
  mfe_part_far = null,
}: JournalTripRow): void {
  const ends = [
    { far: mfe_far, near: mfe, isBeyond: (far: string, near: string) => decimalOf(far, 'mfe_far') >= decimalOf(near, 'mfe') },
    { far: mae_far, near: mae, isBeyond: (far: string, near: string) => decimalOf(far, 'mae_far') <= decimalOf(near, 'mae') },
  ]
  const isEach = ends.every(({ far, near, isBeyond }) => far === null || (near !== null && isBeyond(far, near)))
  const isPart =
    (mfe_part_far === null || (mfe_part !== null && mfe_part_far >= mfe_part)) &&
    (mae_part_far === null || (mae_part !== null && mae_part_far <= mae_part))
  if (!isEach || !isPart) throw new RowProblem('the far end of mae or mfe is not beyond the near one')
}

const isBelow = (...figures: readonly (string | number | null)[]): boolean =>
  figures.some((figure) => figure !== null && Number(figure) < 0)
const isAbove = (...figures: readonly (string | number | null)[]): boolean =>
  figures.some((figure) => figure !== null && Number(figure) > 0)

/** Unknown amounts disable the check. */
function addsUp({ gross, fees, funding, net }: JournalTripRow): boolean {
  if (gross === null || fees === null || net === null) return true
  const [all, paid, received, left] = [gross, fees, funding, net].map((text) => decimalOf(text, 'net'))
  return left === (all ?? 0n) - (paid ?? 0n) + (received ?? 0n)
}
