import { magnitude } from '@aerie/core/numbers/units'
import { amountOf, type Cells, cellsReader, columnIndex, columnName, NothingFilled, RowProblem } from './cells.ts'
import {
  areDaysOfYears,
  areYearDayMonth,
  type DateOrder,
  dateOrderOf,
  hasOwnZone,
  instantOfText,
  type MixedOrders,
  withMonthFirst,
} from './dates.ts'
import { type ImportedEntry, type ImportedFill, settledEntry } from './entries.ts'
import type { ColumnNames, FormatTerms, ImportFormat, JoinedRows } from './format.ts'
import { type GenericMapping, genericFormat, IMPORT_FORMATS } from './formats.ts'
import { isInverse, isOption, marketNames, SHARED_SYMBOLS, showsQuote } from './markets.ts'
import { holdsBothSides, withEarlier, withOverlaps, withPositions, withSides, withUnknownParts } from './positions.ts'
import { ImportFault, isSemicolons, parseTable, type Table, type TableRow, UnknownHeader, unclearFigure } from './table.ts'
import { type FileZone, UTC_ZONE, type ZoneSource, zoneInFile, zoneInFileName, zoneOf } from './zones.ts'

/** Skipped row and the reason. */
export type ImportProblem = { readonly row: number; readonly text: string }

/** Entry with its identity: the same trade has the same key in every file. */
export type KeyedEntry = {
  readonly key: string
  /** Key from earlier imports, if that lacks the market. */
  readonly former?: string
  /** Keys under the other names of its market. */
  readonly twins?: readonly string[]
  /** It has all fills of its order. */
  readonly isOrder?: true
  /** Which of the file's entries with the same values it is, from 1. */
  readonly ordinal: number
  /** Exchange or named source; the spot market apart where it has the same symbols. */
  readonly venue: string
  readonly row: number
  readonly entry: ImportedEntry
}

/** Contents of a file. */
export type ParsedImport = {
  readonly format: ImportFormat
  readonly venue: string
  readonly header: readonly string[]
  readonly sample: readonly (readonly string[])[]
  /** `undecided`: ambiguous day and month; nothing is imported until the user chooses. */
  readonly dateOrder: DateOrder | 'undecided'
  /** Zone in which times are read. */
  readonly zone: { readonly name: string; readonly from: ZoneSource } | 'unclear'
  /** Both directions of a market were open at once, and the file does not show which fill belongs to which. */
  readonly isHedgeUnclear: boolean
  /** Times have no seconds, as in some exports and in files that a spreadsheet has saved. */
  readonly isInMinutes: boolean
  readonly entries: readonly KeyedEntry[]
  readonly problems: readonly ImportProblem[]
  readonly rows: number
  readonly others: number
}

/** User's choices for what the file does not specify. */
export type ImportChoices = {
  /** Which may state the zone. */
  readonly fileName?: string
  readonly dateOrder?: DateOrder
  readonly mapping?: GenericMapping
  /** Name of the account or exchange; files of one name share their positions. */
  readonly source?: string
  readonly zone?: string
  /** Coins per contract, in 10⁻¹². */
  readonly contractSize?: bigint
  /** Whether the account holds both directions of a market at once. */
  readonly isHedged?: boolean
}

/** Maximum problems listed; further ones are only counted. */
export const MOST_PROBLEMS = 100
const MOST_PREAMBLE = 12

/** Parses an exchange file; a faulty row is dropped without affecting others. @throws UnknownHeader, ImportFault */
export function parseImport(text: string, choices: ImportChoices = {}): ParsedImport {
  const table = parseTable(text)
  const found = recognized(table, choices)
  const { format, header, rows, at: headerAt, repeated } = found
  refuseUnclearFigures(table, text, format)
  if (format.id === 'generic') refusePositions(header)
  const cellsOf = cellsReader(header)
  const writtenAt = (row: TableRow): string => timeTextOf(cellsOf(row), format)
  const written = rows.map(writtenAt)
  if (areDaysOfYears(written))
    throw new ImportFault(
      'The dates have day and year exchanged: a spreadsheet has read 26-03-17 as 26 March 2017. Export the file again, and import it as it is.',
    )
  const isYearDayMonth = areYearDayMonth(written)
  const timeOf = (row: TableRow): string => (isYearDayMonth ? withMonthFirst(writtenAt(row)) : writtenAt(row))
  const dateOrder = choices.dateOrder ?? oneOrder(rows, written, format)
  const zoned = zoneOfFile(table, { ...found, timeOf }, choices)
  const about = {
    format,
    venue: venueOf(format, choices.source, format.isSpot === true),
    header: table[headerAt]?.cells ?? [],
    sample: rows.slice(0, SAMPLE_ROWS).map(({ cells }) => cells),
    dateOrder,
    zone: zoned === 'unclear' ? zoned : { name: zoned.zone.name, from: zoned.from },
    rows: rows.length,
    isInMinutes: written.some((time) => IN_MINUTES.test(time)) && !written.some((time) => WITH_SECONDS.test(time)),
  }
  const nothing = { entries: [], problems: [], others: 0, isHedgeUnclear: false }
  if (dateOrder === 'undecided' || zoned === 'unclear') return { ...about, ...nothing }
  const terms = { contractSize: contractSizes(choices, format) }
  const isCut = isCutOff(text, rows, { header, timeOf, dateOrder })
  const whole = isCut ? rows.slice(0, -1) : rows
  const joined = format.join?.(whole, cellsOf, terms)
  const reading = { format, dateOrder, isYearDayMonth, zone: zoned.zone, source: choices.source, terms }
  const read = joined === undefined ? readRows(whole, { ...reading, cellsOf }) : readJoined(joined, reading)
  const { rows: sided, unknown } = withSides(read.rows)
  const { rows: apart, isUnclear } = withOverlaps(sided, choices.isHedged)
  if (isUnclear || (format.showsRealized === true && choices.isHedged === undefined && holdsBothSides(apart)))
    return { ...about, ...nothing, isHedgeUnclear: true }
  const unsided = unknown.map(({ row }) => ({ row, text: 'it closes a position that this file does not open, and has no side' }))
  const cut = isCut ? [{ row: rows.at(-1)?.number ?? 0, text: 'the file ends in the middle of this row. Export it again' }] : []
  return {
    ...about,
    isHedgeUnclear: false,
    entries: keyed(choices.isHedged === true ? withPositions(apart) : withUnknownParts(withEarlier(apart)), { ...reading, repeated }),
    problems: [...read.problems, ...unsided, ...cut].toSorted((a, b) => a.row - b.row),
    others: read.others,
  }
}

/** The size that the user has given is that of one market. */
function contractSizes({ contractSize }: ImportChoices, { id }: ImportFormat): FormatTerms['contractSize'] {
  let market: string | undefined
  return (symbol) => {
    if (contractSize === undefined || (id === 'generic' && contractSize === ONE)) return contractSize
    market ??= symbol
    if (market !== symbol)
      throw new ImportFault(
        `The contract size is that of one market, and the file has contracts of ${market.slice(0, 40)} and ${symbol.slice(0, 40)}. Import the trades of each market as a file of their own.`,
      )
    return contractSize
  }
}

const ONE = 1_000_000_000_000n
const WITH_SECONDS = /\d:\d\d:\d\d/
const IN_MINUTES = /\d:\d\d(?!:?\d)/

/** Whether the last row lacks cells that the row before it has, or a part of its last one, as in a download that broke off. */
function isCutOff(
  text: string,
  rows: readonly TableRow[],
  { header, timeOf, dateOrder }: Pick<Timed, 'header' | 'timeOf'> & Ordered,
): boolean {
  const [before, last] = [rows.at(-2), rows.at(-1)]
  if (last === undefined || /[\r\n]$/.test(text)) return false
  const least = Math.min(before?.cells.length ?? header.length, header.findLastIndex((name) => name !== '') + 1)
  if (timeOf(last) === '' || instantOfText(timeOf(last), dateOrder) === undefined) return false
  const isTimeCut = last.cells.at(-1) === timeOf(last) && before !== undefined && isCutTime(timeOf(last), timeOf(before))
  return last.cells.length < least || isTimeCut || isShorter(last, rows.slice(0, -1))
}

/** Seconds are in both or none, and only their fraction may be missing. */
const isCutTime = (time: string, before: string): boolean => /^\d{4}-/.test(time) && time.length < Math.min(before.length, SECONDS_LENGTH)
const SECONDS_LENGTH = '2026-01-02 03:04:05'.length

type Ordered = { readonly dateOrder: DateOrder }

/**
 * Whether the last cell of a row is only a part of what all others have there: no figure, one without its coin or with the start of one, or fewer
 * decimals where zeros fill those of all others.
 */
function isShorter({ cells }: TableRow, others: readonly TableRow[]): boolean {
  const texts = others.map((row) => row.cells[cells.length - 1] ?? '')
  const own = cells.at(-1) ?? ''
  const coin = COIN_AT_END.exec(own)?.[1]
  const coins = new Set(texts.map((each) => COIN_AT_END.exec(each)?.[1]))
  if (coin !== undefined && !coins.has(coin) && [...coins].some((each) => each?.startsWith(coin))) return true
  const [shape, ...shapes] = [own, ...texts].map((each) => FIGURE.exec(each))
  if (shapes.length === 0 || shapes.includes(null)) return false
  if (shape == null) return /^-?$/.test(own)
  if (shapes.every((each) => each?.[2] !== undefined)) return shape[2] === undefined
  const [decimals] = shapes.map((each) => each?.[1] ?? '')
  const isFilled = shapes.some((each) => each?.[1]?.endsWith('0')) && shapes.every((each) => each?.[1]?.length === decimals?.length)
  return isFilled && shapes.length > 2 && (shape[1] ?? '').length < (decimals ?? '').length
}

const FIGURE = /^-?\d[\d,]{0,30}(?:\.(\d{0,30}))?( ?[A-Z]{2,10})?$/
const COIN_AT_END = /^(?:-?[\d.,]{1,40} ?)?([A-Z]{1,10})$/

const ENTRY_PRICE = /^(?:avg|average)?(?:entry|open|opened|opening)(?:avg|average)?price$/
const EXIT_PRICE = /^(?:avg|average)?(?:exit|close|closed|closing)(?:avg|average)?price$/

/** Own columns are of trades: read as one, a closed position would open another. */
function refusePositions(header: readonly string[]): void {
  const has = (name: RegExp): boolean => header.some((each) => name.test(each.replace(/\([a-z0-9]{2,10}\)$/, '')))
  if (has(ENTRY_PRICE) && has(EXIT_PRICE))
    throw new ImportFault(
      'Each row of the file is a closed position, with an entry and an exit price. Own columns are read as single trades: import the trade history.',
    )
}

/** Exchanges group thousands, if anything, but a spreadsheet or browser may have written a decimal comma. */
function refuseUnclearFigures(table: Table, text: string, { hasLocalFigures }: ImportFormat): void {
  const isSemicolon = isSemicolons(text)
  const figure = isSemicolon || hasLocalFigures === true ? unclearFigure(table, isSemicolon) : undefined
  if (figure === undefined) return
  const [thousands, decimal] = [figure.replace(/[.,]/, ''), figure.replace(',', '.')]
  throw new ImportFault(
    `Nothing in the file shows whether ${figure} is ${thousands} or ${decimal}. Write its figures without a separator of thousands and with a decimal point.`,
  )
}

const timeTextOf = (cells: Cells, { time, writtenTime }: ImportFormat): string => {
  const text = cells.text(...namesOf(time))
  return writtenTime === undefined ? text : writtenTime(text)
}

const namesOf = (names: ColumnNames): readonly string[] => (typeof names === 'string' ? [names] : names)

function venueOf({ exchange }: Pick<ImportFormat, 'exchange'>, source: string | undefined, isSpot: boolean): string {
  const named = source ?? ''
  const name = named === '' ? exchange || 'Own file' : named
  return isSpot && SHARED_SYMBOLS.has(exchange) ? `${name} spot` : name
}

type FoundZone = { readonly zone: FileZone; readonly from: ZoneSource }
type Timed = Recognized & { readonly timeOf: (row: TableRow) => string }

function zoneOfFile(table: Table, { format, header, rows, at: headerAt, timeOf }: Timed, choices: ImportChoices): FoundZone | 'unclear' {
  if (choices.zone !== undefined) {
    const zone = zoneOf(choices.zone)
    if (zone === undefined)
      throw new ImportFault(`Not a time zone: ${choices.zone.slice(0, 60)}. Write one such as Europe/Zurich or UTC+8.`)
    return { zone, from: 'user' }
  }
  const column = namesOf(format.time)
    .map((name) => header.indexOf(columnName(name)))
    .find((at) => at !== -1)
  const preamble = table.slice(0, Math.max(0, headerAt)).map(({ cells }) => cells)
  const names = table[headerAt]?.cells ?? []
  const own = names[column ?? -1] ?? ''
  const found = zoneInFile(own.includes('(') ? own : (names.find((name) => OTHER_TIME.test(name.slice(0, 200))) ?? own), preamble)
  if (found === 'unclear') return 'unclear'
  const stated = found ?? zoneInFileName(choices.fileName ?? '')
  if (stated !== undefined) return { zone: stated, from: 'file' }
  const [first] = rows
  return { zone: UTC_ZONE, from: first !== undefined && hasOwnZone(timeOf(first)) ? 'file' : 'assumed' }
}

/** Another time column with a zone: MEXC writes `Open Time(UTC+02:00)` and `Close Time`. */
const OTHER_TIME = /\btime ?\((?:UTC|GMT)/i

function oneOrder(rows: readonly TableRow[], times: readonly string[], { usualDateOrder }: ImportFormat): DateOrder | 'undecided' {
  const found = dateOrderOf(times)
  if (found === 'undecided') return usualDateOrder ?? found
  return typeof found === 'string' ? found : refuseMixed(found, (at) => `row ${rows[at]?.number ?? 0} has ${times[at]?.slice(0, 40) ?? ''}`)
}

function refuseMixed({ dayFirst, monthFirst }: MixedOrders, named: (at: number) => string): never {
  throw new ImportFault(
    `The dates are in two orders: ${named(dayFirst)}, ${named(monthFirst)}. Import the rows of each order as a file of their own.`,
  )
}

type Recognized = {
  readonly format: ImportFormat
  readonly header: readonly string[]
  readonly rows: readonly TableRow[]
  /** Row of the header. */
  readonly at: number
  /** Numbers of the rows that repeat it: each begins another export. */
  readonly repeated: readonly number[]
}

function recognized(table: Table, { mapping, source }: ImportChoices): Recognized {
  const formats = mapping === undefined ? IMPORT_FORMATS : [genericFormat(mapping, source)]
  for (const [index, row] of table.slice(0, MOST_PREAMBLE).entries()) {
    const header = distinctNames(row.cells.map(columnName))
    const has = (names: ColumnNames): boolean => namesOf(names).some((name) => columnIndex(header, name) !== -1)
    const format = formats.find(({ columns, time }) => has(time) && columns.every(has))
    if (format !== undefined) return { format, header, ...sectionsOf(table.slice(index + 1), row), at: index }
  }
  const placed = mapping === undefined ? formatByPosition(table) : undefined
  if (placed !== undefined) return placed
  const message =
    mapping === undefined
      ? 'No exchange that is known writes these columns. Choose which column holds what.'
      : 'The file has no row with all of the columns that were chosen.'
  const at = headerRow(table)
  throw new UnknownHeader(message, table[at]?.cells ?? [], sampleOf(table, at + 1))
}

/** Second columns of one name are `name#2`. */
function distinctNames(names: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : `${name}#${count}`
  })
}

type Sections = Pick<Recognized, 'rows' | 'repeated'>

/** Rows without repeated headers, as in files that were joined. */
function sectionsOf(rows: readonly TableRow[], { cells: header }: TableRow): Sections {
  const isSame = (cells: readonly string[], at: number): boolean => cells[at] === header[at] && cells[at] !== ''
  const isHeader = ({ cells }: TableRow): boolean =>
    (isSame(cells, 0) || isSame(cells, 1)) && cells.filter((_cell, at) => isSame(cells, at)).length * 2 > header.length
  const repeated = rows.filter(isHeader)
  if (repeated.length === 0) return { rows, repeated: [] }
  return { rows: rows.filter((row) => !isHeader(row)), repeated: repeated.map(({ number }) => number) }
}

/** Likely header: the first row with as many filled cells as any near the start, none of them a figure or date. */
function headerRow(table: Table): number {
  const first = table.slice(0, MOST_PREAMBLE).map(({ cells }) => cells)
  const filled = first.map((cells) => cells.filter((cell) => cell !== '').length)
  const most = Math.max(...filled)
  const found = first.findIndex((cells, at) => filled[at] === most && cells.every((cell) => !/^[-+$€£]?\d/.test(cell)))
  return Math.max(0, found)
}

/** Detects a format with a localized header by its first rows. */
function formatByPosition(table: Table): Recognized | undefined {
  const [header, ...rows] = table
  const first = rows.slice(0, SAMPLE_ROWS)
  if (header === undefined || first.length === 0) return undefined
  for (const format of IMPORT_FORMATS) {
    const { byPosition } = format
    if (byPosition === undefined || header.cells.length !== byPosition.names.length || byPosition.isOwn(header.cells)) continue
    if (first.every(({ cells }) => cells.length === byPosition.names.length && byPosition.isOwn(cells)))
      return { format, header: byPosition.names.map(columnName), ...sectionsOf(rows, header), at: 0 }
  }
  return undefined
}

const SAMPLE_ROWS = 5
const sampleOf = (table: Table, from: number): readonly (readonly string[])[] =>
  table.slice(from, from + SAMPLE_ROWS).map(({ cells }) => cells)

type Reading = {
  readonly format: ImportFormat
  readonly cellsOf: (row: TableRow) => Cells
  readonly dateOrder: DateOrder
  readonly isYearDayMonth: boolean
  readonly zone: FileZone
  readonly source: string | undefined
  readonly terms: FormatTerms
}

function readJoined({ header, rows, others, problems }: JoinedRows, reading: Omit<Reading, 'cellsOf'>): ReadRows {
  const read = readRows(rows, { ...reading, cellsOf: cellsReader(header.map(columnName)) })
  return { ...read, others: read.others + others, problems: [...problems, ...read.problems].toSorted((a, b) => a.row - b.row) }
}

type ReadRows = Pick<ParsedImport, 'problems' | 'others'> & { readonly rows: readonly ReadRow[] }

function readRows(rows: readonly TableRow[], reading: Reading): ReadRows {
  const found: ReadRow[] = []
  const problems: ImportProblem[] = []
  let others = 0
  for (const row of rows) {
    const read = readRow(row, reading)
    if (typeof read === 'string') problems.push({ row: row.number, text: read })
    else if (read === undefined) others += 1
    else if (
      read.kind === 'fill' &&
      read.fee.amount !== 0n &&
      reading.format.paidFees !== undefined &&
      read.fee.amount > 0n !== (reading.format.paidFees === 'positive')
    )
      found.push({ row: row.number, entry: read, isMaker: MAKER.test(reading.cellsOf(row).text(...ROLES)) })
    else found.push({ row: row.number, entry: read })
  }
  const paid = withPaidFees(found, reading.format)
  const inTime = isNewestFirst(paid, reading.format) ? paid.toReversed() : paid
  return { rows: inTime.toSorted(inOrder), problems, others }
}

type ReadRow = { readonly row: number; readonly entry: ImportedEntry; readonly isMaker?: boolean }

/** Entries with fees above 0 for what was paid, and below 0 for rebates. */
function withPaidFees(rows: readonly ReadRow[], { paidFees }: ImportFormat): readonly ReadRow[] {
  if (paidFees === undefined) return rows
  const total = { positive: 0n, negative: 0n }
  for (const { entry } of rows)
    if (entry.kind === 'fill') total[entry.fee.amount < 0n ? 'negative' : 'positive'] += magnitude(entry.fee.amount)
  const usual = paidFees === 'most' ? (total.negative > total.positive ? 'negative' : 'positive') : paidFees
  const isOther = total[usual] === 0n
  if (usual === 'positive' && total.negative === 0n) return rows
  return rows.map((row) => {
    const { entry, isMaker } = row
    if (entry.kind !== 'fill' || entry.fee.amount === 0n) return row
    const amount = isOther && !isMaker ? magnitude(entry.fee.amount) : usual === 'positive' ? entry.fee.amount : -entry.fee.amount
    return amount === entry.fee.amount ? row : { ...row, entry: { ...entry, fee: { ...entry.fee, amount } } }
  })
}

/** Columns that show whether a fill was the maker's. */
const ROLES = ['Maker', 'Role', 'Maker/Taker', 'Liquidity', '角色'] as const
const MAKER = /^(?:true|y|yes|maker|挂单|掛單)$/i

/** By time, then by trade number where both have one; otherwise rows stay in the order of the file. */
function inOrder({ entry: a }: ReadRow, { entry: b }: ReadRow): number {
  const between = instantOf(a) - instantOf(b)
  if (between !== 0 || a.tradeId === b.tradeId || !NUMBER.test(a.tradeId) || !NUMBER.test(b.tradeId)) return between
  return a.tradeId.length - b.tradeId.length || (a.tradeId < b.tradeId ? -1 : 1)
}

const NUMBER = /^[1-9]\d{0,29}$/

/** Whether time mostly runs backwards; then rows of equal time are reversed, too. */
function isNewestFirst(entries: readonly ReadRow[], format: ImportFormat): boolean {
  let balance = 0
  let before: number | undefined
  for (const { entry } of entries) {
    const at = instantOf(entry)
    if (before !== undefined) balance += Math.sign(at - before)
    before = at
  }
  return balance < 0 || (balance === 0 && format.isNewestFirst === true)
}

const instantOf = (entry: ImportedEntry): number => ('closedAt' in entry ? entry.closedAt : entry.at)

function readRow(row: TableRow, { format, cellsOf, dateOrder, isYearDayMonth, zone, terms }: Reading): ImportedEntry | undefined | string {
  const cells = cellsOf(row)
  const time = timeTextOf(cells, format)
  if (time === '' && format.untimed !== undefined) return format.untimed
  const instant = (written: string): number | undefined => {
    const text = isYearDayMonth ? withMonthFirst(written) : written
    const at = instantOfText(text, dateOrder)
    return at === undefined || zone === UTC_ZONE || hasOwnZone(text) ? at : at - zone.offsetAt(at)
  }
  const at = instant(time)
  if (at === undefined) return isNoTrade(row, time, cells) ? undefined : `${namesOf(format.time)[0]} is no date: ${time.slice(0, 40)}`
  try {
    const entry = format.read({ cells, at, instant, terms })
    if (entry === undefined) return undefined
    refuseOtherTotal(format, entry, cells)
    refuseOption(format, entry)
    refuseUnknownQuote(format, entry)
    return format.isSpot === true ? entry : settledEntry(format.symbolsOf ?? format.exchange, entry, format.id === 'generic')
  } catch (error) {
    if (error instanceof RowProblem) return isNotFilled(error, cells) ? undefined : error.message
    throw error
  }
}

/**
 * Totals are rounded and may include fees. Spreadsheets where the comma is the decimal mark read 0.006 as 6. @throws RowProblem for a total that is not
 * price × size, to a factor of two
 */
function refuseOtherTotal({ exchange, total }: ImportFormat, entry: ImportedEntry, cells: Cells): void {
  if (total === undefined || entry.kind !== 'fill' || isInverse(exchange, entry.symbol)) return
  const text = cells.text(...namesOf(total))
  const [written, own] = [/\d/.test(text) ? magnitude(amountOf(text, 'total').value) : 0n, entry.worth / ONE]
  if (written === 0n || (own <= 2n * written + CENT && written <= 2n * own + CENT)) return
  throw new RowProblem(`its total is ${text.slice(0, 40)}, which is not price × size: a program may have changed figures. Export it again`)
}

const CENT = ONE / 100n

/** The premium of an option may be in its coin, and its contract of any size. @throws RowProblem for one of another exchange than Bybit */
function refuseOption({ exchange }: ImportFormat, { kind, symbol }: ImportedEntry): void {
  if (kind !== 'journal' && exchange !== 'Bybit' && isOption(symbol))
    throw new RowProblem(`${symbol} is an option. Options are read from files of Bybit only`)
}

/** Exchanges whose markets may be named by their coin alone, as own columns may. */
const COINS_ALONE: ReadonlySet<string> = new Set(['', 'Hyperliquid', 'Deribit', 'Aerie'])

/** Its money would count as dollars. @throws RowProblem for a market whose quote is not known */
function refuseUnknownQuote({ exchange }: ImportFormat, { symbol }: ImportedEntry): void {
  if (!COINS_ALONE.has(exchange) && !showsQuote(symbol)) throw new RowProblem(`the currency in which ${symbol} is priced is not known`)
}

const SUMMARY = /^(?:sub|grand )?total|^sum(?:mary)?\b|^(?:gesamt|summe|totale|итого|合计|合計)/i

/** Totals below the trades, a line of words such as `No data`, and an order without a time of its fill. */
function isNoTrade({ cells: row }: TableRow, time: string, cells: Cells): boolean {
  const [first = '', ...more] = row.filter((cell) => cell !== '')
  const isSummary = SUMMARY.test(time.slice(0, 40)) || SUMMARY.test(first.slice(0, 40))
  return isSummary || (more.length === 0 && !/\d/.test(first)) || (time === '' && NOT_FILLED.test(statusOf(cells)))
}

const statusOf = (cells: Cells): string => cells.text('Status', 'Order Status', 'State').slice(0, 40)

const NOT_FILLED = /^(?:cancel|expired?|reject|fail|unfilled|not filled|new|open|pending|untriggered|deactivated)/i

/** An order that was cancelled or has expired without a fill is no fault of the file. */
const isNotFilled = (error: RowProblem, cells: Cells): boolean =>
  (error instanceof NothingFilled || /is no number: -{0,2}$/.test(error.message)) && NOT_FILLED.test(statusOf(cells))

/**
 * Keys of entries: the exchange's number with the market, since some exchanges count per market. Without a number, or where one number names
 * several trades (an order's): the parsed values and which of the equal ones it is, so that neither locale nor number format matters.
 */
type Keying = {
  readonly format: Pick<ImportFormat, 'id' | 'exchange' | 'keys' | 'isSpot' | 'areOrders'>
  readonly source: string | undefined
  readonly repeated: readonly number[]
}

/** Keys of entries from an exchange's API, the same as those of its files. `keys`: namespace of the trade numbers, a format's if they are its own. */
export const keyedEntries = (
  entries: readonly ImportedEntry[],
  { exchange, keys, source }: { readonly exchange: string; readonly keys: string; readonly source?: string | undefined },
): KeyedEntry[] =>
  keyed(
    entries.map((entry, at) => ({ row: at + 1, entry: settledEntry(exchange, entry) })),
    { format: { id: keys, exchange }, source, repeated: [] },
  )

/** Name under which the entries of an exchange's account are stored; `isSpot`: those of its spot market. */
export const venueName = (
  exchange: string,
  { source, isSpot = false }: { readonly source?: string | undefined; readonly isSpot?: boolean },
): string => venueOf({ exchange }, source, isSpot)

function keyed(rows: readonly ReadRow[], { format, source = '', repeated }: Keying): KeyedEntry[] {
  const valuesOfId = new Map<string, string>()
  const shared = new Set<string>()
  const values = rows.map(({ entry }) => valuesOf(entry))
  for (const [at, { entry }] of rows.entries()) {
    if (entry.tradeId === '') continue
    const id = `${entry.kind}:${entry.symbol}:${entry.tradeId}`
    const own = values[at] ?? ''
    const known = valuesOfId.get(id)
    if (known === undefined) valuesOfId.set(id, own)
    else if (known !== own) shared.add(id)
  }
  const sectionOf = (row: number): number => repeated.filter((number) => number < row).length
  const orders = new Map<string, number>()
  const orderOf = (row: number, { symbol, orderId = '' }: ImportedFill): string => `${sectionOf(row)}:${symbol}:${orderId}`
  if (format.areOrders === true)
    for (const { row, entry } of rows)
      if (entry.kind === 'fill') orders.set(orderOf(row, entry), (orders.get(orderOf(row, entry)) ?? 0) + 1)
  // An order that has several rows is split into its fills after all.
  const isOrder = (row: number, entry: ImportedEntry): boolean =>
    format.areOrders === true && entry.kind === 'fill' && (entry.orderId === undefined || orders.get(orderOf(row, entry)) === 1)
  const seen = new Map<string, number>()
  const ids = new Map<string, number>()
  const space = source === '' ? (format.keys ?? format.id) : `${format.keys ?? format.id}@${source}`
  const venues = [venueOf(format, source, false), venueOf(format, source, true)] as const
  return rows.map(({ row, entry: read }, at) => {
    const venue = venues[format.isSpot === true || (read.kind === 'fill' && read.isSpot === true) ? 1 : 0]
    const entry = lastingOf(read)
    const id = `${entry.kind}:${entry.symbol}:${entry.tradeId}`
    const group = `${venue}:${entry.symbol}:${values[at] ?? ''}`
    const isNumbered = entry.tradeId !== '' && !shared.has(id)
    const again = isNumbered ? ids.get(id) : undefined
    // Equal trades of one export are several; those of two exports in one file are the same.
    const counted = `${sectionOf(row)}:${group}`
    const ordinal = again ?? (seen.get(counted) ?? 0) + 1
    if (again === undefined) seen.set(counted, ordinal)
    if (isOrder(row, entry)) {
      const key = orderKey(venue, entry) ?? `${VALUE_KEY}${group}:${ordinal}`
      return { key, isOrder: true, ordinal, venue, row, entry }
    }
    if (!isNumbered) {
      const twins = formerOf(read).map((symbol) => `${VALUE_KEY}${venue}:${symbol}:${values[at] ?? ''}:${ordinal}`)
      return { key: `${VALUE_KEY}${group}:${ordinal}`, ...(twins.length > 0 && { twins }), ordinal, venue, row, entry }
    }
    ids.set(id, ordinal)
    if (entry.kind === 'journal') return { key: `${space}:${entry.kind}:${entry.tradeId}`, ordinal, venue, row, entry }
    const numbered = { key: `${space}:${id}`, former: `${space}:${entry.kind}:${entry.tradeId}`, ordinal, venue, row, entry }
    return withTwins(numbered, read, { space, exchange: format.exchange })
  })
}

function withTwins(
  keyed: KeyedEntry,
  read: ImportedEntry,
  { space, exchange }: Readonly<Record<'space' | 'exchange', string>>,
): KeyedEntry {
  const { kind, symbol, tradeId } = keyed.entry
  const others = exchange === 'Kraken' ? marketNames({ exchange, symbol }).filter((name) => name !== symbol) : formerOf(read)
  return others.length === 0 ? keyed : { ...keyed, twins: others.map((name) => `${space}:${kind}:${name}:${tradeId}`) }
}

const formerOf = (entry: ImportedEntry): readonly string[] =>
  entry.kind === 'fill' && entry.formerSymbol !== undefined ? [entry.formerSymbol] : []

const orderKey = (venue: string, entry: ImportedEntry): string | undefined =>
  entry.kind === 'fill' && entry.orderId !== undefined ? `${ORDER_KEY}${venue}:${entry.symbol}:${entry.orderId}` : undefined

/** Without what is only needed while the file is read. */
function lastingOf(entry: ImportedEntry): ImportedEntry {
  if (entry.kind === 'funding') {
    const { exact: _exact, coin: _coin, ...funding } = entry
    return funding
  }
  if (entry.kind !== 'fill') return entry
  const { isSpot: _isSpot, realized: _realized, isUnsided: _isUnsided, after: _after, formerSymbol: _formerSymbol, ...fill } = entry
  return fill
}

/** Start of keys made of values. */
export const VALUE_KEY = 'v:'
/** Start of keys of whole orders, before the venue, market and number. */
export const ORDER_KEY = 'order:'

function valuesOf(entry: ImportedEntry): string {
  if (entry.kind === 'fill') return `${entry.at}:${entry.side}:${entry.price}:${entry.size}`
  if (entry.kind === 'funding') return `${entry.at}:funding:${entry.amount}`
  if (entry.kind === 'trip') return `${entry.closedAt}:${entry.side}:${entry.size}:${entry.entry}:${entry.exit}:${entry.net}`
  return `${entry.closedAt}:journal:${entry.tradeId}`
}
