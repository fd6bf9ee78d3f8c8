import { DECIMALS, decimalText, magnitude } from '@aerie/core/numbers/units'
import { type Cells, RowProblem } from '../cells.ts'
import { fillOf } from '../entries.ts'
import type { ImportFormat, JoinedRows } from '../format.ts'
import type { TableRow } from '../table.ts'

const plain = (value: bigint): string => decimalText(value, DECIMALS.price)

/** `XXBT` and `ZUSD` are XBT and USD. Source: Kraken's asset names. */
const assetName = (asset: string): string => {
  const name = asset.toUpperCase().replace(/\.[A-Z]$/, '')
  return OLD_NAME.test(name) ? name.slice(1) : name
}

/** Later coins such as ZETA and XION have no such prefix. */
const OLD_NAME = /^(?:X(?:XBT|ETH|LTC|XRP|XLM|XMR|XDG|ETC|ZEC|REP|MLN|ICN)|Z(?:USD|EUR|GBP|CAD|JPY|AUD|KRW|CHF))$/

/** Name of a pair without the prefixes of Kraken's old asset names: `XXBTZUSD` is `XBTUSD`. */
export const pairName = (pair: string): string => {
  const [, base, quote] = /^(X[A-Z]{3})(Z[A-Z]{3}|X[A-Z]{3})$/.exec(pair.toUpperCase()) ?? []
  return base === undefined || quote === undefined ? pair.replace('/', '') : `${assetName(base)}${assetName(quote)}`
}

/** Trades; fees are in the quote. Source: Kraken support, fields of the trades export. */
export const krakenTrades: ImportFormat = {
  id: 'kraken-trades',
  exchange: 'Kraken',
  title: 'Trades',
  columns: ['txid', 'ordertxid', 'pair', 'type', 'price', 'cost', 'fee', 'vol'],
  time: 'time',
  read: ({ cells, at }) =>
    fillOf({
      at,
      symbol: pairName(cells.text('pair')),
      side: cells.text('type'),
      price: cells.decimal('price'),
      size: cells.decimal('vol'),
      fee: cells.decimalOrZero('fee'),
      feeCoin: '',
      // A margin trade may open a short.
      isSpot: cells.decimalOrZero('margin') === 0n && !/closing|opening|leverage/i.test(cells.text('misc')),
      tradeId: cells.text('txid'),
    }),
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
      tradeId: cells.text('refid'),
    }),
}

type Leg = { readonly row: TableRow; readonly cells: Cells; readonly asset: string; readonly amount: bigint; readonly fee: bigint }

function joinedLedger(rows: readonly TableRow[], cellsOf: (row: TableRow) => Cells): JoinedRows {
  const trades = Map.groupBy(
    // Kraken writes pending rows without a `txid`, and the same rows again with one.
    rows.filter((row) => /^(?:trade|spend|receive)$/i.test(cellsOf(row).text('type')) && cellsOf(row).text('txid') !== ''),
    (row) => cellsOf(row).text('refid'),
  )
  const problems: { row: number; text: string }[] = []
  const joined: TableRow[] = []
  let used = 0
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
})

function tradeOf(legs: readonly Leg[]): TableRow {
  const [first, second, ...more] = legs.filter(({ amount }) => amount !== 0n)
  if (first === undefined || second === undefined || more.length > 0 || first.amount > 0n === second.amount > 0n)
    throw new RowProblem('a trade of a ledger has one row of what was given and one of what was got')
  const [base, quote] = quoteRank(first.asset) > quoteRank(second.asset) ? [second, first] : [first, second]
  const paid = legs.filter(({ fee }) => fee !== 0n)
  const [fee, ...moreFees] = paid
  if (moreFees.length > 0) throw new RowProblem('a trade with fees in two assets: import the trades export')
  const price = (magnitude(quote.amount) * 10n ** BigInt(DECIMALS.price)) / magnitude(base.amount)
  const cells = [
    base.cells.text('time'),
    base.cells.text('refid'),
    `${base.asset}${quote.asset}`,
    base.amount > 0n ? 'buy' : 'sell',
    plain(price),
    plain(magnitude(base.amount)),
    plain(fee?.fee ?? 0n),
    fee?.asset ?? '',
  ]
  return { number: first.row.number, cells, raw: cells }
}

const QUOTE_ASSETS = ['DAI', 'ETH', 'XBT', 'USDC', 'USDT', 'AUD', 'CHF', 'CAD', 'JPY', 'GBP', 'EUR', 'USD']
const quoteRank = (asset: string): number => QUOTE_ASSETS.indexOf(asset)
