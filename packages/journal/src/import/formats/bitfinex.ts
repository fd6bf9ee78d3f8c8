import { magnitude } from '@aerie/core/numbers/units'
import { type Cells, RowProblem } from '../cells.ts'
import { feeOf, fillOf } from '../entries.ts'
import type { ImportFormat, JoinedRows } from '../format.ts'
import { coinsOf } from '../markets.ts'
import type { TableRow } from '../table.ts'

/** `BTC/UST` and `BTCF0/USTF0` are Bitfinex's names of BTC/USDT and its perpetual. */
const PERPETUAL = /F0\b/
const marketOf = (pair: string): string =>
  pair
    .toUpperCase()
    .replace(':', '/')
    .replace(/\bUST(F0)?$/, 'USDT$1')
    .replace(/F0\b/g, '')

/**
 * Trades; a sale has a negative amount, and a paid fee as well. Dates are `14-03-26` unless the account writes them another way. Source: BittyTax,
 * Everytrade's Bitfinex tests, public converters.
 */
export const bitfinexTrades: ImportFormat = {
  id: 'bitfinex-trades',
  exchange: 'Bitfinex',
  title: 'Trades',
  columns: ['#', 'PAIR', 'AMOUNT', 'PRICE', 'FEE', 'FEE CURRENCY'],
  time: 'DATE',
  writtenTime: (text) => text.replace(/^(\d{2})-(\d{2})-(\d{2}) /, '$1-$2-20$3 '),
  usualDateOrder: 'day-first',
  isNewestFirst: true,
  paidFees: 'negative',
  join: withoutUnclear,
  read: ({ cells, at }) => {
    const [pair, amount] = [cells.text('PAIR'), cells.decimal('AMOUNT')]
    const isPerpetual = PERPETUAL.test(pair.slice(0, 40))
    const { fee, feeCoin } = feeOf(cells, { fee: ['FEE'], coin: ['FEE CURRENCY'] })
    return fillOf({
      at,
      symbol: `${marketOf(pair)}${isPerpetual ? '-PERP' : ''}`,
      side: amount > 0n ? 'buy' : 'sell',
      price: cells.decimal('PRICE'),
      size: magnitude(amount),
      fee,
      feeCoin: marketOf(feeCoin),
      isSpot: !isPerpetual,
      tradeId: cells.text('#'),
    })
  },
}

const COLUMNS = ['#', 'PAIR', 'AMOUNT', 'PRICE', 'FEE', 'FEE CURRENCY', 'DATE'] as const
const UNCLEAR =
  'the file does not show which trades of this market are of the margin wallet, where a sale may open a short position: none of them is read'

/** `coins`: the fee is in the coins bought, as of purchases of the exchange wallet only. */
type Trade = { readonly id: bigint; readonly amount: bigint; readonly paid: 'coins' | 'otherwise' | 'nothing' }

/** Trades without those of a market where it matters whether they are of the margin wallet. */
function withoutUnclear(rows: readonly TableRow[], cellsOf: (row: TableRow) => Cells): JoinedRows {
  const marketOfRow = (row: TableRow): string => marketOf(cellsOf(row).text('PAIR').slice(0, 40))
  const isSpot = (row: TableRow): boolean => !PERPETUAL.test(cellsOf(row).text('PAIR').slice(0, 40))
  const unclear = new Set(
    [...Map.groupBy(rows.filter(isSpot), marketOfRow)].filter(([, of]) => isUnclear(tradesOf(of, cellsOf))).map(([market]) => market),
  )
  const isRead = (row: TableRow): boolean => !isSpot(row) || !unclear.has(marketOfRow(row))
  const written = (row: TableRow): TableRow => {
    const cells = COLUMNS.map((name) => cellsOf(row).text(name))
    return { number: row.number, cells, raw: cells }
  }
  return {
    header: COLUMNS,
    rows: rows.filter(isRead).map(written),
    others: 0,
    problems: rows.filter((row) => !isRead(row)).map(({ number }) => ({ row: number, text: UNCLEAR })),
  }
}

/** Oldest first; a faulty row is reported where it is read. */
function tradesOf(rows: readonly TableRow[], cellsOf: (row: TableRow) => Cells): readonly Trade[] {
  const trades = rows.flatMap((row) => {
    const cells = cellsOf(row)
    try {
      const { base } = coinsOf(marketOf(cells.text('PAIR').slice(0, 40)))
      const { fee, feeCoin } = feeOf(cells, { fee: ['FEE'], coin: ['FEE CURRENCY'] })
      const id = /^\d{1,30}$/.test(cells.text('#')) ? BigInt(cells.text('#')) : 0n
      return [
        { id, amount: cells.decimal('AMOUNT'), paid: fee === 0n ? 'nothing' : marketOf(feeCoin) === base ? 'coins' : 'otherwise' } as const,
      ]
    } catch (error) {
      if (error instanceof RowProblem) return []
      throw error
    }
  })
  return trades.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
}

/**
 * The wallet matters where purchases of one market pay their fees in both ways, and where more was sold than bought before a purchase that may close
 * a short position.
 */
function isUnclear(trades: readonly Trade[]): boolean {
  const kinds = new Set(trades.flatMap(({ amount, paid }) => (amount > 0n ? [paid] : [])))
  if (kinds.has('coins') && kinds.has('otherwise')) return true
  let held = 0n
  let isShort = false
  for (const { amount, paid } of trades) {
    if (isShort && amount > 0n && paid !== 'coins') return true
    held += amount
    isShort ||= held < 0n
  }
  return false
}
