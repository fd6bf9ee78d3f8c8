import { DECIMALS, decimalText, magnitude, notional, price } from '@aerie/core/numbers/units'
import { type Cells, decimalOf, RowProblem } from '../cells.ts'
import { fillOf, type ImportedFill, type RawFill, symbolOf } from '../entries.ts'
import type { ImportFormat, JoinedRows } from '../format.ts'
import { coinsOf, isDollar } from '../markets.ts'
import type { TableRow } from '../table.ts'
import { conversionOf } from './kucoin.ts'

const QUANTITY = ['Transaction Type', 'Asset', 'Quantity Transacted'] as const

/** Format since 2023, with `ID` since 2024. */
export const coinbaseRetail: ImportFormat = retail({
  id: 'coinbase-retail',
  title: 'Transaction history',
  currency: 'Price Currency',
  price: 'Price at Transaction',
  fee: 'Fees and/or Spread',
})

/** Format of 2023. */
export const coinbaseSpot: ImportFormat = retail({
  id: 'coinbase-retail-spot',
  title: 'Transaction history (until 2023)',
  currency: 'Spot Price Currency',
  price: 'Spot Price at Transaction',
  fee: 'Fees and/or Spread',
})
/** Formats of 2021 and 2022. */
export const coinbaseSpotFees: ImportFormat = retail({
  id: 'coinbase-retail-fees',
  title: 'Transaction history (until 2022)',
  currency: 'Spot Price Currency',
  price: 'Spot Price at Transaction',
  fee: 'Fees',
})

type RetailColumns = {
  readonly id: string
  readonly title: string
  readonly currency: string
  readonly price: string
  readonly fee: string
}

function retail({ id, title, currency, price, fee }: RetailColumns): ImportFormat {
  return {
    id,
    exchange: 'Coinbase',
    title,
    columns: [...QUANTITY, currency, price, fee],
    time: 'Timestamp',
    join: withNotes(fee, [currency, price]),
    read: ({ cells, at }) => retailFill(cells, { at, quote: cells.text(currency), price, fee }),
  }
}

/** Currencies in the column names of the oldest format: `EUR Spot Price at Transaction`. */
const NAMED_CURRENCIES = ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'CHF', 'SEK', 'DKK', 'NOK', 'PLN', 'CZK', 'SGD', 'JPY', 'BRL', 'MXN', 'INR']

/** Format until 2021, per currency; its last fee column had two names. */
export const coinbaseNamed: readonly ImportFormat[] = NAMED_CURRENCIES.flatMap((quote) =>
  [`${quote} Fees`, `${quote} Fees and/or Spread`].map((fee): ImportFormat => {
    const price = `${quote} Spot Price at Transaction`
    return {
      id: 'coinbase-retail-named',
      exchange: 'Coinbase',
      title: 'Transaction history (until 2021)',
      columns: [...QUANTITY, price, fee],
      time: 'Timestamp',
      join: withNotes(fee, [price, `${quote} Subtotal`]),
      read: ({ cells, at }) => retailFill(cells, { at, quote, price, fee }),
    }
  }),
)

type RetailTerms = { readonly at: number; readonly quote: string; readonly price: string; readonly fee: string }

/** `Converted 0.1 BTC to 1.5 ETH` is a trade of these two coins. */
const CONVERTED = /^Converted ([\d.,]{1,40} ?\S{1,20}) to ([\d.,]{1,40} ?\S{1,20})$/i

function convertedFill(cells: Cells, { at, quote, fee }: RetailTerms): ImportedFill | undefined {
  const [, sold, bought] = CONVERTED.exec(cells.text('Notes').slice(0, 200)) ?? []
  if (sold === undefined || bought === undefined) throw new RowProblem('a conversion without two amounts in its notes')
  // The received coin may have a row of its own.
  if (!sold.toUpperCase().endsWith(cells.text('Asset').toUpperCase())) return undefined
  const fill = { ...conversionOf(at, sold, bought), tradeId: cells.text('ID') }
  // What was received is less by the fee, or the whole of what was given included it.
  const [paid, worth, { quote: currency }] = [magnitude(cells.decimalOrZero(fee)), fill.worth / PRICE_ONE, coinsOf(fill.symbol)]
  const isInCurrency = currency === quote.toUpperCase() || (isDollar(currency) && isDollar(quote.toUpperCase()))
  const value = fill.side === 'sell' ? worth + paid : worth - paid
  if (!isInCurrency || value <= 0n) return fill
  const each = price((value * PRICE_ONE) / fill.size)
  return { ...fill, price: each, worth: notional(each * fill.size), fee: { amount: paid, coin: currency } }
}

/**
 * In files of 2026 a conversion has no notes, but a row for each of its coins, under one number: these become one row with notes. Source: rows of a
 * real export in a public test.
 */
function withNotes(fee: string, own: readonly string[]) {
  return (rows: readonly TableRow[], cellsOf: (row: TableRow) => Cells): JoinedRows | undefined => {
    const header = [...QUANTITY, 'Timestamp', 'Subtotal', 'Notes', 'ID', fee, ...own]
    const bare = rows.filter((row) => isConversion(cellsOf(row)) && cellsOf(row).text('Notes') === '')
    const isGiven = (row: TableRow): boolean => cellsOf(row).text('Quantity Transacted').startsWith('-')
    const gotFor = new Map<TableRow, TableRow>()
    for (const legs of Map.groupBy(bare, (row) => `${cellsOf(row).text('Timestamp')}\n${cellsOf(row).text('ID')}`).values()) {
      const [given, got] = [legs.find(isGiven), legs.find((row) => !isGiven(row))]
      if (legs.length === 2 && given !== undefined && got !== undefined) gotFor.set(given, got)
    }
    if (gotFor.size === 0) return undefined
    const received = new Set(gotFor.values())
    const written = (row: TableRow): TableRow => {
      const [given, got] = [cellsOf(row), gotFor.get(row)]
      const joined: Readonly<Record<string, string>> =
        got === undefined ? {} : { Notes: conversionNote(given, cellsOf(got)), [fee]: paidOf(given, cellsOf(got), fee) }
      const cells = header.map((name) => joined[name] ?? given.text(name))
      return { number: row.number, cells, raw: cells }
    }
    return { header, rows: rows.filter((row) => !received.has(row)).map(written), others: received.size, problems: [] }
  }
}

const isConversion = (cells: Cells): boolean => /^convert$/i.test(cells.text('Transaction Type'))
const amountText = (cells: Cells): string => `${cells.text('Quantity Transacted').replace('-', '')} ${cells.text('Asset')}`
const conversionNote = (given: Cells, got: Cells): string => `Converted ${amountText(given)} to ${amountText(got)}`
/** One of the two rows has the fee. */
const paidOf = (given: Cells, got: Cells, fee: string): string => (/[1-9]/.test(given.text(fee)) ? given : got).text(fee)

function retailFill(cells: Cells, { at, quote, price, fee }: RetailTerms): ImportedFill | undefined {
  if (isConversion(cells)) return convertedFill(cells, { at, quote, price, fee })
  const type = /^(?:advanced? trade |retail (?:simple )?)?(buy|sell)$/i.exec(cells.text('Transaction Type'))
  if (type === null) return undefined
  const symbol = `${cells.text('Asset')}-${quote}`
  const valued = {
    at,
    symbol,
    side: type[1] ?? '',
    price: exactPrice(cells, { quote, price }),
    size: cells.decimal('Quantity Transacted'),
    fee: magnitude(cells.decimalOrZero(fee)),
    feeCoin: quote,
    isSpot: true,
    tradeId: cells.text('ID'),
  }
  const traded = tradedOn(cells, valued)
  return traded === undefined ? fillOf(valued) : { ...fillOf({ ...valued, ...traded }), formerSymbol: symbolOf(symbol) }
}

/** `Sold 0.02 BTC for 1295 USDC on BTC-USDC at 65000 USDC/BTC`, with the fee taken from or added to what was paid. Source: real exports of 2025. */
const TRADED =
  /^(?:Bought|Sold) [\d.,]{1,40} \S{1,20} for ([\d.,]{1,40}) (\S{1,20}) on (\w{1,20})-(\w{1,20})(?: at ([\d.,]{1,40}) \S{1,41})?$/i

/** Trade of a market that is not in the currency of the account, in whose currency the columns value it: only the notes tell price and fee. */
function tradedOn(cells: Cells, { price, size, fee, feeCoin }: Pick<RawFill, 'price' | 'size' | 'fee' | 'feeCoin'>) {
  const [, paidText = '', coin = '', base = '', quote = '', priceText] = TRADED.exec(cells.text('Notes').slice(0, 200)) ?? []
  const isSame = quote.toUpperCase() === feeCoin.toUpperCase() || (isDollar(quote.toUpperCase()) && isDollar(feeCoin.toUpperCase()))
  if (coin !== quote || quote === '' || isSame || base.toUpperCase() !== cells.text('Asset').toUpperCase()) return undefined
  const [paid, coins] = [decimalOf(paidText, 'Notes'), magnitude(size)]
  const worth = (price * coins) / PRICE_ONE
  if (worth === 0n) return undefined
  const isBuy = /buy$/i.test(cells.text('Transaction Type'))
  const value =
    priceText === undefined
      ? (paid * worth) / (isBuy ? worth + fee : worth - fee || 1n)
      : (decimalOf(priceText, 'Notes') * coins) / PRICE_ONE
  const taken = isBuy ? paid - value : value - paid
  return {
    symbol: `${base}-${quote}`,
    price: priceText === undefined ? (value * PRICE_ONE) / coins : decimalOf(priceText, 'Notes'),
    fee: taken > 0n ? taken : (fee * value) / worth,
    feeCoin: quote,
  }
}

/** Price by the value before fees where it differs by more than a cent: files until 2023 round prices to cents, `0.06` for a coin of 0.0634. */
function exactPrice(cells: Cells, { quote, price }: Pick<RetailTerms, 'quote' | 'price'>): bigint {
  const [each, coins] = [cells.decimal(price), magnitude(cells.decimal('Quantity Transacted'))]
  const value = magnitude(cells.decimalOrZero('Subtotal', `${quote} Subtotal`))
  if (value === 0n || coins === 0n || magnitude((each * coins) / PRICE_ONE - value) <= CENT) return each
  return (value * PRICE_ONE) / coins
}

/** Exchange fills. */
export const coinbaseFills: ImportFormat = {
  id: 'coinbase-exchange-fills',
  exchange: 'Coinbase',
  title: 'Exchange fills',
  columns: ['trade id', 'product', 'side', 'size', 'size unit', 'price', 'fee', 'total', 'price/fee/total unit'],
  time: 'created at',
  read: ({ cells, at, terms: { contractSize } }) => {
    const symbol = cells.text('product')
    const isDated = /-CDE$/i.test(symbol.slice(0, 40))
    const each = isDated ? contractSize(symbol) : PRICE_ONE
    if (each === undefined)
      throw new RowProblem(
        `the size is in contracts, and the file does not show how much ${symbol.slice(0, 40)} one of them is. Enter the contract size`,
      )
    return fillOf({
      at,
      symbol,
      side: cells.text('side'),
      price: cells.decimal('price'),
      size: (cells.decimal('size') * each) / PRICE_ONE,
      fee: cells.decimalOrZero('fee'),
      feeCoin: cells.text('price/fee/total unit'),
      isSpot: !isDated && !/-PERP(?:-|$)/i.test(symbol.slice(0, 40)),
      tradeId: cells.text('trade id'),
    })
  },
}

/** Account statement: two rows for the exchanged amounts and one for the fee per trade; ids match the fills file. */
export const coinbaseAccount: ImportFormat = {
  ...coinbaseFills,
  id: 'coinbase-exchange-account',
  title: 'Exchange account statement',
  columns: ['type', 'amount', 'balance', 'amount/balance unit', 'transfer id', 'trade id', 'order id'],
  time: 'time',
  keys: coinbaseFills.id,
  join: tradesOfAccount,
}

/** Columns of the fills file that a joined row has. */
const JOINED = ['trade id', 'product', 'side', 'time', 'size', 'size unit', 'price', 'fee', 'total', 'price/fee/total unit']

type AccountRow = { readonly row: TableRow; readonly type: string; readonly amount: bigint; readonly unit: string; readonly cells: Cells }

function tradesOfAccount(rows: readonly TableRow[], cellsOf: (row: TableRow) => Cells): JoinedRows {
  const used = rows.filter((row) => /^(match|fee)$/i.test(cellsOf(row).text('type')))
  const trades = Map.groupBy(used, (row) => `${cellsOf(row).text('trade id')}\n${cellsOf(row).text('order id')}`)
  const problems: { row: number; text: string }[] = []
  const joined: TableRow[] = []
  for (const parts of trades.values()) {
    try {
      // Of two exports in one file each row is there twice.
      const legs = new Map(parts.map((row) => [row.cells.join('\n'), row]))
      joined.push(accountTrade([...legs.values()].map((row) => accountRow(row, cellsOf(row)))))
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error
      problems.push({ row: parts[0]?.number ?? 0, text: error.message })
    }
  }
  return {
    header: JOINED,
    rows: joined,
    others: rows.length - used.length,
    problems,
  }
}

const accountRow = (row: TableRow, cells: Cells): AccountRow => ({
  row,
  cells,
  type: cells.text('type').toLowerCase(),
  amount: cells.decimal('amount'),
  unit: cells.text('amount/balance unit').toUpperCase(),
})

function accountTrade(parts: readonly AccountRow[]): TableRow {
  const [first, second, ...more] = parts.filter(({ type }) => type === 'match')
  const [fee, ...moreFees] = parts.filter(({ type }) => type === 'fee')
  if (first === undefined || second === undefined || more.length + moreFees.length > 0 || first.amount > 0n === second.amount > 0n)
    throw new RowProblem('a trade of an account statement has one row of what was given, one of what was got and at most one fee')
  const [base, quote] = quoteRank(first.unit) > quoteRank(second.unit) ? [second, first] : [first, second]
  if (base.amount === 0n) throw new RowProblem('the size is 0')
  if (fee !== undefined && fee.unit !== quote.unit)
    throw new RowProblem(`a fee in ${fee.unit} of a trade in ${quote.unit}: import the file of fills`)
  const text = (value: bigint): string => decimalText(magnitude(value), DECIMALS.price)
  const cells = [
    base.cells.text('trade id'),
    `${base.unit}-${quote.unit}`,
    base.amount > 0n ? 'BUY' : 'SELL',
    base.cells.text('time'),
    text(base.amount),
    base.unit,
    text((magnitude(quote.amount) * PRICE_ONE) / magnitude(base.amount)),
    // Payments are negative in the account file.
    decimalText(-(fee?.amount ?? 0n), DECIMALS.price),
    text(quote.amount),
    quote.unit,
  ]
  return { number: first.row.number, cells, raw: cells }
}

const PRICE_ONE = 10n ** BigInt(DECIMALS.price)
const CENT = PRICE_ONE / 100n
const QUOTE_COINS = ['DAI', 'ETH', 'BTC', 'USDT', 'USDC', 'GBP', 'EUR', 'USD']
const quoteRank = (coin: string): number => QUOTE_COINS.indexOf(coin)
