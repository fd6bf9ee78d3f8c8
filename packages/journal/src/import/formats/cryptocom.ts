import { DECIMALS, decimalText, magnitude } from '@aerie/core/numbers/units'
import { type Cells, RowProblem, valueName } from '../cells.ts'
import { fillOf } from '../entries.ts'
import type { ImportFormat, JoinedRows } from '../format.ts'
import { moneyRank } from '../markets.ts'
import type { TableRow } from '../table.ts'
import { conversionOf } from './kucoin.ts'

const PRICE_ONE = 10n ** BigInt(DECIMALS.price)
const plain = (value: bigint): string => decimalText(value, DECIMALS.price)

/** Kinds of rows that exchange one coin for another. Source: BittyTax. */
const EXCHANGES: ReadonlySet<string> = new Set([
  'viban_purchase',
  'van_purchase',
  'crypto_viban_exchange',
  'crypto_exchange',
  'crypto_to_van_sell_order',
  'trading.limit_order.fiat_wallet.sell_commit',
  'recurring_buy_order',
])

/** Transactions of the app, whose prices include its fees. A purchase by card has its cost in the account's currency. Source: BittyTax and others. */
export const cryptocomApp: ImportFormat = {
  id: 'cryptocom-app',
  exchange: 'Crypto.com',
  title: 'App transactions',
  columns: ['Currency', 'Amount', 'To Currency', 'To Amount', 'Native Currency', 'Native Amount', 'Transaction Kind'],
  time: 'Timestamp (UTC)',
  isSpot: true,
  isNewestFirst: true,
  read: ({ cells, at }) => {
    const kind = cells.text('Transaction Kind').toLowerCase()
    const [amount, currency] = [plain(magnitude(cells.decimalOrZero('Amount'))), cells.text('Currency')]
    const native = `${plain(magnitude(cells.decimalOrZero('Native Amount')))} ${cells.text('Native Currency')}`
    if (kind === 'crypto_purchase') return conversionOf(at, native, `${amount} ${currency}`)
    if (!EXCHANGES.has(kind)) return undefined
    return conversionOf(at, `${amount} ${currency}`, `${plain(cells.decimal('To Amount'))} ${cells.text('To Currency')}`)
  },
}

const JOINED = ['time', 'symbol', 'side', 'price', 'size', 'fee', 'fee coin', 'trade id']

/** Journal of the exchange: a trade has a row for each of its two coins, and one for the fee. Source: tests of two public parsers of real files. */
export const cryptocomExchange: ImportFormat = {
  id: 'cryptocom-exchange',
  exchange: 'Crypto.com Exchange',
  title: 'Transactions',
  columns: ['Journal ID', 'Journal Type', 'Instrument', 'Side', 'Transaction Quantity', 'Transaction Cost', 'Trade ID', 'Trade Match ID'],
  time: 'Time (UTC)',
  isNewestFirst: true,
  join: joinedJournal,
  read: ({ cells, at }) =>
    fillOf({
      at,
      symbol: cells.text('symbol'),
      side: cells.text('side'),
      price: cells.decimal('price'),
      size: cells.decimal('size'),
      fee: cells.decimal('fee'),
      feeCoin: cells.text('fee coin'),
      isSpot: true,
      tradeId: cells.text('trade id'),
    }),
}

type Leg = { readonly row: TableRow; readonly cells: Cells; readonly type: string; readonly coin: string; readonly amount: bigint }

function legOf(row: TableRow, cells: Cells): Leg {
  // Dollars of any kind are one balance there.
  const coin = cells.text('Instrument').replace(/^USD_Stable_Coin$/i, 'USD')
  return {
    row,
    cells,
    type: valueName(cells.text('Journal Type')),
    coin: coin.toUpperCase(),
    amount: cells.decimalOrZero('Transaction Quantity'),
  }
}

function joinedJournal(rows: readonly TableRow[], cellsOf: (row: TableRow) => Cells): JoinedRows {
  const used = rows.filter((row) => /^trad(?:ing|e fee)$/.test(valueName(cellsOf(row).text('Journal Type'))))
  const problems: { row: number; text: string }[] = []
  const joined: TableRow[] = []
  const tradeIdOf = (row: TableRow): string => ['Order ID', 'Trade ID', 'Trade Match ID'].map((name) => cellsOf(row).text(name)).join('\n')
  for (const parts of Map.groupBy(used, tradeIdOf).values()) {
    try {
      // Of two exports in one file each row has its number twice.
      const legs = new Map(parts.map((row) => [cellsOf(row).text('Journal ID'), row]))
      joined.push(tradeOf([...legs.values()].map((row) => legOf(row, cellsOf(row)))))
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error
      problems.push({ row: parts[0]?.number ?? 0, text: error.message })
    }
  }
  return { header: JOINED, rows: joined, others: rows.length - used.length, problems }
}

function tradeOf(legs: readonly Leg[]): TableRow {
  if (legs.some(({ coin }) => coin.includes('-')))
    throw new RowProblem('this file has no prices of contracts. Import the trade history, which has them.')
  const [first, second, ...more] = sumsOf(legs.filter(({ type }) => type === 'trading'))
  const [fee, ...moreFees] = sumsOf(legs.filter(({ type }) => type !== 'trading'))
  const [leg] = legs
  if (leg === undefined || first === undefined || second === undefined || more.length > 0 || first.amount > 0n === second.amount > 0n)
    throw new RowProblem('a trade of this file has one row of what was given and one of what was got')
  if (moreFees.length > 0) throw new RowProblem('a trade with fees in two coins is not read')
  const [base, quote] = moneyRank(first.coin) > moneyRank(second.coin) ? [second, first] : [first, second]
  const cells = [
    leg.cells.text('Time (UTC)'),
    `${base.coin}-${quote.coin}`,
    base.amount > 0n ? 'buy' : 'sell',
    plain((magnitude(quote.amount) * PRICE_ONE) / magnitude(base.amount)),
    plain(magnitude(base.amount)),
    // What was paid is negative in the file.
    plain(-(fee?.amount ?? 0n)),
    fee?.coin ?? '',
    leg.cells.text('Trade ID'),
  ]
  return { number: leg.row.number, cells, raw: cells }
}

const sumsOf = (legs: readonly Leg[]) =>
  [...Map.groupBy(legs, ({ coin }) => coin)]
    .map(([coin, of]) => ({ coin, amount: of.reduce((sum, { amount }) => sum + amount, 0n) }))
    .filter(({ amount }) => amount !== 0n)
