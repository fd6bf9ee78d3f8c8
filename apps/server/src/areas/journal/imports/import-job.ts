import { createHash } from 'node:crypto'
import { fstatSync, readSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { DECIMALS, decimalText, priceText, sizeText } from '@aerie/core/numbers/units'
import { MINUTE_MS } from '@aerie/core/time'
import { decimalOf } from '@aerie/journal/import/cells'
import type { ImportedEntry } from '@aerie/journal/import/entries'
import { OWN_EXPORT } from '@aerie/journal/import/formats'
import {
  type ImportChoices as FileChoices,
  type ImportProblem,
  type KeyedEntry,
  type ParsedImport,
  parseImport,
} from '@aerie/journal/import/import-file'
import type { ImportedJournalTrip } from '@aerie/journal/import/journal-row'
import { entryMoneyText, entryOfStored, type StoredEntry, storedEntryOf } from '@aerie/journal/import/stored-entry'
import { ImportFault, UnknownHeader } from '@aerie/journal/import/table'
import { type FoldedTrip, TripFolder } from '@aerie/journal/import/trip-folder'
import { type ImportChoices, type JournalImport, MOST_IMPORT_BYTES } from '@aerie/wire/journal/journal-imports'
import { type FeeCloses, feePriceOf } from './fee-price.ts'
import { sheetsOf } from './spreadsheet.ts'
import { filesOfZip } from './zip-archive.ts'

/** Requests from the main thread; the worker handles them sequentially. */
export type ImportQuestion =
  /** `file` is an open file descriptor, or the compressed bytes from the database. */
  | { readonly kind: 'read'; readonly file: number | Uint8Array; readonly name: string; readonly choices: string }
  | { readonly kind: 'keys' }
  | { readonly kind: 'entries' }
  | { readonly kind: 'fold'; readonly page: string }
  | { readonly kind: 'end' }

export type FileSummary = Pick<
  JournalImport,
  | 'format'
  | 'exchange'
  | 'title'
  | 'header'
  | 'sample'
  | 'date_order'
  | 'zone'
  | 'zone_from'
  | 'rows'
  | 'others'
  | 'unopened'
  | 'problems'
  | 'problem_count'
  | 'preview'
> & {
  readonly state: 'mapping_needed' | 'date_order_needed' | 'zone_needed' | 'hedge_needed' | 'ready'
  readonly entries: number
  readonly repeated: number
  /** Times have no seconds. */
  readonly in_minutes?: true
}

export type ImportAnswer =
  /** `compressed` is null if the file was already compressed. */
  | { readonly kind: 'read'; readonly summary: FileSummary; readonly compressed: Uint8Array | null }
  | { readonly kind: 'fault'; readonly message: string }
  /** `hasOrders`: some of them are orders, or fills of known orders. */
  | { readonly kind: 'entries'; readonly rows: string | undefined; readonly count: number; readonly hasOrders: boolean }
  /** `unopened` comes with the last page: closing fills without an opening one, per import. */
  | { readonly kind: 'trips'; readonly rows: string; readonly count: number; readonly unopened?: ReadonlyMap<string, number> }

const MOST_PREVIEW = 20
export const MOST_PROBLEMS = 100
/** About 130 kB of text; larger strings are only garbage-collected in pauses of the main thread. */
const ENTRIES_A_PAGE = 500
const KEYS_A_PAGE = 1_000
const CELL = 200
const MOST_COLUMNS = 60

export class ImportJob {
  #entries: readonly OrderedEntry[] = []
  #place = 0
  #counted = 0
  readonly #userId: string
  readonly #folder = new TripFolder()

  constructor(userId: string) {
    this.#userId = userId
  }

  answer(question: ImportQuestion): ImportAnswer {
    try {
      if (question.kind === 'read') return this.#read(question)
      if (question.kind === 'keys') return this.#nextKeys()
      if (question.kind === 'entries') return this.#nextEntries()
      return question.kind === 'fold' ? this.#fold(question.page) : this.#end()
    } catch (error) {
      if (error instanceof ImportFault) return { kind: 'fault', message: error.message }
      throw error
    }
  }

  #read({ file, name, choices }: Extract<ImportQuestion, { kind: 'read' }>): ImportAnswer {
    const given = JSON.parse(choices) as ImportChoices
    const bytes = typeof file === 'number' ? bytesOf(file) : gunzipSync(file, { maxOutputLength: MOST_IMPORT_BYTES })
    const files = textFiles(bytes)
    const compressed = typeof file === 'number' ? gzipSync(bytes, { level: 3 }) : null
    try {
      return { kind: 'read', summary: this.#summary(parsedFiles(files, { ...fileChoices(given), fileName: name })), compressed }
    } catch (error) {
      if (!(error instanceof UnknownHeader) || given.mapping !== undefined) throw error
      return { kind: 'read', summary: unknownSummary(error), compressed }
    }
  }

  #summary({ files, unknown }: ParsedFiles): FileSummary {
    const shown =
      files.find(({ parsed }) => stateOf(parsed) !== 'ready') ?? files.find(({ parsed }) => parsed.entries.length > 0) ?? files[0]
    if (shown === undefined)
      throw new ImportFault('None of the files or sheets has trades in a form that is known. Import the one that has them by itself.')
    const { format, venue, header, sample, dateOrder, zone } = shown.parsed
    const state = stateOf(shown.parsed)
    const read = state === 'ready' ? files.map(({ parsed }) => parsed) : []
    const kept = read.flatMap(({ entries }) => entries)
    const once = read.length > 1 ? onceByValues(read) : kept
    const byKey = new Map(once.map((entry) => [[entry.key, ...(entry.twins ?? [])].toSorted()[0], entry]))
    const { entries, doubtful } = ordersOnce([...byKey.values()])
    this.#entries = withMinuteOrdinals(files.length === 1 ? entries : entries.toSorted((a, b) => atOf(a.entry) - atOf(b.entry)))
    const problems = [...files.flatMap(problemsOf), ...unknown, ...doubtful]
    const [rows, others] = [sumOf(files.map(({ parsed }) => parsed.rows)), sumOf(files.map(({ parsed }) => parsed.others))]
    return {
      state,
      format: format.id,
      exchange: venue,
      title: format.title,
      header: cut(header),
      sample: sample.map(cut),
      date_order: dateOrder === 'undecided' ? null : dateOrder,
      zone: zone === 'unclear' ? null : zone.name,
      zone_from: zone === 'unclear' ? null : zone.from,
      rows,
      entries: this.#entries.length,
      repeated: kept.length - this.#entries.length - doubtful.length,
      others,
      ...(read.length > 0 && read.every(({ isInMinutes }) => isInMinutes) && { in_minutes: true }),
      unopened: state === 'ready' ? unopenedOf(this.#entries) : null,
      problems: problems.slice(0, MOST_PROBLEMS),
      problem_count: problems.length,
      preview: this.#entries
        .slice(0, MOST_PREVIEW)
        .map(previewOf)
        .filter((line) => line !== undefined),
    }
  }

  #nextKeys(): ImportAnswer {
    const page = this.#entries.slice(this.#counted, this.#counted + KEYS_A_PAGE)
    this.#counted += page.length
    return entriesAnswer(page, page.map(namesOf))
  }

  #nextEntries(): ImportAnswer {
    const page = this.#entries.slice(this.#place, this.#place + ENTRIES_A_PAGE)
    const rows = page.map((keyed, index) => entryRow(this.#userId, keyed, this.#place + index))
    this.#place += page.length
    return entriesAnswer(page, rows)
  }

  #fold(page: string): ImportAnswer {
    const rows = JSON.parse(page) as EntryCells[]
    return tripsAnswer(rows.flatMap((cells) => this.#tripsOf(cells)))
  }

  #end(): ImportAnswer {
    const left = tripsAnswer(this.#rowsOf(this.#folder.end()))
    return { ...left, unopened: this.#folder.unopened }
  }

  #tripsOf([key, importId, exchange, symbol, at, body, feeCloses]: EntryCells): StoredTrip[] {
    const entry = entryOfStored(body, { symbol, at })
    if (entry.kind === 'journal') return [journalTripRow(entry, { key, importId, exchange, userId: this.#userId })]
    return this.#rowsOf(this.#folder.add({ key, importId, exchange, entry, feePrice: feePriceOf(entry, feeCloses) }))
  }

  #rowsOf(trips: readonly FoldedTrip[]): StoredTrip[] {
    return trips.map((trip) => tripRow(trip, this.#userId))
  }
}

/** Row of an entry for the database; `place`: its order among entries of one time, unless the exchange numbers them. */
export function entryRow(userId: string, keyed: OrderedEntry, place: number): Readonly<Record<string, unknown>> {
  const { key, entry } = keyed
  const { symbol } = entry
  const exchange = exchangeOf(keyed)
  const ownTrip = entry.kind === 'journal' && { id: tripIdOf(userId, { exchange, symbol, firstKey: key }) }
  return { ...namesOf(keyed), place: placeOf(entry) ?? place, body: storedEntryOf(entry), ...ownTrip }
}

type TextFile = { readonly name: string; readonly text: () => string }
type ParsedFile = { readonly name: string; readonly parsed: ParsedImport }
type ParsedFiles = { readonly files: readonly ParsedFile[]; readonly unknown: readonly ImportProblem[] }

/** All files of an archive; those that are not of trades are named. A file by itself is refused. @throws ImportFault */
function parsedFiles(zipped: readonly TextFile[], choices: FileChoices): ParsedFiles {
  const parsed = ({ name, text }: TextFile): ParsedImport =>
    parseImport(text(), { ...choices, fileName: `${name} ${choices.fileName ?? ''}` })
  const [only, ...more] = zipped
  if (only !== undefined && more.length === 0) return { files: [{ name: '', parsed: parsed(only) }], unknown: [] }
  const files: ParsedFile[] = []
  const unknown: ImportProblem[] = []
  for (const each of zipped) {
    const { name } = each
    try {
      files.push({ name, parsed: parsed(each) })
    } catch (error) {
      if (!(error instanceof ImportFault)) throw error
      unknown.push({
        row: 1,
        text: `${name.slice(0, 80)}: ${error instanceof UnknownHeader ? 'not a file of trades that is known' : error.message}`,
      })
    }
  }
  if (files.some(({ parsed }) => parsed.format.id === OWN_EXPORT))
    throw new ImportFault('It holds a journal export and other files or sheets. Import each of them by itself.')
  return { files, unknown }
}

/**
 * Entries of several files without those that an earlier one has under a key of another kind, as `isKnownByValues` finds them in the journal:
 * Bybit's log and its trade history number the same trades in two ways, and the latter has no seconds.
 */
export function onceByValues(files: readonly Pick<ParsedImport, 'entries' | 'isInMinutes'>[]): KeyedEntry[] {
  const seen = new Map<string, KeyedEntry[]>()
  const seenInMinute = new Map<string, (MinuteEntry & { readonly isInMinutes: boolean })[]>()
  return files.flatMap(({ entries, isInMinutes }) => {
    const isKnown = (keyed: MinuteEntry): boolean => {
      const [exact = [], near = []] = [seen.get(valueGroup(keyed, 1_000)), seenInMinute.get(valueGroup(keyed, MINUTE_MS))]
      const isOther = (each: KeyedEntry): boolean => each.isOrder !== true && isOfOtherKey(each, keyed)
      return (
        keyed.ordinal <= exact.filter((each) => isOther(each) && isSameTime(each, keyed)).length ||
        keyed.ofMinute <= near.filter((each) => isOther(each) && (isInMinutes || each.isInMinutes)).length
      )
    }
    const added = withMinuteOrdinals(entries).filter((keyed) => keyed.isOrder === true || !isKnown(keyed))
    for (const [group, of] of Map.groupBy(added, (keyed) => valueGroup(keyed, 1_000))) seen.set(group, [...(seen.get(group) ?? []), ...of])
    for (const [group, of] of Map.groupBy(added, (keyed) => valueGroup(keyed, MINUTE_MS)))
      seenInMinute.set(group, [...(seenInMinute.get(group) ?? []), ...of.map((keyed) => ({ ...keyed, isInMinutes }))])
    return added
  })
}

/** `ofMinute`: which of the equal entries of its minute it is. */
type MinuteEntry<T extends KeyedEntry = KeyedEntry> = T & { readonly ofMinute: number }

/** Entries with what is compared to files whose times have no seconds. */
export function withMinuteOrdinals<T extends KeyedEntry>(entries: readonly T[]): MinuteEntry<T>[] {
  const seen = new Map<string, number>()
  return entries.map((keyed) => {
    const group = valueGroup(keyed, MINUTE_MS)
    const ofMinute = (seen.get(group) ?? 0) + 1
    seen.set(group, ofMinute)
    return { ...keyed, ofMinute }
  })
}

/** Some exports have times in whole seconds; Coinbase's history rounds prices, and has dollars for USDC. */
function valueGroup(keyed: KeyedEntry, unitMs: number): string {
  const { key, entry } = keyed
  const isRounded = entry.kind === 'fill' && COINBASE.test(key)
  const [side, price, size] = valuesOf(entry)
  const market = isRounded ? entry.symbol.replace(/-USDC$/, '-USD') : entry.symbol
  return JSON.stringify([exchangeOf(keyed), market, Math.floor(atOf(entry) / unitMs), side, isRounded ? '' : price, size])
}

/** Keys of Coinbase's trades, with a number and without. */
const COINBASE = /^(?:v:C|c)oinbase/

function isSameTime(a: KeyedEntry, b: KeyedEntry): boolean {
  const [at, other] = [atOf(a.entry), atOf(b.entry)]
  return at === other || at % 1_000 === 0 || other % 1_000 === 0
}

function isOfOtherKey(a: KeyedEntry, b: KeyedEntry): boolean {
  const [space, otherSpace] = [a, b].map(({ key }) => /^(.*?):(?:fill|funding|trip):/.exec(key)?.[1])
  return space !== otherSpace || (space === undefined && atOf(a.entry) !== atOf(b.entry))
}

/** `orderSize`: what these files have of the order of a fill. */
export type OrderedEntry = KeyedEntry & { readonly orderSize?: bigint; readonly ofMinute?: number }

const orderIdOf = ({ entry }: KeyedEntry): string | undefined => (entry.kind === 'fill' ? entry.orderId : undefined)
const marketOf = ({ venue, entry }: KeyedEntry): string => `${venue}\n${entry.symbol}`
const orderOf = (keyed: KeyedEntry): string => `${marketOf(keyed)}\n${orderIdOf(keyed)}`

/**
 * Of an order and its fills whichever has more of it. Where an order without a number may be that of other files' fills, only the fills are read.
 */
function ordersOnce(entries: readonly KeyedEntry[]): {
  readonly entries: readonly OrderedEntry[]
  readonly doubtful: readonly ImportProblem[]
} {
  const [whole, split] = [sizesOf(entries, true), sizesOf(entries, false)]
  const filled = new Set(entries.flatMap((keyed) => (keyed.entry.kind === 'fill' && keyed.isOrder !== true ? [marketOf(keyed)] : [])))
  const isDoubtful = (keyed: KeyedEntry): boolean => keyed.isOrder === true && orderIdOf(keyed) === undefined && filled.has(marketOf(keyed))
  return {
    entries: entries.flatMap((keyed) => {
      if (orderIdOf(keyed) === undefined) return isDoubtful(keyed) ? [] : [keyed]
      const [order = 0n, fills = 0n] = [whole.get(orderOf(keyed)), split.get(orderOf(keyed))]
      if (keyed.isOrder === true) return order > fills ? [{ ...keyed, orderSize: order }] : []
      return fills >= order ? [{ ...keyed, orderSize: fills }] : []
    }),
    doubtful: entries.filter(isDoubtful).map(({ row }) => ({
      row,
      text: 'an order without a number may be that of fills in another file of the archive. It is left out.',
    })),
  }
}

/** Sizes of numbered orders, or the sums of their fills. */
function sizesOf(entries: readonly KeyedEntry[], areOrders: boolean): ReadonlyMap<string, bigint> {
  const sizes = new Map<string, bigint>()
  for (const keyed of entries)
    if (keyed.entry.kind === 'fill' && keyed.entry.orderId !== undefined && (keyed.isOrder === true) === areOrders)
      sizes.set(orderOf(keyed), (sizes.get(orderOf(keyed)) ?? 0n) + keyed.entry.size)
  return sizes
}

function problemsOf({ name, parsed: { problems } }: ParsedFile): readonly ImportProblem[] {
  return name === '' ? problems : problems.map(({ row, text }) => ({ row, text: `${name.slice(0, 80)}: ${text}` }))
}

/** A file as text, or those of an archive; each filled sheet of a spreadsheet is one. @throws ImportFault */
function textFiles(bytes: Buffer): readonly TextFile[] {
  let left = MOST_IMPORT_BYTES
  const texts = (filesOfZip(bytes, MOST_IMPORT_BYTES) ?? [{ name: '', bytes }]).flatMap((file): TextFile[] => {
    const sheets = sheetsOf(file.bytes, left)
    if (sheets === undefined) return [{ name: file.name, text: () => fileText(file.bytes) }]
    return sheets.map(({ name, csv }) => {
      left = Math.max(1, left - csv.length)
      return { name: [file.name, name].filter((part) => part !== '').join(' '), text: () => csv }
    })
  })
  if (texts.length === 0) throw new ImportFault('The file is empty.')
  return texts
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

function bytesOf(fd: number): Buffer {
  const bytes = Buffer.allocUnsafe(fstatSync(fd).size)
  for (let at = 0; at < bytes.length; ) {
    const count = readSync(fd, bytes, at, bytes.length - at, at)
    if (count === 0) return bytes.subarray(0, at)
    at += count
  }
  return bytes
}

type EntryCells = readonly [
  key: string,
  importId: string,
  exchange: string,
  symbol: string,
  at: number,
  body: StoredEntry,
  feeCloses?: FeeCloses,
]

const exchangeOf = ({ venue, entry }: KeyedEntry): string => (entry.kind === 'journal' ? entry.origin : venue)

/** Identity of an entry: its key, and its values, by which entries are recognised that were stored under a key of another kind. */
function namesOf(keyed: OrderedEntry): Readonly<Record<string, string | number | boolean | readonly string[]>> {
  const { key, former, twins, ordinal, ofMinute = ordinal, row, entry, isOrder, orderSize } = keyed
  const names = {
    key,
    row,
    ...(former !== undefined && { former }),
    ...(twins && { twins }),
    exchange: exchangeOf(keyed),
    symbol: entry.symbol,
    at: atOf(entry),
  }
  if (entry.kind === 'journal') return { ...names, trip: entry.tradeId }
  const [a, b, c] = valuesOf(entry)
  const order = orderIdOf(keyed)
  return {
    ...names,
    a,
    b,
    c,
    ordinal,
    ...(ofMinute !== ordinal && { of_minute: ofMinute }),
    ...(order !== undefined && { order }),
    ...(isOrder && { is_order: true }),
    ...(orderSize && { total: plain(orderSize) }),
  }
}

const plain = (value: bigint): string => decimalText(value, DECIMALS.price)

/** The fields of a stored entry that identify it within its market and time. */
function valuesOf(entry: ImportedEntry): readonly [string, string, string] {
  if (entry.kind === 'journal') return ['journal', entry.tradeId, '']
  if (entry.kind === 'fill') return [entry.side, plain(entry.price), plain(entry.size)]
  return entry.kind === 'funding'
    ? ['funding', entryMoneyText(entry, entry.amount), '']
    : ['trip', entryMoneyText(entry, entry.net), plain(entry.size)]
}

const NUMBER = /^[1-9]\d{0,29}$/
/** Order among entries of one time: by the exchange's number, so that it is the same however the trades are split into files. */
const placeOf = ({ tradeId }: ImportedEntry): number | undefined =>
  NUMBER.test(tradeId) ? Number(BigInt.asUintN(31, BigInt(tradeId))) : undefined

const atOf = (entry: ImportedEntry): number => ('closedAt' in entry ? entry.closedAt : entry.at)
const cut = (cells: readonly string[]): string[] => cells.slice(0, MOST_COLUMNS).map((cell) => cell.slice(0, CELL))
const definedOnly = (mapping: NonNullable<ImportChoices['mapping']>): Record<string, string> =>
  Object.fromEntries(Object.entries(mapping).flatMap(([field, column]) => (column === undefined ? [] : [[field, column]])))

function stateOf({ dateOrder, zone, isHedgeUnclear }: ParsedImport): FileSummary['state'] {
  if (dateOrder === 'undecided') return 'date_order_needed'
  if (zone === 'unclear') return 'zone_needed'
  return isHedgeUnclear ? 'hedge_needed' : 'ready'
}

function fileChoices({ date_order, mapping, zone, source, contract_size, hedge }: ImportChoices): FileChoices {
  return {
    ...(date_order && { dateOrder: date_order }),
    ...(mapping && { mapping: definedOnly(mapping) }),
    ...(zone !== undefined && { zone }),
    ...(source !== undefined && { source }),
    ...(contract_size !== undefined && { contractSize: decimalOf(contract_size, 'contract_size') }),
    ...(hedge !== undefined && { isHedged: hedge }),
  }
}

function unopenedOf(entries: readonly KeyedEntry[]): number {
  const folder = new TripFolder()
  for (const ofMarket of Map.groupBy(entries, ({ venue, entry }) => `${venue}\n${entry.symbol}`).values())
    for (const { key, venue, entry } of ofMarket) if (entry.kind !== 'journal') folder.add({ key, importId: '', exchange: venue, entry })
  return folder.unopened.get('') ?? 0
}

function unknownSummary({ header, sample }: UnknownHeader): FileSummary {
  const nothing = {
    exchange: '',
    title: '',
    date_order: null,
    zone: null,
    zone_from: null,
    rows: 0,
    entries: 0,
    repeated: 0,
    others: 0,
    unopened: null,
  }
  return {
    ...nothing,
    state: 'mapping_needed',
    format: null,
    header: cut(header),
    sample: sample.map(cut),
    problems: [],
    problem_count: 0,
    preview: [],
  }
}

/** Undefined if the amount is unknown: the wire format requires it. */
function previewOf({ row, entry }: KeyedEntry): JournalImport['preview'][number] | undefined {
  const shared = { row, at: new Date(atOf(entry)).toISOString(), symbol: entry.symbol }
  if (entry.kind === 'funding')
    return {
      ...shared,
      kind: 'funding',
      side: null,
      price: null,
      size: null,
      amount: entryMoneyText(entry, entry.amount),
      coin: entry.settled ?? '',
    }
  if (entry.kind === 'trip')
    return {
      ...shared,
      kind: 'trip',
      side: entry.side,
      price: priceText(entry.entry),
      size: sizeText(entry.size),
      amount: entryMoneyText(entry, entry.net),
      coin: entry.settled ?? '',
    }
  if (entry.kind === 'journal') {
    const { side, entry: price, size, net: amount, currency: coin } = entry.row
    return amount === null ? undefined : { ...shared, kind: 'trip', side, price, size, amount, coin }
  }
  const { side, price, size, fee } = entry
  return {
    ...shared,
    kind: 'fill',
    side,
    price: priceText(price),
    size: sizeText(size),
    amount: decimalText(fee.amount, DECIMALS.price),
    coin: fee.coin || (entry.settled ?? ''),
  }
}

const moneyText = (amount: bigint | null, { decimals }: FoldedTrip): string | null =>
  amount === null ? null : decimalText(amount, decimals)

type StoredTrip = Readonly<Record<string, unknown>>

const entriesAnswer = (page: readonly KeyedEntry[], rows: readonly Readonly<Record<string, unknown>>[]): ImportAnswer => ({
  kind: 'entries',
  rows: rows.length === 0 ? undefined : JSON.stringify(rows),
  count: rows.length,
  hasOrders: page.some((keyed) => keyed.isOrder === true || orderIdOf(keyed) !== undefined),
})

const tripsAnswer = (trips: readonly StoredTrip[]): Extract<ImportAnswer, { kind: 'trips' }> => ({
  kind: 'trips',
  rows: JSON.stringify(trips),
  count: trips.length,
})

/** Stable across re-imports. IDs in exported files are not trusted: they may belong to another user. */
function tripIdOf(userId: string, { exchange, symbol, firstKey }: Pick<FoldedTrip, 'exchange' | 'symbol' | 'firstKey'>): string {
  const bytes = createHash('sha256')
    .update(JSON.stringify([userId, exchange, symbol, firstKey]))
    .digest()
    .subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

const tripRow = (trip: FoldedTrip, userId: string): StoredTrip => ({
  id: tripIdOf(userId, trip),
  import_id: trip.importId,
  origin: trip.exchange,
  currency: trip.currency,
  symbol: trip.symbol,
  side: trip.side,
  opened_at: trip.openedAt,
  closed_at: trip.closedAt,
  size: sizeText(trip.size),
  entry: priceText(trip.entry),
  exit: trip.exit === null ? null : priceText(trip.exit),
  gross: moneyText(trip.gross, trip),
  fees: moneyText(trip.fees, trip),
  funding: moneyText(trip.funding, trip),
  net: moneyText(trip.net, trip),
  money_reason: trip.moneyReason,
  body: {
    first: trip.firstKey,
    last: trip.lastKey,
    fills: trip.fillCount,
    ...(trip.position && { position: trip.position }),
    ...(trip.isInverse && { inverse: true }),
    ...(trip.rest !== undefined && { rest: sizeText(trip.rest) }),
    ...(trip.areFeesEstimated && { estimated: true }),
    coins: [...trip.feesInCoins].map(([coin, amount]) => ({ coin, amount: decimalText(amount, DECIMALS.price) })),
  },
})

type JournalEntryOrigin = { readonly key: string; readonly importId: string; readonly exchange: string; readonly userId: string }

function journalTripRow(
  { symbol, row: { coins, fees_estimated, ...figures } }: ImportedJournalTrip,
  place: JournalEntryOrigin,
): StoredTrip {
  const { key, importId, exchange, userId } = place
  return {
    ...figures,
    id: tripIdOf(userId, { exchange, symbol, firstKey: key }),
    import_id: importId,
    origin: exchange,
    symbol,
    body: { first: key, last: key, fills: 0, coins, ...(fees_estimated === true && { estimated: true }) },
  }
}

const OLD_SPREADSHEET = 'The file is a spreadsheet of an old kind, or has a password. Save it as "CSV UTF-8" or as XLSX, and import that.'
const NOT_TEXT = 'The file is not text in UTF-8. Save it as "CSV UTF-8" and import that.'

/** UTF-8, or UTF-16 as written by spreadsheets: with a BOM, or with a zero in its first letter. @throws ImportFault for other encodings */
function fileText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xd0 && second === 0xcf) throw new ImportFault(OLD_SPREADSHEET)
  const encoding =
    (first === 0xff && second === 0xfe) || (first !== 0 && second === 0)
      ? 'utf-16le'
      : (first === 0xfe && second === 0xff) || (first === 0 && second !== undefined && second !== 0)
        ? 'utf-16be'
        : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    throw new ImportFault(NOT_TEXT, { cause: error })
  }
}
