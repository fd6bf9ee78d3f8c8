import { randomUUID } from 'node:crypto'
import { mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Clock, DAY_MS, MINUTE_MS } from '@aerie/core/time'
import { visibleName } from '@aerie/core/visible-name'
import { OWN_EXPORT } from '@aerie/journal/import/formats'
import type { ImportProblem, KeyedEntry } from '@aerie/journal/import/import-file'
import { marketName, marketNames } from '@aerie/journal/import/markets'
import {
  type ImportChoices,
  type ImportMapping,
  type ImportProgress,
  type JournalImport,
  MOST_IMPORT_BYTES,
} from '@aerie/wire/journal/journal-imports'
import type { Database, Db } from '../../../platform/db/client.ts'
import { isDatabaseAway } from '../../../platform/db/database-errors.ts'
import { errnoCode } from '../../../platform/errno-code.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { connectionRepository } from '../connections/connection-repository.ts'
import { entryRow, type FileSummary, type ImportQuestion, MOST_PROBLEMS, withMinuteOrdinals } from './import-job.ts'
import { type EntryGroup, type ImportRow, importRepository, type MarketGroup, type OtherKind, type OtherZone } from './import-repository.ts'
import { ImportThread } from './import-thread.ts'
import { anotherRuns, RunningImports } from './running-imports.ts'

type ImportBody = FileSummary & {
  readonly duplicates: number
  readonly mapping: ImportMapping | null
  readonly trips: number | null
  readonly at_border?: number
  /** Problems that are about trades of the other kind, orders or fills. */
  readonly in_doubt?: number
  /** Import that has most of its trades at other hours. */
  readonly other_zone?: OtherZone
  /** The user's answers; absent in imports of earlier versions. */
  readonly choices?: ImportChoices
}

type Deps = {
  readonly db: Database
  readonly clock: Clock
  readonly folder: string
  readonly makeThread?: (userId: string) => ImportThread
}

const MOST_LISTED = 100
const MANY_ENTRIES = 5_000
export const MOST_IMPORTS = 500
/** Undone imports kept in the list; nothing of them is in the journal. */
export const MOST_UNDONE = 50
const MOST_ENTRIES = 2_000_000
const PENDING_MS = DAY_MS

type Work = { readonly db: Database; readonly clock: Clock; readonly running: RunningImports }

export const importService = ({ db, clock, folder, makeThread = (userId) => new ImportThread(userId) }: Deps) => {
  const running = new RunningImports({ clock, makeThread })
  const uploads = new Uploads(folder)
  const work: Work = { db, clock, running }
  return {
    refuseBusy: (userId: string): void => running.refuse(userId),
    progress: (userId: string): ImportProgress => running.progress(userId),
    list: async (userId: string): Promise<JournalImport[]> => (await importRepository(db).list(userId, MOST_LISTED)).map(listedAnswer),
    get: (userId: string, id: string): Promise<JournalImport> => answerOf(db, userId, id),
    create: (userId: string, body: Readable, given: NewFile): Promise<JournalImport> =>
      running.alone(userId, (turn) =>
        uploads.receive(body, async ({ fd }) => answerOf(db, userId, await create(work, await turn(), { ...given, userId, file: fd }))),
      ),
    choose: (userId: string, id: string, choices: ImportChoices): Promise<JournalImport> =>
      running.alone(userId, async (turn) => {
        await choose(work, await turn(), await mine(db, userId, id), choices)
        return answerOf(db, userId, id)
      }),
    confirm: (userId: string, id: string): Promise<JournalImport> =>
      running.alone(userId, async (turn) => {
        await confirm(work, await turn(), await mine(db, userId, id))
        return answerOf(db, userId, id)
      }),
    undo: (userId: string, id: string): Promise<JournalImport> =>
      running.alone(userId, async (turn) => undo(work, await turn(), await mine(db, userId, id))),
    append: (userId: string, page: ConnectionPage): Promise<void> =>
      page.entries.length === 0
        ? db.transaction((tx) => page.also(tx))
        : running.background(userId, (thread) => db.transaction((tx) => append(tx, thread, { ...page, userId, now: clock.now() }))),
    /** Deletes files that were not confirmed within a day. */
    sweep: () => importRepository(db).dropStale(new Date(clock.now() - PENDING_MS)),
  }
}

/** Entries that a connection has read. `also` runs in the same transaction. */
type ConnectionPage = {
  readonly importId: string
  readonly entries: readonly KeyedEntry[]
  readonly problems: readonly string[]
  readonly also: (tx: Db) => Promise<void>
}

/** Import that a connection fills; it is done from the start. @throws AppError rule_broken if the user has too many */
export async function insertConnectionImport(
  tx: Db,
  {
    id,
    userId,
    name,
    exchange,
    source,
    now,
  }: Readonly<Record<'id' | 'userId' | 'name' | 'exchange', string>> & {
    readonly source: string | undefined
    readonly now: number
  },
): Promise<void> {
  const imports = importRepository(tx)
  if ((await imports.countDone(userId)) >= MOST_IMPORTS) throw tooMany()
  const nothing = { header: [], sample: [], problems: [], preview: [], mapping: null, date_order: null, unopened: null }
  const body: ImportBody = {
    ...nothing,
    state: 'ready',
    format: 'connection',
    exchange,
    title: 'Connection',
    zone: null,
    zone_from: null,
    rows: 0,
    entries: 0,
    repeated: 0,
    duplicates: 0,
    others: 0,
    problem_count: 0,
    trips: 0,
    choices: source === undefined ? {} : { source },
  }
  await imports.insert({ id, userId, state: 'done', name, body, content: null, doneAt: new Date(now) })
}

export type ImportService = ReturnType<typeof importService>

type NewFile = { readonly name: string; readonly choices?: ImportChoices }

async function mine(db: Db, userId: string, id: string): Promise<ImportRow> {
  const found = await importRepository(db).find(userId, id)
  if (found === undefined) throw new AppError('not_found', { detail: 'This import does not exist.' })
  return found
}

const answerOf = async (db: Db, userId: string, id: string): Promise<JournalImport> => importAnswer(await mine(db, userId, id))

/** Parses a file and stores it until confirmed, replacing pending ones. @returns its ID */
async function create({ db }: Work, thread: ImportThread, given: NewFile & { userId: string; file: number }): Promise<string> {
  const { userId, file, name, choices = {} } = given
  const imports = importRepository(db)
  if ((await imports.countDone(userId)) >= MOST_IMPORTS) throw tooMany()
  const read = await readFile(thread, { file, name, choices })
  const body = await bodyOf(db, thread, { userId, summary: read.summary, choices })
  const id = randomUUID()
  await imports.dropPending(userId)
  await imports.insert({
    id,
    userId,
    state: body.state,
    name: visibleName(name),
    body,
    content: read.compressed && viewOf(read.compressed),
  })
  return id
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength)

/** Parses the file again with the user's choices; earlier ones stay. */
async function choose({ db }: Work, thread: ImportThread, before: ImportRow, given: ImportChoices): Promise<void> {
  const choices = { ...choicesOf(storedBody(before)), ...given }
  const read = await readFile(thread, { file: await contentOf(db, before), name: before.name, choices })
  const body = await bodyOf(db, thread, { userId: before.userId, summary: read.summary, choices })
  await importRepository(db).change(before.id, { state: body.state, body })
}

const choicesOf = ({ choices, mapping }: ImportBody): ImportChoices => choices ?? (mapping === null ? {} : { mapping })

async function confirm({ db, clock, running }: Work, thread: ImportThread, before: ImportRow): Promise<void> {
  const { id, userId, state, name } = before
  if (state === 'done') return
  if (state !== 'ready') throw notReady(state)
  const kept = await withZoneChecked(db, before)
  const file = await contentOf(db, before)
  await readFile(thread, { file, name, choices: { ...choicesOf(kept), ...(kept.date_order && { date_order: kept.date_order }) } })
  const report: Writing['report'] = (progress) => running.report(userId, progress)
  await db.transaction((tx) => store(tx, thread, { userId, id, report, kept, now: clock.now() }))
  // Best effort: the import is already complete.
  if (kept.entries >= MANY_ENTRIES)
    await importRepository(db)
      .analyze()
      .catch(() => undefined)
}

/** @throws AppError conflict while an import has the same trades at other hours */
async function withZoneChecked(db: Db, row: ImportRow): Promise<ImportBody> {
  const { other_zone: other, ...kept } = storedBody(row)
  if (other === undefined) return kept
  if ((await importRepository(db).find(row.userId, other.id))?.state === 'done')
    throw new AppError('conflict', { reason: 'import_not_ready', detail: capitalized(otherZoneText(other)) })
  return { ...kept, problems: kept.problems.slice(1), problem_count: kept.problem_count - 1 }
}

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** Removes stored entries; an import that was never stored is deleted and returned as undone. */
async function undo(work: Work, thread: ImportThread, before: ImportRow): Promise<JournalImport> {
  const { db, running } = work
  const { id, userId, state } = before
  if (state !== 'done') {
    if (state !== 'undone') await importRepository(db).remove(id)
    return { ...importAnswer(before), state: 'undone' }
  }
  if (await connectionRepository(db).fills(id))
    throw new AppError('conflict', {
      reason: 'import_of_connection',
      detail: 'A connection fills this import. Remove the connection first; then its trades can be removed.',
    })
  await db.transaction((tx) => takeBack(tx, thread, { userId, id, report: (progress) => running.report(userId, progress) }))
  return answerOf(db, userId, id)
}

const tooMany = (): AppError =>
  new AppError('rule_broken', { reason: 'too_many_imports', detail: `You have ${MOST_IMPORTS} imports. Undo one first.` })
const tooManyEntries = (): AppError =>
  new AppError('rule_broken', { reason: 'too_many_entries', detail: `A journal has at most ${MOST_ENTRIES} entries.` })
const notReady = (state: ImportRow['state']): AppError =>
  new AppError('conflict', {
    reason: 'import_not_ready',
    detail: state === 'undone' ? 'This import was undone. Import the file again.' : 'Say first what the preview asks for.',
  })

type Reading = Pick<Extract<ImportQuestion, { kind: 'read' }>, 'file' | 'name'> & { readonly choices: ImportChoices }

const readFile = (thread: ImportThread, { choices, ...file }: Reading) =>
  thread.ask('read', { kind: 'read', ...file, choices: JSON.stringify(choices) })

async function contentOf(db: Db, { id }: ImportRow): Promise<Uint8Array> {
  const content = await importRepository(db).content(id)
  if (content === undefined)
    throw new AppError('conflict', { reason: 'import_not_ready', detail: 'This import has already been confirmed or undone.' })
  return content
}

type Read = { readonly userId: string; readonly summary: FileSummary; readonly choices: ImportChoices }

async function bodyOf(db: Db, thread: ImportThread, { userId, summary, choices }: Read): Promise<ImportBody> {
  const given = { mapping: choices.mapping ?? null, choices, trips: null }
  let known = 0
  const hasTrips = summary.format === OWN_EXPORT
  const imports = importRepository(db)
  if (!hasTrips && !(await imports.hasEntries(userId))) return { ...summary, duplicates: summary.repeated, ...given }
  const hadOrders = await imports.hasOrders(userId)
  const minutes = { isOfFile: summary.in_minutes === true, imports: await imports.inMinutes(userId) }
  const left: ImportProblem[] = []
  let ends: Ends | undefined
  for await (const { rows, hasOrders } of ahead(() => nextEntries(thread, 'keys'))) {
    known += await imports.countKnown(userId, rows, minutes)
    const others = hadOrders || hasOrders ? await imports.ofOtherKind(userId, rows, { minutes }) : []
    left.push(...leftOut(others))
    known += others.length - leftOut(others).length
    ends = { first: ends?.first ?? rows, last: rows }
  }
  const at_border = hasTrips || ends === undefined ? 0 : await borderCount(db, userId, ends)
  const other = hasTrips ? undefined : await otherZone(imports, { userId, ends, zone: summary.zone ?? '' })
  const warned = other === undefined ? [] : [{ row: 1, text: otherZoneText(other) }]
  return {
    ...summary,
    entries: summary.entries - known - left.length,
    duplicates: summary.repeated + known,
    at_border,
    in_doubt: left.length,
    ...(other && { other_zone: other }),
    problems: [...warned, ...summary.problems, ...left].slice(0, MOST_PROBLEMS),
    problem_count: warned.length + summary.problem_count + left.length,
    ...given,
  }
}

type Ends = { readonly first: string; readonly last: string }

async function otherZone(
  imports: ReturnType<typeof importRepository>,
  { userId, ends, zone }: { readonly userId: string; readonly ends: Ends | undefined; readonly zone: string },
): Promise<OtherZone | undefined> {
  if (ends === undefined) return undefined
  const compared = { zone, most: COMPARED_ROWS }
  const found = await imports.inOtherZone(userId, ends.first, compared)
  return found ?? (ends.last === ends.first ? undefined : imports.inOtherZone(userId, ends.last, compared))
}

const COMPARED_ROWS = 200

function otherZoneText(other: OtherZone): string {
  const { name, is_connection: isConnection = false } = other
  return isConnection
    ? `${atOtherHours(other)}, from ${name}, whose times are those of the exchange. Choose the zone of this file.`
    : `${atOtherHours(other)}, from ${name}: one of both was read in the wrong time zone. Choose the zone of this file, or undo that import first.`
}

function atOtherHours({ off }: OtherZone): string {
  const minutes = Math.abs(off) / MINUTE_MS
  const apart = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')} hours`
  return `most of these trades are in the journal ${apart} ${off > 0 ? 'later' : 'earlier'}`
}

/** A connection knows the times of its trades; a file that has them at other hours was read in the wrong zone. @throws AppError conflict */
async function refuseFileOfOtherZone(
  imports: ReturnType<typeof importRepository>,
  userId: string,
  rows: string,
  count: number,
): Promise<void> {
  // A single trade may equal another one by chance.
  const other = count < 2 ? undefined : await imports.inOtherZone(userId, rows, { zone: '', most: count })
  if (other === undefined) return
  const detail = `${capitalized(atOtherHours(other))}, from ${other.name}, which was read in the wrong time zone. Undo that import, and import its file again in its zone.`
  throw new AppError('conflict', { reason: 'import_not_ready', detail })
}

/** Pages are in order of time. */
async function borderCount(db: Db, userId: string, ends: Ends): Promise<number> {
  const [head, tail] = [ends.first, ends.last].map((page) => JSON.parse(page) as { readonly key: string; readonly at: number }[]) // import-job.ts
  const [first, last] = [head?.at(0)?.at ?? 0, tail?.at(-1)?.at ?? 0]
  const rows =
    ends.first === ends.last ? ends.first : JSON.stringify([...(head ?? []), ...(tail ?? [])].map(({ key, at }) => ({ key, at })))
  return importRepository(db).countAtBorder(userId, rows, { first, last })
}

async function nextEntries(
  thread: ImportThread,
  kind: 'keys' | 'entries',
): Promise<{ readonly rows: string; readonly count: number; readonly hasOrders: boolean } | undefined> {
  const { rows, count, hasOrders } = await thread.ask('entries', { kind })
  return rows === undefined ? undefined : { rows, count, hasOrders }
}

type Writing = { readonly userId: string; readonly id: string; readonly report: (progress: NonNullable<ImportProgress>) => void }

/** Stores entries, round trips and the state in one transaction. */
async function store(tx: Db, thread: ImportThread, writing: Writing & { readonly kept: ImportBody; readonly now: number }): Promise<void> {
  const { userId, id, kept, report, now } = writing
  const imports = importRepository(tx)
  await lockImports(tx, userId)
  await imports.showWriting(id)
  if ((await imports.find(userId, id))?.state !== 'ready') throw notReady('undone')
  if ((await imports.countDone(userId)) >= MOST_IMPORTS) throw tooMany()
  const earlier = await imports.countEntries(userId)
  if (earlier + kept.entries > MOST_ENTRIES) throw tooManyEntries()
  const total = kept.entries + kept.duplicates + (kept.in_doubt ?? 0)
  let [added, seen, in_doubt] = [0, 0, 0]
  const hadOrders = await imports.hasOrders(userId)
  const minutes = { isOfFile: kept.in_minutes === true, imports: await imports.inMinutes(userId) }
  // Rows of our own export are complete trips: they do not affect fills of other files.
  const isOwnExport = kept.format === OWN_EXPORT
  for await (const { rows, count, hasOrders } of ahead(() => nextEntries(thread, 'entries'))) {
    report({ phase: 'storing', done: seen, total })
    const others = earlier > 0 && (hadOrders || hasOrders) ? await imports.ofOtherKind(userId, rows, { importId: id, minutes }) : []
    in_doubt += leftOut(others).length
    added += await (isOwnExport
      ? imports.addExported(userId, id, rows)
      : imports.addEntries(userId, { importId: id, rows, isFirst: earlier === 0, left: others.map(({ key }) => key), minutes }))
    seen += count
  }
  const groups = await imports.groupsOf(id)
  if (isOwnExport) await imports.removeExportedDuplicates(userId, groups)
  const unopened = isOwnExport ? 0 : ((await buildTrips(tx, thread, writing, groups)).get(id) ?? 0)
  const duplicates = kept.repeated + seen - added - in_doubt
  const body: ImportBody = {
    ...kept,
    entries: added,
    duplicates,
    in_doubt,
    problem_count: kept.problem_count - (kept.in_doubt ?? 0) + in_doubt,
    unopened,
    trips: await imports.countTrips(id),
  }
  await imports.change(id, { state: 'done', body, content: null, doneAt: new Date(now) })
}

type Appending = ConnectionPage & { readonly userId: string; readonly now: number }

async function append(tx: Db, thread: ImportThread, { userId, importId, entries, problems, also, now }: Appending): Promise<void> {
  const imports = importRepository(tx)
  await lockImports(tx, userId)
  const found = await imports.find(userId, importId)
  if (found?.state !== 'done') throw notReady('undone')
  const earlier = await imports.countEntries(userId)
  if (earlier + entries.length > MOST_ENTRIES) throw tooManyEntries()
  const hadOrders = await imports.hasOrders(userId)
  const minutes = { isOfFile: false, imports: await imports.inMinutes(userId) }
  const left: ImportProblem[] = []
  const read = withMinuteOrdinals(entries)
  let added = 0
  for (let from = 0; from < read.length; from += APPENDED_AT_ONCE) {
    const page = read.slice(from, from + APPENDED_AT_ONCE).map((keyed, at) => entryRow(userId, keyed, from + at))
    const rows = JSON.stringify(page)
    if (earlier > 0) await refuseFileOfOtherZone(imports, userId, rows, page.length)
    const others = hadOrders ? await imports.ofOtherKind(userId, rows, { importId, minutes }) : []
    left.push(...leftOut(others))
    added += await imports.addEntries(userId, { importId, rows, isFirst: false, left: others.map(({ key }) => key), minutes })
  }
  const groups = new Map(entries.map(({ venue, entry: { symbol } }) => [`${venue}\n${symbol}`, { exchange: venue, symbol }]))
  if (added > 0) await buildTrips(tx, thread, { userId, id: importId, report: () => undefined }, [...groups.values()])
  const kept = storedBody(found)
  const body: ImportBody = {
    ...kept,
    rows: kept.rows + entries.length,
    entries: kept.entries + added,
    duplicates: kept.duplicates + entries.length - added - left.length,
    problems: [...kept.problems, ...[...problems, ...left.map(({ text }) => text)].map((text) => ({ row: 0, text }))].slice(0, MOST_LISTED),
    problem_count: kept.problem_count + problems.length + left.length,
    trips: await imports.countTrips(importId),
  }
  await imports.change(importId, { body, doneAt: new Date(now) })
  await also(tx)
}

const APPENDED_AT_ONCE = 500

const LEFT_OUT = {
  part: {
    order:
      'the journal has a part of this order from a file of its fills. Import the other fills, or undo that import first. It is left out.',
    fill: 'the journal has the order of this fill, but less of it, from a file of orders. Undo that import first. It is left out.',
  },
  unclear: {
    order: 'the journal has fills of this market and day, and no number shows whether they are of this order. It is left out.',
    fill: 'the journal has orders of this market and day, and no number shows whether this fill is of one. It is left out.',
  },
} as const

/** Trades that would perhaps count twice. */
const leftOut = (others: readonly OtherKind[]): ImportProblem[] =>
  others.flatMap(({ row, is_order, state }) => (state === 'known' ? [] : [{ row, text: LEFT_OUT[state][is_order ? 'order' : 'fill'] }]))

async function takeBack(tx: Db, thread: ImportThread, writing: Writing): Promise<void> {
  const imports = importRepository(tx)
  await lockImports(tx, writing.userId)
  const groups = await imports.groupsOf(writing.id)
  await imports.removeEntries(writing.id)
  await buildTrips(tx, thread, writing, groups)
  await imports.change(writing.id, { state: 'undone' })
  // What a connection skipped because this import had it is read again.
  await connectionRepository(tx).rewind(writing.userId)
  await imports.eraseUndoneBeyond(writing.userId, { kept: writing.id, most: MOST_UNDONE })
}

async function lockImports(tx: Db, userId: string): Promise<void> {
  if (!(await importRepository(tx).lock(userId))) throw anotherRuns()
}

/**
 * Rebuilds the round trips of these markets from all journal entries.
 * @returns closing fills without an opening one, per import
 */
async function buildTrips(
  tx: Db,
  thread: ImportThread,
  { userId, report }: Writing,
  changed: readonly EntryGroup[],
): Promise<ReadonlyMap<string, number>> {
  const imports = importRepository(tx)
  const groups = marketGroups(changed)
  await imports.removeTrips(userId, groups)
  await imports.openEntries(userId, groups)
  let folding: Promise<NewTrips> = Promise.resolve({ rows: '[]', count: 0 })
  let done = 0
  for (let isMore = true; isMore; ) {
    report({ phase: 'building', done, total: 0 })
    const { text, rows } = await imports.nextEntries()
    const trips = await folding
    isMore = rows > 0
    // Pipelined: the thread folds the next page while the database stores the current one.
    if (isMore) folding = quiet(thread.ask('trips', { kind: 'fold', page: text }))
    await addTrips(tx, userId, trips)
    done += rows
  }
  await imports.closeEntries()
  const { unopened = new Map<string, number>(), ...last } = await thread.ask('trips', { kind: 'end' })
  await addTrips(tx, userId, last)
  await imports.removeExportedDuplicates(userId, groups)
  return unopened
}

/** Markets under each of their names. */
function marketGroups(groups: readonly EntryGroup[]): readonly MarketGroup[] {
  const all = groups.flatMap((group) =>
    marketNames(group).map((symbol): MarketGroup => ({ exchange: group.exchange, symbol, market: marketName(group) })),
  )
  return [...new Map(all.map((group) => [`${group.exchange}\n${group.symbol}`, group])).values()]
}

type NewTrips = { readonly rows: string; readonly count: number }

async function addTrips(tx: Db, userId: string, { rows, count }: NewTrips): Promise<void> {
  if (count > 0) await importRepository(tx).addTrips(userId, rows)
}

const storedBody = ({ body }: ImportRow): ImportBody => body as ImportBody

function importAnswer(row: ImportRow): JournalImport {
  const {
    repeated: _repeated,
    state: _state,
    in_doubt: _doubt,
    other_zone: _zone,
    in_minutes: _minutes,
    choices = {},
    ...body
  } = storedBody(row)
  return {
    ...body,
    // Not stored by earlier versions.
    unopened: body.unopened ?? null,
    zone: body.zone ?? null,
    zone_from: body.zone_from ?? null,
    source: choices.source ?? null,
    contract_size: choices.contract_size ?? null,
    hedge: choices.hedge ?? null,
    id: row.id,
    state: row.isWriting ? 'importing' : row.state,
    name: row.name,
    created_at: row.createdAt.toISOString(),
    done_at: row.doneAt?.toISOString() ?? null,
  }
}

const listedAnswer = (row: ImportRow): JournalImport => ({
  ...importAnswer(row),
  sample: [],
  preview: [],
})

/** Yields the results of `next` until undefined, prefetching one at a time. Errors of `next` are thrown in order. */
export async function* ahead<T>(next: () => Promise<T | undefined>): AsyncGenerator<T> {
  for (let asked = quiet(next()); ; ) {
    const item = await asked
    if (item === undefined) return
    asked = quiet(next())
    yield item
  }
}

/** Prevents an unhandled rejection; the error reaches the code that awaits the promise later. */
function quiet<T>(asked: Promise<T>): Promise<T> {
  asked.catch(() => undefined)
  return asked
}

/** Limits for concurrent uploads of all users: number of files, and total bytes on disk. */
type UploadLimits = { readonly files: number; readonly bytes: number }
const LIMITS: UploadLimits = { files: 64, bytes: 512 * 1024 * 1024 }

/** Unlinked open file: the OS frees it on close or when the process exits. */
type UploadedFile = { readonly fd: number; readonly bytes: number }

/** Streams bodies to disk, so that memory holds only one chunk of each. */
export class Uploads {
  readonly #folder: string
  readonly #limits: UploadLimits
  #files = 0
  #bytes = 0

  /** @param folder created if missing */
  constructor(folder: string, limits: UploadLimits = LIMITS) {
    this.#folder = folder
    this.#limits = limits
  }

  /** @throws AppError payload_too_large; bad_input if the upload is aborted; unavailable if too many are active or the disk is full */
  async receive<T>(body: Readable, read: (file: UploadedFile) => Promise<T>): Promise<T> {
    if (this.#files >= this.#limits.files) throw tooMuch()
    this.#files += 1
    let bytes = 0
    const take = (count: number): void => {
      bytes += count
      this.#bytes += count
      if (bytes > MOST_IMPORT_BYTES) throw new AppError('payload_too_large')
      if (this.#bytes > this.#limits.bytes) throw tooMuch()
    }
    try {
      const file = await this.#create()
      try {
        // Without destroying the stream: that would close the connection before the error is sent.
        for await (const chunk of body.iterator({ destroyOnReturn: false })) {
          take(chunk.length)
          await file.appendFile(chunk)
        }
        return await read({ fd: file.fd, bytes })
      } finally {
        await file.close()
      }
    } catch (error) {
      throw problemOf(error)
    } finally {
      this.#files -= 1
      this.#bytes -= bytes
    }
  }

  async #create() {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const path = join(this.#folder, randomUUID())
    const file = await open(path, 'wx+', 0o600)
    await unlink(path)
    return file
  }
}

const tooMuch = (): AppError =>
  new AppError('unavailable', { detail: 'Many files are being imported. Try again in a moment.', retryAfterSeconds: 10 })

function problemOf(error: unknown): unknown {
  if (isDatabaseAway(error)) return error
  const code = errnoCode(error)
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE')
    return new AppError('bad_input', { detail: 'The file did not arrive whole.', cause: error })
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new AppError('unavailable', { detail: 'The server has no room for the file.', retryAfterSeconds: 60, cause: error })
  return error
}
