import { DECIMALS, decimalText, magnitude, microUsdc, price, size } from '@aerie/core/numbers/units'
import { type Cells, decimalOf, RowProblem, valueName } from '../cells.ts'
import {
  closedPositionOf,
  fillOf,
  fundingOf,
  type ImportedTrip,
  microOf,
  feeOf as paidFee,
  paidMicroOf,
  positionOf,
  profitOf,
  sizeOf,
  symbolOf,
} from '../entries.ts'
import type { ImportFormat, JoinedRows } from '../format.ts'
import { coinsOf, isInverse, isOption, isSameCoin } from '../markets.ts'
import { UNKNOWN_AFTER } from '../positions.ts'
import type { TableRow } from '../table.ts'

const CLOSED = {
  market: ['Contracts', 'Market'],
  side: ['Closing Direction', 'Closing Side', 'Direction', 'Side'],
  result: ['Closed P&L', 'Realized P&L'],
} as const

type Closed = { readonly entry: bigint; readonly exit: bigint; readonly size: bigint; readonly result: bigint; readonly isSettled: boolean }

/** Of a position that a word names, else the one whose profit is nearer to the result; if both are equal, a sell closes a long one. */
function closedSide(text: string, { result, isSettled, ...moved }: Closed): 'long' | 'short' {
  const named = positionOf(/\b(long|short)$/i.exec(text)?.[1] ?? '')
  if (named !== undefined) return named
  const [long, short] = (['long', 'short'] as const).map((side) => magnitude(profitOf({ ...moved, side }, isSettled) - result))
  if (long !== short) return (long ?? 0n) < (short ?? 0n) ? 'long' : 'short'
  return /sell/i.test(text) ? 'long' : 'short'
}

/** Closed positions until July 2024, without opening time and fees. */
export const bybitClosed: ImportFormat = {
  id: 'bybit-closed-pnl',
  exchange: 'Bybit',
  title: 'Closed profit and loss (until July 2024)',
  columns: [CLOSED.market, CLOSED.side, ['Qty', 'Order Quantity'], 'Entry Price', 'Exit Price', CLOSED.result],
  time: ['Closed Time', 'Trade Time(UTC+0)', 'Transaction Time'],
  read: ({ cells, at }) => {
    const symbol = symbolOf(cells.text(...CLOSED.market))
    const result = cells.decimal(...CLOSED.result)
    const [entry, exit] = [positive(cells, 'Entry Price'), positive(cells, 'Exit Price')]
    const coins = magnitude(cells.decimal('Qty', 'Order Quantity'))
    const side = closedSide(cells.text(...CLOSED.side), { entry, exit, size: coins, result, isSettled: isInverse('Bybit', symbol) })
    const fees = magnitude(cells.amount('Fee', 'Fees', 'Trading Fee').value)
    if (fees !== 0n) return closedPositionOf({ exchange: 'Bybit', at, symbol, side, size: coins, entry, exit, fees, funding: 0n, result })
    return {
      kind: 'trip',
      closedAt: at,
      symbol,
      side,
      size: size(coins),
      entry: price(entry),
      exit: price(exit),
      ...(isInverse('Bybit', symbol) ? { settled: coinsOf(symbol).base, net: microUsdc(result) } : { net: microOf(result) }),
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
    ['Opening Fee', 'Open Fee'],
    ['Closing Fee', 'Close Fee'],
    ['Realized P&L', 'Closed P&L'],
  ],
  time: ['Trade time', 'Transaction Time', 'Closed Time'],
  read: ({ cells, at }) => closedPosition(cells, at),
}

function positive(cells: Cells, name: string): bigint {
  const value = cells.decimal(name)
  if (value <= 0n) throw new RowProblem('the price is not above 0')
  return value
}

function closedPosition(cells: Cells, at: number): ImportedTrip {
  const [entry, exit] = [positive(cells, 'Entry Price'), positive(cells, 'Exit Price')]
  const coins = magnitude(cells.decimal('Order Quantity', 'Qty'))
  const symbol = symbolOf(cells.text('Market', 'Contracts'))
  const isSettled = isInverse('Bybit', symbol)
  const fees = cells.decimal('Opening Fee', 'Open Fee') + cells.decimal('Closing Fee', 'Close Fee')
  const net = cells.decimal('Realized P&L', 'Closed P&L')
  const reported = magnitude(cells.decimalOrZero('Funding Fee'))
  // The sign of the result shows whether funding was paid or received, and the direction if no column has it.
  const readingOf = (side: 'long' | 'short') => {
    const gross = profitOf({ side, entry, exit, size: coins }, isSettled)
    const error = (funding: bigint): bigint => magnitude(gross - fees + funding - net)
    const funding = error(reported) < error(-reported) ? reported : -reported
    return { side, funding, error: error(funding) }
  }
  const [long, short] = [readingOf('long'), readingOf('short')]
  const named = positionNamed(cells)
  if (named === undefined && long.error === short.error)
    throw new RowProblem('neither the prices nor the result tell whether it was long or short')
  const { side, funding } = named === undefined ? (long.error < short.error ? long : short) : named === 'long' ? long : short
  return {
    kind: 'trip',
    closedAt: at,
    symbol,
    side,
    size: size(coins),
    entry: price(entry),
    exit: price(exit),
    ...(isSettled
      ? { settled: coinsOf(symbol).base, fees: microUsdc(fees), funding: microUsdc(funding), net: microUsdc(net) }
      : { fees: paidMicroOf(fees), funding: microOf(funding), net: microOf(net) }),
    tradeId: '',
  }
}

/** Position of a row in hedge mode: of a column of its own, as `positionIdx` of the API, or in a direction such as `Close Short`. */
function positionNamed(cells: Cells): 'long' | 'short' | undefined {
  const index = cells.text('positionIdx', 'Position Index')
  if (index === '1' || index === '2') return index === '1' ? 'long' : 'short'
  const side = positionOf(cells.text('Position Side', 'Position Direction'))
  if (side !== undefined) return side
  const directed = /\b(?:open|close|add|reduce|liquidat\w*)\b.*\b(long|short)$/.exec(
    valueName(cells.text('Direction', 'Side', 'Closing Direction')),
  )
  return positionOf(directed?.[1] ?? '')
}

const VOLUNTARY_FILL = /^(?:trade|market|limit|block ?trade|move ?pos)/
const ANY_FILL = /^(?:trade|market|limit|block ?trade|move ?pos|adl|bust|liq|settle|delivery)/

/** Columns of perpetual trades in the exports of several years. */
const FILL = {
  type: ['Filled Type', 'Exec Type', 'Trade Type', 'Order Type'],
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
    const { fee, feeCoin } = reportedFee(cells, FILL.fee)
    const symbol = cells.text('Market', 'Contracts')
    const tradeId = cells.text('Trasaction ID', 'Transaction ID')
    const position = positionNamed(cells)
    // A funding fee is positive if paid.
    if (type.startsWith('funding'))
      return fundingOf({ at, symbol, amount: -fee, coin: feeCoin, tradeId, position: position ?? positionOf(cells.text('Direction')) })
    if (/^(?:cancel|amend|transfer|session)/.test(type)) return undefined
    if (!ANY_FILL.test(type)) throw new RowProblem(`not a known kind of row: ${type.slice(0, 40)}`)
    refuseExpiry(symbol, type)
    const price = cells.decimal(...FILL.price)
    return fillOf({
      at,
      symbol,
      side: cells.text(...FILL.side),
      price,
      size: sizeOf(cells, FILL.size, { symbol, price }),
      fee,
      feeCoin,
      closes: VOLUNTARY_FILL.test(type) ? undefined : 'all',
      position,
      tradeId,
    })
  },
}

/** The price of such a row is that of the coin, not of the option. @throws RowProblem for an option that was exercised or has expired */
function refuseExpiry(symbol: string, type: string): void {
  if (/^(?:deliver|settle)/.test(type) && isOption(symbol.toUpperCase()))
    throw new RowProblem('the exercise or expiry of an option is not read: its trade stays open')
}

/** Spot trades. Fees have no coin: a purchase pays in the bought coin, a sale in the received one. Source: real exports; Bybit's fee rules. */
export const bybitSpot: ImportFormat = {
  id: 'bybit-spot-trades',
  exchange: 'Bybit',
  title: 'Spot trade history',
  columns: ['Spot Pairs', 'Direction', 'Filled Price', 'Filled Quantity', 'Fees'],
  time: ['Timestamp (UTC)', 'Filled Time', 'Transaction Time', 'Time'],
  total: 'Filled Value',
  isSpot: true,
  isNewestFirst: true,
  read: ({ cells, at }) => {
    const symbol = symbolOf(cells.text('Spot Pairs'))
    const isBuy = /^buy/i.test(cells.text('Direction'))
    const { base, quote } = coinsOf(symbol)
    const price = cells.decimal('Filled Price')
    return fillOf({
      at,
      symbol,
      side: cells.text('Direction'),
      price,
      size: sizeOf(cells, ['Filled Quantity'], { symbol, price }),
      ...reportedFee(cells, ['Fees'], isBuy ? base : quote),
      isSpot: true,
      tradeId: cells.text('Transaction ID'),
    })
  },
}

/** Spot orders with the coin of their fee. Source: header line of a public converter. */
export const bybitSpotOrders: ImportFormat = {
  id: 'bybit-spot-orders',
  exchange: 'Bybit',
  title: 'Spot order history',
  // Trade files have only the end of an order's number, so that none is read.
  areOrders: true,
  columns: ['Symbol', 'Side', ['Avg. Filled Price', 'Filled Price'], ['Filled Qty', 'Filled Quantity'], 'Total', 'Fee', 'Fee Currency'],
  time: ['Order Time', 'Execution Time', 'Filled Time'],
  total: 'Total',
  isSpot: true,
  paidFees: 'positive',
  isNewestFirst: true,
  read: ({ cells, at }) => {
    const symbol = cells.text('Symbol')
    const price = cells.decimal('Avg. Filled Price', 'Filled Price')
    return fillOf({
      at,
      symbol,
      side: cells.text('Side'),
      price,
      size: sizeOf(cells, ['Filled Qty', 'Filled Quantity'], { symbol, price }),
      ...paidFee(cells, { fee: ['Fee'] }),
      isSpot: true,
    })
  },
}

/** Newer files leave the fee column empty and write the fee to `ExecFeeV2`; those of the accounts before write it with its coin. */
const reportedFee = (cells: Cells, names: readonly string[], coin = '') =>
  paidFee(cells, { fee: /^-*$/.test(cells.text(...names)) ? ['ExecFeeV2'] : names }, coin)

const LOG = {
  quantity: 'Quantity',
  fee: 'Fee Paid',
  price: 'Filled Price',
} as const

/** Columns of a log row after its legs were joined. */
const JOINED = [
  'time',
  'contract',
  'type',
  'direction',
  'quantity',
  'filled price',
  'funding',
  'fee',
  'fee coin',
  'trade id',
  'market',
  'position',
  'after',
]

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
    if (cells.text('type') === 'funding')
      return fundingOf({
        at,
        symbol,
        amount: cells.decimal('funding'),
        coin: cells.text('fee coin'),
        tradeId,
        position: positionOf(cells.text('position')),
      })
    refuseExpiry(symbol, cells.text('type'))
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
      position: positionOf(cells.text('position')),
      after: afterOf(cells.text('after')),
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

/** The base legs of a trade with the fees of either leg, or of one in a third coin. */
function spotRows(legs: readonly LogRow[]): TableRow[] {
  const bases = legs.filter(isBaseLeg)
  const isQuote = ({ cells }: LogRow): boolean =>
    isSameCoin(cells.text('Currency').toUpperCase(), coinsOf(cells.text('Contract').toUpperCase().slice(0, 60)).quote)
  const quotes = legs.filter((leg) => !isBaseLeg(leg) && isQuote(leg))
  const [third, ...more] = legs.filter((leg) => !isBaseLeg(leg) && !isQuote(leg) && feeOf(leg.cells) !== 0n)
  if (third !== undefined) {
    const [base] = bases
    if (base === undefined || bases.length > 1 || more.length > 0 || [base, ...quotes].some(({ cells }) => feeOf(cells) !== 0n))
      throw new RowProblem('a spot trade with fees in more than one coin')
    return [fillRow(base, { fee: feeOf(third.cells), coin: third.cells.text('Currency') }, 'spot')]
  }
  return bases.map((leg) => {
    const own = { fee: feeOf(leg.cells), coin: leg.cells.text('Currency') }
    const [quote] = quotes.splice(
      Math.max(
        0,
        quotes.findIndex((each) => isValueOf(each, leg)),
      ),
      1,
    )
    if (quote === undefined && own.fee === 0n)
      throw new RowProblem('a spot trade has a row for each of its two coins: the other one, which may have the fee, is missing')
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
    ...(market === 'spot' ? ['', ''] : changeOf(cells)),
  ])

const afterOf = (text: string): bigint | undefined => (text === '' ? undefined : text === '-' ? UNKNOWN_AFTER : decimalOf(text, 'Position'))

/** Position that a row opened or closed, and its size after it. */
function changeOf(cells: Cells): readonly [position: string, after: string] {
  const [action, direction] = [cells.text('Action'), cells.text('Direction')]
  if (!/^(?:open|close)$/i.test(action) || !/^(?:buy|sell)$/i.test(direction)) return ['', '']
  const position = /^open$/i.test(action) === /^buy$/i.test(direction) ? 'long' : 'short'
  return [position, /\d/.test(cells.text('Position')) ? plain(magnitude(cells.decimal('Position'))) : '-']
}

function fundingRow({ row, cells }: LogRow): TableRow {
  const direction = cells.text('Direction')
  const position = /^buy$/i.test(direction) ? 'long' : /^sell$/i.test(direction) ? 'short' : ''
  return logRow(row, [
    ...headOf(cells),
    'funding',
    '',
    '',
    '',
    plain(paidFunding(cells)),
    '',
    cells.text('Currency'),
    cells.text('Trade ID', 'TradeId'),
    '',
    position,
    '',
  ])
}

const headOf = (cells: Cells): readonly string[] => [cells.text('Time(UTC)', 'Time'), cells.text('Contract')]
const logRow = ({ number }: TableRow, cells: readonly string[]): TableRow => ({ number, cells, raw: cells })

/** Fee paid (positive). Its sign differs by year, so it follows from balance change minus cash flow; if inconclusive, it was paid. */
function feeOf(cells: Cells): bigint {
  const reported = cells.decimalOrZero('Fee Paid')
  const taken = cells.decimalOrZero('Cash Flow') + cells.decimalOrZero('Funding') - cells.decimalOrZero('Change')
  return magnitude(taken) === magnitude(reported) ? taken : magnitude(reported)
}

/** Funding received (positive), from the balance change if it matches. */
function paidFunding(cells: Cells): bigint {
  const reported = cells.decimalOrZero('Funding')
  const change = cells.decimalOrZero('Change')
  return magnitude(change) === magnitude(reported) ? change : reported
}
