import { DECIMALS, decimalText, magnitude, notional, price, size, usdcFloor } from '@aerie/core/numbers/units'
import { type Cells, RowProblem, valueName } from '../cells.ts'
import { fillOf, type ImportedTrip, microOf, paidMicroOf, sizeOf, symbolOf } from '../entries.ts'
import type { ImportFormat, JoinedRows } from '../format.ts'
import { coinsOf, isInverse, isSameCoin } from '../markets.ts'
import type { TableRow } from '../table.ts'

/** Closed positions until July 2024, without opening time. */
export const bybitClosed: ImportFormat = {
  id: 'bybit-closed-pnl',
  exchange: 'Bybit',
  title: 'Closed profit and loss (until July 2024)',
  columns: ['Contracts', 'Closing Direction', 'Qty', 'Entry Price', 'Exit Price', 'Closed P&L'],
  time: 'Trade Time(UTC+0)',
  read: ({ cells, at }) => {
    // Direction of the closing order: a sell closes a long.
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

/** Closed positions of the unified account, with fees but without a direction. Source: real exports of 2026. */
export const bybitClosedNew: ImportFormat = {
  id: 'bybit-closed-positions',
  exchange: 'Bybit',
  title: 'Closed profit and loss',
  columns: [
    ['Market', 'Contracts'],
    ['Order Quantity', 'Qty'],
    'Entry Price',
    'Exit Price',
    'Opening Fee',
    'Closing Fee',
    ['Realized P&L', 'Closed P&L'],
  ],
  time: ['Trade time', 'Transaction Time'],
  read: ({ cells, at }) => closedPosition(cells, at),
}

function closedPosition(cells: Cells, at: number): ImportedTrip {
  const [entry, exit] = [price(cells.decimal('Entry Price')), price(cells.decimal('Exit Price'))]
  const coins = size(magnitude(cells.decimal('Order Quantity', 'Qty')))
  const fees = paidMicroOf(cells.decimal('Opening Fee') + cells.decimal('Closing Fee'))
  const net = microOf(cells.decimal('Realized P&L', 'Closed P&L'))
  const moved = usdcFloor(notional((exit - entry) * coins))
  const reported = magnitude(cells.decimalOrZero('Funding Fee'))
  // The result tells the direction, and whether the funding was paid or received.
  const readingOf = (gross: bigint) => {
    const [paid, received] = [microOf(-reported), microOf(reported)]
    const error = (funding: bigint): bigint => magnitude(gross - fees + funding - net)
    return error(received) < error(paid) ? { funding: received, error: error(received) } : { funding: paid, error: error(paid) }
  }
  const [long, short] = [readingOf(moved), readingOf(-moved)]
  if (long.error === short.error) throw new RowProblem('neither the prices nor the result tell whether it was long or short')
  const side = long.error < short.error ? 'long' : 'short'
  return {
    kind: 'trip',
    closedAt: at,
    symbol: symbolOf(cells.text('Market', 'Contracts')),
    side,
    size: coins,
    entry,
    exit,
    fees,
    funding: (side === 'long' ? long : short).funding,
    net,
    tradeId: '',
  }
}

const VOLUNTARY_FILL = /^(?:trade|market|limit|block ?trade|move ?pos)/
const ANY_FILL = /^(?:trade|market|limit|block ?trade|move ?pos|adl|bust|liq|settle|delivery)/

/** Columns of perpetual trades in the exports of several years. */
const FILL = {
  type: ['Filled Type', 'Exec Type', 'Trade Type'],
  size: ['Filled Quantity', 'Exec Qty', 'Filled Qty'],
  price: ['Filled Price', 'Exec Price'],
  fee: ['Trading Fee', 'Fees', 'Fees Paid', 'Fee Paid', 'Exec Fee'],
  side: ['Direction', 'Side'],
} as const

/** Perpetual trades and funding. Source: real exports of 2026; `Trasaction ID` is spelled so there. */
export const bybitFills: ImportFormat = {
  id: 'bybit-derivatives-trades',
  exchange: 'Bybit',
  title: 'Derivatives trade history',
  columns: [['Market', 'Contracts'], FILL.type, FILL.size, FILL.price, FILL.fee, FILL.side],
  time: ['Transaction Time(UTC+0)', 'Filled Time', 'Exec Time', 'Trade Time', 'Time'],
  isNewestFirst: true,
  read: ({ cells, at }) => {
    const type = valueName(cells.text(...FILL.type))
    const fee = reportedFee(cells, ...FILL.fee)
    const symbol = cells.text('Market', 'Contracts')
    const tradeId = cells.text('Trasaction ID', 'Transaction ID')
    // A funding fee is positive if paid.
    if (type.startsWith('funding')) return { kind: 'funding', at, symbol: symbolOf(symbol), amount: microOf(-fee), tradeId }
    if (/^(?:cancel|amend|transfer|session)/.test(type)) return undefined
    if (!ANY_FILL.test(type)) throw new RowProblem(`not a known kind of row: ${type.slice(0, 40)}`)
    const price = cells.decimal(...FILL.price)
    return fillOf({
      at,
      symbol,
      side: cells.text(...FILL.side),
      price,
      size: sizeOf(cells, FILL.size, { symbol, price }),
      fee,
      feeCoin: cells.text('feeCoin', 'Fee Coin'),
      closes: VOLUNTARY_FILL.test(type) ? undefined : 'all',
      tradeId,
    })
  },
}

/** Spot trades. Fees have no coin: a purchase pays in the bought coin, a sale in the received one. Source: real exports; Bybit's fee rules. */
export const bybitSpot: ImportFormat = {
  id: 'bybit-spot-trades',
  exchange: 'Bybit',
  title: 'Spot trade history',
  columns: ['Spot Pairs', 'Direction', 'Filled Price', 'Filled Quantity', 'Fees'],
  time: ['Timestamp (UTC)', 'Filled Time', 'Transaction Time', 'Time'],
  isSpot: true,
  isNewestFirst: true,
  read: ({ cells, at }) => {
    const symbol = symbolOf(cells.text('Spot Pairs'))
    const isBuy = /^buy/i.test(cells.text('Direction'))
    const price = cells.decimal('Filled Price')
    return fillOf({
      at,
      symbol,
      side: cells.text('Direction'),
      price,
      size: sizeOf(cells, ['Filled Quantity'], { symbol, price }),
      fee: reportedFee(cells, 'Fees'),
      feeCoin: cells.text('Fee Coin', 'feeCoin') || (isBuy ? coinsOf(symbol).base : ''),
      isSpot: true,
      tradeId: cells.text('Transaction ID'),
    })
  },
}

/** Newer files leave the fee column empty and write the fee to `ExecFeeV2`. */
const reportedFee = (cells: Cells, ...names: readonly string[]): bigint =>
  /^-*$/.test(cells.text(...names)) ? cells.decimalOrZero('ExecFeeV2') : cells.decimalOrZero(...names)

const LOG = {
  quantity: 'Quantity',
  fee: 'Fee Paid',
  price: 'Filled Price',
} as const

/** Columns of a log row after its legs were joined. */
const JOINED = ['time', 'contract', 'type', 'direction', 'quantity', 'filled price', 'funding', 'fee', 'fee coin', 'trade id', 'market']

/** Unified account log and asset changes: trades and funding; spot trades have a row for each coin. */
export const bybitUnified: ImportFormat = {
  id: 'bybit-uta',
  exchange: 'Bybit',
  title: 'Unified account transaction log',
  columns: ['Currency', 'Contract', 'Type', 'Direction', LOG.quantity, LOG.price, 'Funding', LOG.fee],
  time: ['Time(UTC)', 'Time'],
  isNewestFirst: true,
  join: joinedLog,
  read: ({ cells, at }) => {
    const symbol = symbolOf(cells.text('contract'))
    const tradeId = cells.text('trade id')
    if (cells.text('type') === 'funding') return { kind: 'funding', at, symbol, amount: microOf(cells.decimal('funding')), tradeId }
    return fillOf({
      at,
      symbol,
      side: cells.text('direction'),
      price: cells.decimal('filled price'),
      size: cells.decimal('quantity'),
      fee: cells.decimal('fee'),
      feeCoin: cells.text('fee coin'),
      isSpot: cells.text('market') === 'spot',
      closes: FORCED.test(cells.text('type')) ? 'all' : undefined,
      tradeId,
    })
  },
}

const FILLS = /^(?:trade|liquidation|adl|delivery|bust ?trade|adl ?trade)$/
const FORCED = /^(?:liquidation|adl|delivery|bust)/

type LogRow = { readonly row: TableRow; readonly cells: Cells; readonly type: string }

function joinedLog(rows: readonly TableRow[], cellsOf: (row: TableRow) => Cells): JoinedRows {
  const problems: { row: number; text: string }[] = []
  const joined: TableRow[] = []
  const attempt = (number: number, work: () => void): void => {
    try {
      work()
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error
      problems.push({ row: number, text: error.message })
    }
  }
  const legs = rows.map((row): LogRow => ({ row, cells: cellsOf(row), type: valueName(cellsOf(row).text('Type')) }))
  const fills = legs.filter(({ type }) => FILLS.test(type))
  const funding = legs.filter(({ type }) => FUNDING.test(type))
  // A row in the base coin of a linear pair is of a spot trade, and so is the other row of that trade.
  const spot = new Map(fills.filter(isBaseLeg).map((leg): [string, LogRow[]] => [tradeOf(leg), []]))
  for (const leg of fills) {
    const trade = spot.get(tradeOf(leg))
    attempt(leg.row.number, () => {
      if (trade !== undefined && (isBaseLeg(leg) || isValueLeg(leg))) trade.push(leg)
      else if (trade === undefined && isLoneValueLeg(leg)) joined.push(loneRow(leg))
      else joined.push(fillRow(leg, { fee: feeOf(leg.cells), coin: leg.cells.text('Currency') }))
    })
  }
  for (const leg of funding) attempt(leg.row.number, () => joined.push(fundingRow(leg)))
  for (const trade of spot.values()) attempt(trade[0]?.row.number ?? 0, () => joined.push(...spotRows(trade)))
  const others = rows.length - fills.length - funding.length
  return { header: JOINED, rows: joined.toSorted((a, b) => a.number - b.number), others, problems }
}

const FUNDING = /^(?:settlement|funding|funding fee)$/

const tradeOf = ({ cells }: LogRow): string =>
  [cells.text('Trade ID', 'TradeId'), cells.text('Order ID', 'OrderId'), cells.text('Time(UTC)', 'Time'), cells.text('Contract')].join('\n')

function isBaseLeg({ cells }: LogRow): boolean {
  const contract = cells.text('Contract').toUpperCase().slice(0, 60)
  return !isInverse('Bybit', contract) && isSameCoin(cells.text('Currency').toUpperCase(), coinsOf(contract).base)
}

/** Row of the paid or received quote: its quantity is the value. */
function isValueLeg({ cells }: LogRow): boolean {
  const quantity = cells.decimal(LOG.quantity)
  return quantity === cells.decimalOrZero('Cash Flow') || magnitude(cells.decimalOrZero('Change')) === magnitude(quantity)
}

/** Quote row of a spot trade whose other row is in another file: fills of contracts have an action, and no cash flow of their quantity. */
function isLoneValueLeg({ cells }: LogRow): boolean {
  const [quantity, flow] = [cells.decimal(LOG.quantity), cells.decimalOrZero('Cash Flow')]
  return (
    flow !== 0n && quantity === flow && !/open|close/i.test(cells.text('Action')) && quantity < 0n === /^buy/i.test(cells.text('Direction'))
  )
}

function loneRow({ row, cells, type }: LogRow): TableRow {
  const coins = (magnitude(cells.decimal(LOG.quantity)) * ONE) / (cells.decimal(LOG.price) || ONE)
  const fee = [plain(feeOf(cells)), cells.text('Currency'), cells.text('Trade ID', 'TradeId'), 'spot']
  return logRow(row, [...headOf(cells), type, cells.text('Direction'), plain(coins), cells.text(LOG.price), '', ...fee])
}

const ONE = 10n ** BigInt(DECIMALS.price)

/** Whether the quote row has the value of the base row, to a hundredth. */
function isValueOf(quote: LogRow, base: LogRow): boolean {
  const value = (magnitude(base.cells.decimal(LOG.quantity)) * base.cells.decimal(LOG.price)) / ONE
  return magnitude(magnitude(quote.cells.decimal(LOG.quantity)) - value) * 100n <= value
}

/** The base legs of a trade with the fees of either leg. */
function spotRows(legs: readonly LogRow[]): TableRow[] {
  const quotes = legs.filter((leg) => !isBaseLeg(leg))
  return legs.filter(isBaseLeg).map((leg) => {
    const own = { fee: feeOf(leg.cells), coin: leg.cells.text('Currency') }
    const [quote] = quotes.splice(
      Math.max(
        0,
        quotes.findIndex((each) => isValueOf(each, leg)),
      ),
      1,
    )
    const other = quote === undefined ? undefined : { fee: feeOf(quote.cells), coin: quote.cells.text('Currency') }
    if (other === undefined || other.fee === 0n) return fillRow(leg, own, 'spot')
    if (own.fee !== 0n) throw new RowProblem('a spot trade with fees in both of its coins')
    return fillRow(leg, other, 'spot')
  })
}

type Fee = { readonly fee: bigint; readonly coin: string }

const plain = (value: bigint): string => decimalText(value, DECIMALS.price)

const fillRow = ({ row, cells, type }: LogRow, { fee, coin }: Fee, market = ''): TableRow =>
  logRow(row, [
    ...headOf(cells),
    type,
    cells.text('Direction'),
    plain(magnitude(cells.decimal(LOG.quantity))),
    cells.text(LOG.price),
    '',
    plain(fee),
    coin,
    cells.text('Trade ID', 'TradeId'),
    market,
  ])

const fundingRow = ({ row, cells }: LogRow): TableRow =>
  logRow(row, [...headOf(cells), 'funding', '', '', '', plain(fundingOf(cells)), '', '', cells.text('Trade ID', 'TradeId'), ''])

const headOf = (cells: Cells): readonly string[] => [cells.text('Time(UTC)', 'Time'), cells.text('Contract')]
const logRow = ({ number }: TableRow, cells: readonly string[]): TableRow => ({ number, cells, raw: cells })

/** Fee paid (positive). Its sign differs by year, so it follows from balance change minus cash flow; if inconclusive, it was paid. */
function feeOf(cells: Cells): bigint {
  const reported = cells.decimalOrZero('Fee Paid')
  const taken = cells.decimalOrZero('Cash Flow') + cells.decimalOrZero('Funding') - cells.decimalOrZero('Change')
  return magnitude(taken) === magnitude(reported) ? taken : magnitude(reported)
}

/** Funding received (positive), from the balance change if it matches. */
function fundingOf(cells: Cells): bigint {
  const reported = cells.decimalOrZero('Funding')
  const change = cells.decimalOrZero('Change')
  return magnitude(change) === magnitude(reported) ? change : reported
}
