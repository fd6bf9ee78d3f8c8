import { DECIMALS, decimalText, magnitude } from '@aerie/core/numbers/units'
import { type Cells, RowProblem, valueName } from '../cells.ts'
import { fillOf, fundingOf, symbolOf } from '../entries.ts'
import type { ImportFormat, JoinedRows } from '../format.ts'
import { coinsOf, joinedSymbol } from '../markets.ts'
import type { TableRow } from '../table.ts'

const plain = (value: bigint): string => decimalText(value, DECIMALS.price)

/** `XXBT` and `ZUSD` are XBT and USD, `EUR.HOLD` are euros of a deposit on hold. Source: Kraken's asset names. */
const assetName = (asset: string): string => {
  const name = asset.toUpperCase().replace(/\.(?:[A-Z]|HOLD)$/, '')
  return OLD_NAME.test(name) ? name.slice(1) : name
}

/** Later coins such as ZETA and XION have no such prefix. */
const OLD_NAME = /^(?:X(?:XBT|ETH|LTC|XRP|XLM|XMR|XDG|ETC|ZEC|REP|MLN|ICN)|Z(?:USD|EUR|GBP|CAD|JPY|AUD|KRW|CHF))$/

/** Name of a pair without the prefixes of Kraken's old asset names: `XXBTZUSD` is `XBTUSD`. */
export const pairName = (pair: string): string => {
  const [, base, quote] = /^(X[A-Z]{3})(Z[A-Z]{3}|X[A-Z]{3})$/.exec(pair.toUpperCase()) ?? []
  if (base !== undefined && quote !== undefined) return `${assetName(base)}${assetName(quote)}`
  const [first = '', second] = pair.toUpperCase().split('/')
  return second === undefined ? pair : joinedSymbol(first, second)
}

/**
 * Position of a trade: the coins of the spot wallet are apart from short positions on margin, which only trades on margin open, and those with
 * `closing` close. Source: Kraken API, TradesHistory.
 */
export function krakenPosition({ side, margin, misc }: { readonly side: string; readonly margin: bigint; readonly misc: string }) {
  const isClosing = /closing/i.test(misc)
  if (margin === 0n && !isClosing && !/opening|leverage/i.test(misc)) return { isSpot: true, position: 'long' } as const
  if (isClosing) return { isSpot: false, closes: 'some' } as const
  return { isSpot: false, position: side.toLowerCase() === 'sell' ? 'short' : 'long' } as const
}

/** Trades; fees are in the quote. Source: Kraken support, fields of the trades export. */
export const krakenTrades: ImportFormat = {
  id: 'kraken-trades',
  exchange: 'Kraken',
  title: 'Trades',
  columns: ['txid', 'ordertxid', 'pair', 'type', 'price', 'cost', 'fee', 'vol'],
  time: 'time',
  total: 'cost',
  join: withoutSettlements,
  read: ({ cells, at }) => {
    const symbol = symbolOf(pairName(cells.text('pair')))
    return fillOf({
      at,
      symbol,
      side: cells.text('type'),
      price: cells.decimal('price'),
      size: cells.decimal('vol'),
      fee: cells.decimalOrZero('fee'),
      feeCoin: coinsOf(symbol).quote,
      ...krakenPosition({ side: cells.text('type'), margin: cells.decimalOrZero('margin'), misc: cells.text('misc') }),
      tradeId: cells.text('txid'),
    })
  },
}

const OF_TRADES = ['txid', 'pair', 'time', 'type', 'price', 'fee', 'vol', 'margin', 'misc']

/** A row that closes a margin position of its own direction settles it: the coins of a long one are taken over, so that none are bought or sold. */
function withoutSettlements(rows: readonly TableRow[], cellsOf: (row: TableRow) => Cells): JoinedRows | undefined {
  const typeOf = new Map<string, string>()
  for (const row of rows) typeOf.set(cellsOf(row).text('txid'), cellsOf(row).text('type'))
  const isSettlement = (cells: Cells): boolean =>
    /closing/i.test(cells.text('misc')) && typeOf.get(cells.text('posttxid')) === cells.text('type')
  const trades = rows.filter((row) => !isSettlement(cellsOf(row)))
  if (trades.length === rows.length) return undefined
  const written = trades.map((row): TableRow => {
    const cells = OF_TRADES.map((name) => cellsOf(row).text(name))
    return { number: row.number, cells, raw: cells }
  })
  return { header: OF_TRADES, rows: written, others: rows.length - trades.length, problems: [] }
}

const JOINED = ['time', 'refid', 'pair', 'side', 'price', 'size', 'fee', 'fee coin']

/** Ledger: a trade has a row for each of its assets, with one reference, which is the `txid` of the trades export. Source: Kraken support. */
export const krakenLedger: ImportFormat = {
  id: 'kraken-ledger',
  exchange: 'Kraken',
  title: 'Ledgers',
  columns: ['txid', 'refid', 'type', 'asset', 'amount', 'fee', 'balance'],
  time: 'time',
  keys: krakenTrades.id,
  join: joinedLedger,
  read: ({ cells, at }) =>
    fillOf({
      at,
      symbol: cells.text('pair'),
      side: cells.text('side'),
      price: cells.decimal('price'),
      size: cells.decimal('size'),
      fee: cells.decimal('fee'),
      feeCoin: cells.text('fee coin'),
      isSpot: true,
      position: 'long',
      tradeId: cells.text('refid'),
    }),
}

type Leg = {
  readonly row: TableRow
  readonly cells: Cells
  readonly asset: string
  readonly amount: bigint
  readonly fee: bigint
  readonly feeAsset: string
}

function joinedLedger(rows: readonly TableRow[], cellsOf: (row: TableRow) => Cells): JoinedRows {
  const trades = Map.groupBy(
    // Kraken writes pending rows without a `txid`, and the same rows again with one.
    rows.filter((row) => /^(?:trade|spend|receive)$/i.test(cellsOf(row).text('type')) && cellsOf(row).text('txid') !== ''),
    (row) => cellsOf(row).text('refid'),
  )
  // A margin trade has rows of its fees and results only.
  const margin = rows.filter((row) => /^(?:margin|settled)$/i.test(cellsOf(row).text('type')))
  const interest = rows.filter((row) => /^rollover$/i.test(cellsOf(row).text('type')))
  const problems = [
    ...margin.map(({ number }) => ({
      row: number,
      text: 'a ledger has neither price nor size of a margin trade. Import the trades export, which has both.',
    })),
    ...interest.slice(0, 1).map(({ number }) => ({
      row: number,
      text: `the interest of margin positions is in no result: a ledger does not name its position. It has ${interest.length} such ${interest.length === 1 ? 'row' : 'rows'}.`,
    })),
  ]
  const joined: TableRow[] = []
  let used = margin.length
  for (const parts of trades.values()) {
    used += parts.length
    try {
      // Of two exports in one file each row has its number twice.
      const legs = new Map(parts.map((row) => [cellsOf(row).text('txid'), row]))
      joined.push(tradeOf([...legs.values()].map((row) => legOf(row, cellsOf(row)))))
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error
      problems.push({ row: parts[0]?.number ?? 0, text: error.message })
    }
  }
  return { header: JOINED, rows: joined, others: rows.length - used, problems }
}

const legOf = (row: TableRow, cells: Cells): Leg => ({
  row,
  cells,
  asset: assetName(cells.text('asset')),
  amount: cells.decimal('amount'),
  fee: cells.decimalOrZero('fee'),
  feeAsset: assetName(cells.text('feecurrency') || cells.text('asset')),
})

/** Sums per asset: an order may be filled from several wallets. */
function sumsBy(legs: readonly Leg[], figure: 'amount' | 'fee', asset: 'asset' | 'feeAsset') {
  const sums = [...Map.groupBy(legs, (leg) => leg[asset])].map(([name, of]) => ({
    asset: name,
    amount: of.reduce((sum, leg) => sum + leg[figure], 0n),
  }))
  return sums.filter(({ amount }) => amount !== 0n)
}

function tradeOf(legs: readonly Leg[]): TableRow {
  const [first, second, ...more] = sumsBy(legs, 'amount', 'asset')
  const [leg] = legs
  if (leg === undefined || first === undefined || second === undefined || more.length > 0 || first.amount > 0n === second.amount > 0n)
    throw new RowProblem('a trade of a ledger has one row of what was given and one of what was got')
  const [base, quote] = quoteRank(first.asset) > quoteRank(second.asset) ? [second, first] : [first, second]
  const [fee, ...moreFees] = sumsBy(legs, 'fee', 'feeAsset')
  if (moreFees.length > 0) throw new RowProblem('a trade with fees in two assets: import the trades export')
  const price = (magnitude(quote.amount) * 10n ** BigInt(DECIMALS.price)) / magnitude(base.amount)
  const cells = [
    leg.cells.text('time'),
    leg.cells.text('refid'),
    joinedSymbol(base.asset, quote.asset),
    base.amount > 0n ? 'buy' : 'sell',
    plain(price),
    plain(magnitude(base.amount)),
    plain(fee?.amount ?? 0n),
    fee?.asset ?? '',
  ]
  return { number: leg.row.number, cells, raw: cells }
}

/** The later one is the quote of a pair. Source: Kraken's list of pairs. */
const QUOTE_ASSETS = 'ETH XBT BTC EURT EURC EURR EURQ DAI PYUSD USDS USDR USDQ USDG RLUSD USD1 USDC USDT AUD CHF CAD JPY GBP EUR USD'.split(
  ' ',
)
const quoteRank = (asset: string): number => QUOTE_ASSETS.indexOf(asset)

const BOOKED = ['dateTime', 'kind', 'contract', 'side', 'price', 'size', 'fee', 'fee coin', 'closes', 'funding', 'id', 'after']

/**
 * Account log of Kraken Futures: a trade has a row of the contract (its change and the position after it) and one of the money (fee and profit),
 * without a number in common. Older files have no column `contract`. Source: Kraken Futures API, account log; header lines in public parsers.
 */
export const krakenFutures: ImportFormat = {
  id: 'kraken-futures-log',
  exchange: 'Kraken',
  title: 'Futures account log',
  columns: ['uid', 'account', 'type', 'symbol', 'change', 'new balance', 'trade price', 'realized pnl', 'fee', 'realized funding'],
  time: 'dateTime',
  isNewestFirst: true,
  join: joinedBookings,
  read: ({ cells, at }) => {
    const [symbol, tradeId] = [cells.text('contract'), cells.text('id')]
    if (cells.text('kind') === 'funding')
      return fundingOf({ at, symbol, amount: cells.decimal('funding'), coin: cells.text('fee coin'), tradeId })
    const closes = cells.text('closes')
    return fillOf({
      at,
      symbol,
      side: cells.text('side'),
      price: cells.decimal('price'),
      size: cells.decimal('size'),
      fee: cells.decimal('fee'),
      feeCoin: cells.text('fee coin'),
      closes: closes === 'all' || closes === 'some' ? closes : undefined,
      after: cells.decimal('after'),
      tradeId,
    })
  },
}

type Booking = { readonly row: TableRow; readonly cells: Cells; readonly symbol: string; readonly contract: string }

const CONTRACT_NAME = /^[pf][if]_/i

function joinedBookings(rows: readonly TableRow[], cellsOf: (row: TableRow) => Cells): JoinedRows {
  const bookings = rows.map((row): Booking => {
    const cells = cellsOf(row)
    const symbol = cells.text('symbol').toUpperCase()
    return { row, cells, symbol, contract: cells.text('contract').toUpperCase() || (CONTRACT_NAME.test(symbol) ? symbol : '') }
  })
  const isPosition = ({ symbol, contract }: Booking): boolean => symbol !== '' && symbol === contract
  const isFunding = ({ cells }: Booking): boolean => valueName(cells.text('type')).startsWith('funding rate')
  // Conversions and transfers between the two rows of a trade are left aside.
  const trades = bookings.filter((each) => !isFunding(each) && each.cells.text('trade price') !== '')
  const used = new Set<Booking>()
  const problems: { row: number; text: string }[] = []
  const joined: TableRow[] = []
  const attempt = (booking: Booking, work: () => TableRow): void => {
    try {
      joined.push(work())
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error
      problems.push({ row: booking.row.number, text: error.message })
    }
  }
  const isNewestFirst = (bookings[0]?.cells.text('dateTime') ?? '') > (bookings.at(-1)?.cells.text('dateTime') ?? '')
  for (const [at, position] of trades.entries()) {
    if (!isPosition(position)) continue
    used.add(position)
    // The row of the money was booked next; it is missing where the fee was paid with credits.
    const neighbours = isNewestFirst ? [trades[at - 1], trades[at + 1]] : [trades[at + 1], trades[at - 1]]
    const money = neighbours.find((each) => each !== undefined && !isPosition(each) && !used.has(each) && isSameTrade(each, position))
    if (money !== undefined) used.add(money)
    attempt(position, () => bookedFill(position, money))
  }
  for (const booking of bookings.filter(isFunding)) {
    used.add(booking)
    attempt(booking, () => bookedFunding(booking))
  }
  for (const left of trades)
    if (!used.has(left) && left.cells.decimalOrZero('fee') !== 0n)
      problems.push({ row: left.row.number, text: 'a fee without the trade it belongs to' })
  return { header: BOOKED, rows: joined.toSorted((a, b) => a.number - b.number), others: rows.length - used.size, problems }
}

const isSameTrade = ({ cells, contract }: Booking, position: Booking): boolean =>
  cells.text('dateTime') === position.cells.text('dateTime') &&
  cells.text('trade price') === position.cells.text('trade price') &&
  (contract === '' || contract === position.contract)

function bookedFill({ row, cells, contract }: Booking, money: Booking | undefined): TableRow {
  const [change, after] = [cells.decimal('change'), cells.decimal('new balance')]
  const before = after - change
  const isReducing = before !== 0n && before > 0n !== change > 0n
  const closes = !isReducing ? '' : magnitude(change) <= magnitude(before) ? 'all' : 'some'
  const fee = magnitude(money?.cells.decimalOrZero('fee') ?? 0n) + magnitude(money?.cells.decimalOrZero('liquidation fee') ?? 0n)
  const figures = [cells.text('trade price'), plain(magnitude(change)), plain(fee), money?.symbol ?? '']
  const values = [
    cells.text('dateTime'),
    'fill',
    contract,
    change > 0n ? 'buy' : 'sell',
    ...figures,
    closes,
    '',
    cells.text('uid'),
    plain(magnitude(after)),
  ]
  return { number: row.number, cells: values, raw: values }
}

function bookedFunding({ row, cells, symbol, contract }: Booking): TableRow {
  if (contract === '') throw new RowProblem('the file does not tell the contract of a funding payment. Export the account log again.')
  const values = [
    cells.text('dateTime'),
    'funding',
    contract,
    '',
    '',
    '',
    '',
    symbol === contract ? '' : symbol,
    '',
    cells.text('realized funding'),
    cells.text('uid'),
    '',
  ]
  return { number: row.number, cells: values, raw: values }
}
