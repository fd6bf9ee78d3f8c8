import { createHash } from 'node:crypto'
import { fstatSync, readSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { DECIMALS, decimalText, type MicroUsdc, priceText, sizeText, usdcText } from '@aerie/core/numbers/units'
import { decimalOf } from '@aerie/journal/import/cells'
import type { ImportedEntry } from '@aerie/journal/import/entries'
import { type ImportChoices as FileChoices, type KeyedEntry, type ParsedImport, parseImport } from '@aerie/journal/import/import-file'
import type { ImportedJournalTrip } from '@aerie/journal/import/journal-row'
import { isInverse } from '@aerie/journal/import/markets'
import { entryOfStored, type StoredEntry, storedEntryOf } from '@aerie/journal/import/stored-entry'
import { ImportFault, UnknownHeader } from '@aerie/journal/import/table'
import { type FoldedTrip, TripFolder } from '@aerie/journal/import/trip-folder'
import { type ImportChoices, type JournalImport, MOST_IMPORT_BYTES } from '@aerie/wire/journal/journal-imports'
import { csvOfZip } from './zip-archive.ts'

/** Requests from the main thread; the worker handles them sequentially. */
export type ImportQuestion =
  /** `file` is an open file descriptor, or the compressed bytes from the database. */
  | { readonly kind: 'read'; readonly file: number | Uint8Array; readonly choices: string }
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
}

export type ImportAnswer =
  /** `compressed` is null if the file was already compressed. */
  | { readonly kind: 'read'; readonly summary: FileSummary; readonly compressed: Uint8Array | null }
  | { readonly kind: 'fault'; readonly message: string }
  | { readonly kind: 'entries'; readonly rows: string | undefined; readonly count: number }
  /** `unopened` comes with the last page: closing fills without an opening one, per import. */
  | { readonly kind: 'trips'; readonly rows: string; readonly count: number; readonly unopened?: ReadonlyMap<string, number> }

const MOST_PREVIEW = 20
const MOST_PROBLEMS = 100
/** About 130 kB of text; larger strings are only garbage-collected in pauses of the main thread. */
const ENTRIES_A_PAGE = 500
const KEYS_A_PAGE = 1_000
const CELL = 200
const MOST_COLUMNS = 60

export class ImportJob {
  #entries: readonly KeyedEntry[] = []
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

  #read({ file, choices }: Extract<ImportQuestion, { kind: 'read' }>): ImportAnswer {
    const given = JSON.parse(choices) as ImportChoices
    const bytes = typeof file === 'number' ? uploadedBytes(file) : gunzipSync(file, { maxOutputLength: MOST_IMPORT_BYTES })
    const compressed = typeof file === 'number' ? gzipSync(bytes, { level: 3 }) : null
    try {
      return { kind: 'read', summary: this.#summary(parseImport(fileText(bytes), fileChoices(given))), compressed }
    } catch (error) {
      if (!(error instanceof UnknownHeader) || given.mapping !== undefined) throw error
      return { kind: 'read', summary: unknownSummary(error), compressed }
    }
  }

  #summary(parsed: ParsedImport): FileSummary {
    const { format, venue, header, sample, dateOrder, rows, others, zone } = parsed
    const isKept = ({ venue: own, entry }: KeyedEntry): boolean =>
      format.isSpot === true || own !== venue || !isInverse(format.exchange, entry.symbol)
    const kept = parsed.entries.filter(isKept)
    const inverse = parsed.entries.filter((keyed) => !isKept(keyed))
    const byKey = new Map(kept.map((entry) => [entry.key, entry]))
    this.#entries = [...byKey.values()]
    const problems = [...parsed.problems, ...inverse.map(inverseProblem)].toSorted((a, b) => a.row - b.row)
    const state = stateOf(parsed)
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
      repeated: kept.length - this.#entries.length,
      others,
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
    return entriesAnswer(page.map(namesOf))
  }

  #nextEntries(): ImportAnswer {
    const page = this.#entries.slice(this.#place, this.#place + ENTRIES_A_PAGE)
    const rows = page.map((keyed, index) => this.#entryRow(keyed, this.#place + index))
    this.#place += page.length
    return entriesAnswer(rows)
  }

  #entryRow(keyed: KeyedEntry, place: number): Readonly<Record<string, unknown>> {
    const { key, entry } = keyed
    const { symbol } = entry
    const exchange = exchangeOf(keyed)
    const ownTrip = entry.kind === 'journal' && { id: tripIdOf(this.#userId, { exchange, symbol, firstKey: key }) }
    return { ...namesOf(keyed), place: placeOf(entry) ?? place, body: storedEntryOf(entry), ...ownTrip }
  }

  #fold(page: string): ImportAnswer {
    const rows = JSON.parse(page) as EntryCells[]
    return tripsAnswer(rows.flatMap((cells) => this.#tripsOf(cells)))
  }

  #end(): ImportAnswer {
    const left = tripsAnswer(this.#rowsOf(this.#folder.end()))
    return { ...left, unopened: this.#folder.unopened }
  }

  #tripsOf([key, importId, exchange, symbol, at, body]: EntryCells): StoredTrip[] {
    const entry = entryOfStored(body, { symbol, at })
    if (entry.kind === 'journal') return [journalTripRow(entry, { key, importId, exchange, userId: this.#userId })]
    return this.#rowsOf(this.#folder.add({ key, importId, exchange, entry }))
  }

  #rowsOf(trips: readonly FoldedTrip[]): StoredTrip[] {
    return trips.map((trip) => tripRow(trip, this.#userId))
  }
}

function uploadedBytes(fd: number): Buffer {
  const bytes = bytesOf(fd)
  return csvOfZip(bytes, MOST_IMPORT_BYTES) ?? bytes
}

function bytesOf(fd: number): Buffer {
  const bytes = Buffer.allocUnsafe(fstatSync(fd).size)
  for (let at = 0; at < bytes.length; ) {
    const count = readSync(fd, bytes, at, bytes.length - at, at)
    if (count === 0) return bytes.subarray(0, at)
    at += count
  }
  return bytes
}

type EntryCells = readonly [key: string, importId: string, exchange: string, symbol: string, at: number, body: StoredEntry]

const exchangeOf = ({ venue, entry }: KeyedEntry): string => (entry.kind === 'journal' ? entry.origin : venue)

/** Identity of an entry: its key, and its values, by which entries are recognised that were stored under a key of another kind. */
function namesOf(keyed: KeyedEntry): Readonly<Record<string, string | number>> {
  const { key, former, ordinal, entry } = keyed
  const names = { key, ...(former !== undefined && { former }), exchange: exchangeOf(keyed), symbol: entry.symbol, at: atOf(entry) }
  if (entry.kind === 'journal') return { ...names, trip: entry.tradeId }
  const [a, b, c] = valuesOf(entry)
  return { ...names, a, b, c, ordinal }
}

const plain = (value: bigint): string => decimalText(value, DECIMALS.price)

/** The fields of a stored entry that identify it within its market and time. */
function valuesOf(entry: Exclude<ImportedEntry, ImportedJournalTrip>): readonly [string, string, string] {
  if (entry.kind === 'fill') return [entry.side, plain(entry.price), plain(entry.size)]
  return entry.kind === 'funding' ? ['funding', usdcText(entry.amount), ''] : ['trip', usdcText(entry.net), plain(entry.size)]
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

const inverseProblem = ({ row, entry }: KeyedEntry) => ({
  row,
  text: `${entry.symbol} is margined in the coin itself: its profit is in coins and cannot be read from this file. It is left out.`,
})

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
    return { ...shared, kind: 'funding', side: null, price: null, size: null, amount: usdcText(entry.amount), coin: '' }
  if (entry.kind === 'trip')
    return {
      ...shared,
      kind: 'trip',
      side: entry.side,
      price: priceText(entry.entry),
      size: sizeText(entry.size),
      amount: usdcText(entry.net),
      coin: '',
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
    coin: fee.coin,
  }
}

const textOrNull = (amount: MicroUsdc | null): string | null => (amount === null ? null : usdcText(amount))

type StoredTrip = Readonly<Record<string, unknown>>

const entriesAnswer = (rows: readonly Readonly<Record<string, unknown>>[]): ImportAnswer => ({
  kind: 'entries',
  rows: rows.length === 0 ? undefined : JSON.stringify(rows),
  count: rows.length,
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
  gross: textOrNull(trip.gross),
  fees: textOrNull(trip.fees),
  funding: usdcText(trip.funding),
  net: textOrNull(trip.net),
  money_reason: trip.moneyReason,
  body: {
    first: trip.firstKey,
    last: trip.lastKey,
    fills: trip.fillCount,
    ...(trip.position && { position: trip.position }),
    ...(trip.rest !== undefined && { rest: sizeText(trip.rest) }),
    coins: [...trip.feesInCoins].map(([coin, amount]) => ({ coin, amount: decimalText(amount, DECIMALS.price) })),
  },
})

type JournalEntryOrigin = { readonly key: string; readonly importId: string; readonly exchange: string; readonly userId: string }

function journalTripRow({ symbol, row: { coins, ...figures } }: ImportedJournalTrip, place: JournalEntryOrigin): StoredTrip {
  const { key, importId, exchange, userId } = place
  return {
    ...figures,
    id: tripIdOf(userId, { exchange, symbol, firstKey: key }),
    import_id: importId,
    origin: exchange,
    symbol,
    body: { first: key, last: key, fills: 0, coins },
  }
}

const NOT_TEXT = 'The file is not text in UTF-8. Save it as "CSV UTF-8" and import that.'

/** UTF-8, or UTF-16 with a BOM, as written by spreadsheets. @throws ImportFault for other encodings */
function fileText(bytes: Uint8Array): string {
  const [first, second] = bytes
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    throw new ImportFault(NOT_TEXT, { cause: error })
  }
}
