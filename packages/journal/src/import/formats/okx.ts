import { DECIMALS, decimalText, least, magnitude } from '@aerie/core/numbers/units'
import { amountOf, type Cells, RowProblem, valueName } from '../cells.ts'
import { closedPositionOf, feeOf, fillOf, fundingOf, inverseSize, positionOf, symbolOf } from '../entries.ts'
import type { FormatTerms, ImportFormat, JoinedRows } from '../format.ts'
import { coinsOf, isInverse, isSameCoin } from '../markets.ts'
import type { TableRow } from '../table.ts'

const ONE = 10n ** BigInt(DECIMALS.price)
const plain = (value: bigint): string => decimalText(value, DECIMALS.price)

/** Contract sizes in coins. Source: OKX, `ctVal` of GET /api/v5/public/instruments. */
const KNOWN_SIZES: Readonly<Record<string, bigint>> = { 'BTC-USDT-SWAP': ONE / 100n, 'ETH-USDT-SWAP': ONE / 10n }

const JOINED = ['time', 'kind', 'symbol', 'action', 'price', 'size', 'fee', 'fee coin', 'amount', 'id', 'realized']

/** Trading history: spot trades have a row for each coin, derivatives are in contracts. Source: real exports of 2025. */
export const okxTrading: ImportFormat = {
  id: 'okx-trading',
  exchange: 'OKX',
  title: 'Trading history',
  columns: ['Order id', 'Trade Type', 'Symbol', 'Action', 'Amount', 'Trading Unit', 'Filled Price', 'Fee', 'Fee Unit', 'Balance Unit'],
  time: 'Time',
  join: joinedTrades,
  read: ({ cells, at }) => {
    const [kind, symbol, tradeId] = [cells.text('kind'), symbolOf(cells.text('symbol')), cells.text('id')]
    if (kind === 'funding') return fundingOf({ at, symbol, amount: cells.decimal('amount'), coin: cells.text('fee coin'), tradeId })
    const realized = kind === 'swap' ? cells.decimal('realized') : undefined
    return fillOf({
      at,
      symbol,
      side: cells.text('action'),
      price: cells.decimal('price'),
      size: cells.decimal('size'),
      fee: cells.decimal('fee'),
      feeCoin: cells.text('fee coin'),
      isSpot: kind === 'spot',
      // A margin trade has one position per market, and may open a short one.
      position: kind === 'swap' ? positionOfAction(cells.text('action')) : undefined,
      // A profit is realized by what closes: without a known position, that was opened before the file begins.
      closes: (realized ?? 0n) === 0n ? undefined : 'some',
      realized,
      tradeId,
    })
  },
}

/** `Open long` and `Close long` are of the long position, which an account may hold next to a short one. */
function positionOfAction(action: string): 'long' | 'short' | undefined {
  const side = /\b(long|short)$/i.exec(action)?.[1]?.toLowerCase()
  return side === 'long' || side === 'short' ? side : undefined
}

/** Trading history until 2023, in which both coins of a spot trade have a row and neither has a price. Source: BittyTax. */
export const okxTradingOld: ImportFormat = {
  ...okxTrading,
  id: 'okx-trading-old',
  title: 'Trading history (until 2023)',
  columns: ['Order id', 'Trade Type', 'Instrument', 'Type', 'Amount', 'Unit', 'PL', 'Fee', 'Position Change', 'Balance Change'],
  keys: okxTrading.id,
  join: joinedOldTrades,
}

function joinedOldTrades(rows: readonly TableRow[], cellsOf: (row: TableRow) => Cells): JoinedRows {
  const legs = rows.map((row) => ({ row, cells: cellsOf(row), type: valueName(cellsOf(row).text('Trade Type')) }))
  const trades = legs.filter(({ cells, type }) => type !== 'transfer' && /^(?:buy|sell|open|close|liquidat)/i.test(cells.text('Type')))
  const spot = trades.filter(({ type }) => type === 'spot' || type === 'margin')
  const problems = trades
    .filter(({ type }) => type !== 'spot' && type !== 'margin')
    .map(({ row }) => ({
      row: row.number,
      text: 'this file has no prices of contracts. Export the trading history again, which has them now.',
    }))
  const joined: TableRow[] = []
  // Some trades have one id in both rows, others only the id of their order.
  const byId = Map.groupBy(spot, ({ cells }) => cells.text('id'))
  const isWhole = (leg: (typeof spot)[number]): boolean => (byId.get(leg.cells.text('id'))?.length ?? 0) > 1
  const groups = Map.groupBy(spot, (leg) => (isWhole(leg) ? leg.cells.text('id') : `order ${leg.cells.text('Order id')}`))
  for (const parts of groups.values()) {
    const symbol = parts[0]?.cells.text('Instrument').toUpperCase() ?? ''
    const isBase = ({ cells }: (typeof spot)[number]): boolean => cells.text('Unit').toUpperCase() === symbol.split('-')[0]
    const [bases, quotes] = [parts.filter(isBase), parts.filter((leg) => !isBase(leg))]
    for (const [at, base] of bases.entries()) {
      const quote = quotes[at]
      try {
        if (quote === undefined) throw new RowProblem('a spot trade has a row for each of its two coins: one of them is missing')
        joined.push(oldTrade(symbol, base, quote))
      } catch (error) {
        if (!(error instanceof RowProblem)) throw error
        problems.push({ row: base.row.number, text: error.message })
      }
    }
  }
  return { header: JOINED, rows: joined.toSorted((a, b) => a.number - b.number), others: rows.length - trades.length, problems }
}

type OldLeg = { readonly row: TableRow; readonly cells: Cells; readonly type: string }

function oldTrade(symbol: string, base: OldLeg, quote: OldLeg): TableRow {
  const [coins, value] = [magnitude(base.cells.decimal('Amount')), magnitude(quote.cells.decimal('Amount'))]
  if (coins === 0n) throw new RowProblem('the size is 0')
  const [paid, ...more] = [base, quote].filter(({ cells }) => cells.decimalOrZero('Fee') !== 0n)
  if (more.length > 0) throw new RowProblem('a spot trade with fees in both of its coins')
  const { cells } = base
  const fee = paid === undefined ? ['0', ''] : [plain(-paid.cells.decimalOrZero('Fee')), paid.cells.text('Unit')]
  const values = [
    cells.text('Time'),
    base.type === 'margin' ? 'margin' : 'spot',
    symbol,
    cells.text('Type'),
    plain((value * ONE) / coins),
    plain(coins),
    ...fee,
    '0',
    cells.text('id'),
  ]
  return { number: base.row.number, cells: values, raw: values }
}

/** Spot trades until 2021; a sale has a negative amount. Source: Everytrade's OKX tests (a byte order mark before each cell). */
export const okxSpotOld: ImportFormat = {
  id: 'okx-spot-old',
  exchange: 'OKX',
  title: 'Spot trades (until 2021)',
  columns: ['Trade ID', 'Pairs', 'Amount', 'Price', 'Total', 'Fee', 'unit'],
  time: 'Trade Time',
  isSpot: true,
  read: ({ cells, at }) => {
    const amount = cells.decimal('Amount')
    const fee = amountOf(cells.text('Fee') || '0', 'Fee')
    return fillOf({
      at,
      symbol: cells.text('Pairs').replace('_', '-'),
      side: amount > 0n ? 'buy' : 'sell',
      price: cells.decimal('Price'),
      size: magnitude(amount),
      fee: -fee.value,
      feeCoin: fee.unit,
      isSpot: true,
      tradeId: cells.text('Trade ID'),
    })
  },
}

/** Spot trades with a column for each figure. Source: header line of a public converter. */
export const okxSpotTrades: ImportFormat = {
  id: 'okx-spot-trades',
  exchange: 'OKX',
  title: 'Spot trades',
  columns: ['Trade ID', ['Pair', 'Pairs'], 'Side', 'Price', 'Amount', 'Total', 'Fee', 'Fee Currency'],
  time: 'Trade Time',
  isSpot: true,
  paidFees: 'negative',
  read: ({ cells, at }) =>
    fillOf({
      at,
      symbol: cells.text('Pair', 'Pairs').replace('_', '-'),
      side: cells.text('Side'),
      price: cells.decimal('Price'),
      size: magnitude(cells.decimal('Amount')),
      ...feeOf(cells, { fee: ['Fee'] }),
      isSpot: true,
      tradeId: cells.text('Trade ID'),
    }),
}

/** Closed positions. Source: header line of a public fee calculator's test. */
export const okxPositions: ImportFormat = {
  id: 'okx-positions',
  exchange: 'OKX',
  title: 'Position history',
  columns: [
    ['Instrument Name', 'Instrument'],
    'Direction',
    'Total Close Quantity',
    'Average Open Price',
    'Average Close Price',
    ['Pnl', 'Realized PnL'],
    'Fee',
    'Contract Face Value',
  ],
  time: 'Position Update Time',
  read: ({ cells, at, instant }) => {
    const side = positionOf(cells.text('Direction'))
    if (side === undefined) throw new RowProblem(`neither long nor short: ${cells.text('Direction').slice(0, 40)}`)
    const contracts = magnitude(cells.amount('Total Close Quantity').value)
    const each = (cells.amount('Contract Face Value').value * (cells.amount('Contract Multiplier').value || ONE)) / ONE
    return closedPositionOf({
      exchange: 'OKX',
      at,
      openedAt: instant(cells.text('Position Create Time')),
      symbol: cells.text('Instrument Name', 'Instrument'),
      side,
      size: (contracts * each) / ONE,
      entry: cells.decimal('Average Open Price'),
      exit: cells.decimal('Average Close Price'),
      fees: -(cells.amount('Fee').value + cells.amount('Liquidation Clearance Fee').value),
      funding: cells.amount('Funding Fee').value,
      result: cells.amount('Pnl', 'Realized PnL').value,
    })
  },
}

type Leg = {
  readonly row: TableRow
  readonly cells: Cells
  readonly type: string
  readonly symbol: string
  readonly action: string
}

/** A conversion, `TAO-USDC-CONVERT`, has no action: the change of the balance shows it. */
function legOf(row: TableRow, cells: Cells): Leg {
  const symbol = cells.text('Symbol').toUpperCase()
  const [type, action] = [valueName(cells.text('Trade Type')), valueName(cells.text('Action'))]
  if (action !== '' || !symbol.endsWith(CONVERTED)) return { row, cells, type, symbol, action }
  const isReceived = cells.decimalOrZero('Balance Change') > 0n
  return { row, cells, type, symbol: symbol.slice(0, -CONVERTED.length), action: isReceived ? 'buy' : 'sell' }
}

const CONVERTED = '-CONVERT'

function joinedTrades(rows: readonly TableRow[], cellsOf: (row: TableRow) => Cells, terms: FormatTerms): JoinedRows {
  const problems: { row: number; text: string }[] = []
  const attempt = (number: number, work: () => void): void => {
    try {
      work()
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error
      problems.push({ row: number, text: error.message })
    }
  }
  const legs: Leg[] = []
  for (const row of rows) attempt(row.number, () => void legs.push(legOf(row, cellsOf(row))))
  const funding = legs.filter(({ action }) => action.startsWith('funding fee'))
  const trades = legs.filter(({ action }) => /\b(?:buy|sell|long|short)\b/.test(action) || ANY_SIDE.test(action))
  const spot = trades.filter(({ type }) => SPOT.test(type))
  const contracts = trades.filter(({ type }) => SWAPS.test(type))
  for (const { row, type } of trades.filter((leg) => !SPOT.test(leg.type) && !SWAPS.test(leg.type)))
    problems.push({ row: row.number, text: `trades of the kind ${type.slice(0, 40)} are not read` })
  const joined: TableRow[] = []
  for (const leg of funding)
    attempt(leg.row.number, () => {
      joined.push(made(leg, { kind: 'funding', amount: fundingAmount(leg.cells), coin: leg.cells.text('Balance Unit') }))
    })
  for (const parts of Map.groupBy(spot, tradeKey).values()) attempt(parts[0]?.row.number ?? 0, () => joined.push(...spotRows(parts)))
  const sizes = contractSizes(contracts)
  for (const leg of contracts)
    attempt(leg.row.number, () => {
      joined.push(
        made(leg, {
          kind: 'swap',
          size: sizeOf(leg, sizes, terms),
          fee: -leg.cells.decimalOrZero('Fee'),
          coin: leg.cells.text('Fee Unit'),
        }),
      )
    })
  const others = legs.length - funding.length - trades.length
  return { header: JOINED, rows: joined.toSorted((a, b) => a.number - b.number), others, problems }
}

const SPOT = /^(?:spot|margin|convert)$/
const SWAPS = /^(?:swap|perpetual(?: swap| futures)?|futures|expiry futures)$/
const ANY_SIDE = /^(?:adl|auto|liquidation(?! transfer)|settle|delivery)/

const tradeKey = ({ cells, symbol }: Leg): string =>
  [cells.text('Order id'), cells.text('Time'), symbol, cells.text('Filled Price')].join('\n')

/** Rows of the traded coin, each with the fee of its own or the other row. */
function spotRows(parts: readonly Leg[]): TableRow[] {
  const isBase = ({ cells, symbol }: Leg): boolean => cells.text('Balance Unit').toUpperCase() === symbol.split('-')[0]
  const bases = parts.filter(isBase)
  const quotes = parts.filter((leg) => !isBase(leg))
  if (bases.length === 0) throw new RowProblem('a spot trade has a row for each of its two coins: the one of the traded coin is missing')
  if (quotes.slice(bases.length).some(({ cells }) => cells.decimalOrZero('Fee') !== 0n))
    throw new RowProblem('a spot trade with a fee in a row of its own is not read')
  return bases.map((leg, at) => {
    const paid = [leg, quotes[at]].filter((each) => each !== undefined && each.cells.decimalOrZero('Fee') !== 0n)
    const [first, ...more] = paid
    if (more.length > 0) throw new RowProblem('a spot trade with fees in both of its coins')
    if (leg.type === 'spot' && first === undefined && quotes[at] === undefined)
      throw new RowProblem('a spot trade has a row for each of its two coins: the other one, which may have the fee, is missing')
    const fee = first === undefined ? 0n : -first.cells.decimalOrZero('Fee')
    return made(leg, {
      kind: leg.type === 'margin' ? 'margin' : 'spot',
      size: magnitude(leg.cells.decimal('Amount')),
      fee,
      coin: first?.cells.text('Fee Unit') ?? '',
    })
  })
}

type Made = { readonly kind: string; readonly size?: bigint; readonly fee?: bigint; readonly coin?: string; readonly amount?: bigint }

function made({ row, cells, symbol, action }: Leg, { kind, size = 0n, fee = 0n, coin = '', amount = 0n }: Made): TableRow {
  const values = [
    cells.text('Time'),
    kind,
    symbol,
    action,
    cells.text('Filled Price'),
    plain(size),
    plain(fee),
    coin,
    plain(amount),
    cells.text('id'),
    plain(cells.decimalOrZero('PnL')),
  ]
  return { number: row.number, cells: values, raw: values }
}

/** The roundest size within a ten-millionth: values are rounded, and the closing price must give the same size as the opening one. */
function roundedSize(value: bigint): bigint {
  for (let unit = 10n ** BigInt(value.toString().length - 1); unit > 1n; unit /= 10n) {
    const rounded = ((value + unit / 2n) / unit) * unit
    if (magnitude(rounded - value) * 10_000_000n <= value) return rounded
  }
  return value
}

/** Size in coins, or in dollars for an inverse contract; the account's settings decide in which unit the file has it. */
function sizeOf({ cells, symbol }: Leg, sizes: ReadonlyMap<string, bigint>, { contractSize }: FormatTerms): bigint {
  const amount = magnitude(cells.decimal('Amount'))
  const unit = cells.text('Trading Unit').toUpperCase()
  const price = cells.decimal('Filled Price')
  const isSettled = isInverse('OKX', symbol)
  if (!unit.startsWith('CONT')) {
    const { base, quote } = coinsOf(symbol)
    if (!isSameCoin(unit, base) && !isSameCoin(unit, quote))
      throw new RowProblem(unit === '' ? 'the size has no unit' : `the size is in ${unit.slice(0, 20)}`)
    if (isSettled) return isSameCoin(unit, base) ? (amount * price) / ONE : amount
    return isSameCoin(unit, base) || price <= 0n ? amount : roundedSize((amount * ONE) / price)
  }
  if (isSettled) return inverseSize('OKX', symbol, amount)
  const each = KNOWN_SIZES[symbol] ?? sizes.get(symbol) ?? contractSize(symbol)
  if (each === undefined)
    throw new RowProblem(
      `the size is in contracts, and the file does not show how much ${symbol.slice(0, 40)} one of them is. Enter the contract size`,
    )
  return (amount * each) / ONE
}

/** Isolated positions are paid from their margin, so that the balance does not change. */
const fundingAmount = (cells: Cells): bigint => cells.decimalOrZero('Balance Change') || cells.decimalOrZero('PnL')

type Position = { held: bigint; cost: bigint }

/** Coins per contract from the profit of closing fills: a power of ten, if all of a market agree. Entries in time order or reverse. */
function contractSizes(legs: readonly Leg[]): ReadonlyMap<string, bigint> {
  const found = new Map<string, bigint | undefined>()
  const positions = new Map<string, Position>()
  const [first, last] = [legs[0]?.cells.text('Time') ?? '', legs.at(-1)?.cells.text('Time') ?? '']
  for (const leg of first > last ? legs.toReversed() : legs) {
    const { symbol } = leg
    const key = `${symbol}\n${positionOfAction(leg.action) ?? ''}`
    const position = positions.get(key) ?? { held: 0n, cost: 0n }
    positions.set(key, position)
    const each = shownOrNothing(leg, position)
    if (each === undefined) continue
    const known = found.get(symbol)
    found.set(symbol, found.has(symbol) && known !== each ? undefined : each)
  }
  return new Map([...found].flatMap(([symbol, each]) => (each === undefined ? [] : [[symbol, each] as const])))
}

/** A faulty row is reported where it is read as a trade. */
function shownOrNothing(leg: Leg, position: Position): bigint | undefined {
  try {
    return sizeShown(leg, position)
  } catch (error) {
    if (error instanceof RowProblem) return undefined
    throw error
  }
}

function sizeShown({ cells, action }: Leg, position: Position): bigint | undefined {
  const amount = magnitude(cells.decimal('Amount'))
  const price = cells.decimal('Filled Price')
  const isBuy = /\bbuy$|open long|(?:close|liquidat\w*|delivery) (?:of )?short/.test(action)
  const moved = isBuy ? amount : -amount
  const before = position.held
  const profit = cells.decimalOrZero('PnL') * ONE
  const isClosing = before !== 0n && before > 0n !== isBuy
  if (!isClosing) {
    // It closes a position from before the file.
    if (before === 0n && profit !== 0n) return undefined
    position.cost += price * amount
    position.held += moved
    return undefined
  }
  const held = magnitude(before)
  const closed = least(amount, held)
  const perCoin = price * closed - (position.cost * closed) / held
  position.cost = amount > held ? price * (amount - held) : position.cost - (position.cost * closed) / held
  position.held += moved
  const difference = before > 0n ? perCoin : -perCoin
  return difference === 0n || profit === 0n ? undefined : powerOfTen((profit * ONE) / difference)
}

/** Coins of a contract; PEPE's has ten million. */
const MOST_COINS = 1_000_000_000n

/** Nearest power of ten in 10⁻¹²; undefined if it is off by more than a fiftieth. */
function powerOfTen(value: bigint): bigint | undefined {
  for (let power = 1n; power <= ONE * MOST_COINS; power *= 10n) if (magnitude(value - power) * 50n <= power) return power
  return undefined
}
