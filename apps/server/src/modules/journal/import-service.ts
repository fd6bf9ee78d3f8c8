import { randomUUID } from 'node:crypto'
import type { Clock } from '@aerie/core/time'
import { DAY_MS } from '@aerie/core/time'
import type { ImportMapping, ImportProgress, JournalImport } from '@aerie/wire/journal-imports'
import type { Database, Db } from '../../db/client.ts'
import { AppError } from '../../plugins/app-error.ts'
import type { FileSummary, ImportChoicesText } from './import-job.ts'
import { type EntryGroup, type ImportRow, importRepository } from './import-repository.ts'
import { ImportThread } from './import-thread.ts'

/** What is kept of an import beside its columns. */
type ImportBody = FileSummary & { readonly duplicates: number; readonly mapping: ImportMapping | null; readonly trips: number | null }

type Deps = { readonly db: Database; readonly clock: Clock; readonly makeThread?: (userId: string) => ImportThread }

/** Files that are read or written at one time, of all users. */
const MOST_AT_ONCE = 2
const MOST_LISTED = 100
const MOST_IMPORTS = 500
/** Entries of one user. */
const MOST_ENTRIES = 2_000_000
/** What is not confirmed is dropped. */
const PENDING_MS = DAY_MS

/** What a user says of a file. */
export type Choices = { readonly dateOrder?: JournalImport['date_order'] | undefined; readonly mapping?: ImportMapping | null | undefined }

/** Imports of files: read, looked at, confirmed as one batch, taken back as one batch. */
export const importService = ({ db, clock, makeThread = (userId) => new ImportThread(userId) }: Deps) => {
  const imports = importRepository(db)
  const running = new Map<string, NonNullable<ImportProgress>>()
  /** Imports that are being written. */
  const writing = new Set<string>()

  /** One at a time of each user, and few of all: each has a thread and a file in memory. */
  const alone = async <T>(userId: string, work: (thread: ImportThread) => Promise<T>): Promise<T> => {
    refuseBusy(running, userId)
    running.set(userId, { phase: 'reading', done: 0, total: 0 })
    const thread = makeThread(userId)
    try {
      return await work(thread)
    } finally {
      running.delete(userId)
      await thread.end()
    }
  }
  const tell = (userId: string, progress: NonNullable<ImportProgress>): void => void running.set(userId, progress)
  const mine = async (userId: string, id: string): Promise<ImportRow> => {
    const found = await imports.find(userId, id)
    if (found === undefined) throw new AppError('not_found', { detail: 'You have no such import.' })
    return found
  }
  const answerOf = async (userId: string, id: string): Promise<JournalImport> => importAnswer(await mine(userId, id), writing)

  return {
    /** Before a body is read. @throws AppError conflict, unavailable */
    refuseBusy: (userId: string): void => refuseBusy(running, userId),
    progress: (userId: string): ImportProgress => running.get(userId) ?? null,
    list: async (userId: string): Promise<JournalImport[]> =>
      (await imports.list(userId, MOST_LISTED)).map((row) => listedAnswer(row, writing)),
    get: answerOf,
    create: (userId: string, file: Uint8Array, { name, dateOrder }: Choices & { readonly name: string }) =>
      alone(userId, async (thread) => {
        await imports.dropStale(new Date(clock.now() - PENDING_MS))
        if ((await imports.list(userId, MOST_IMPORTS)).length >= MOST_IMPORTS) throw tooMany()
        const read = await readFile(thread, { file, isCompressed: false, dateOrder: dateOrder ?? null, mapping: null })
        const body = await bodyOf(db, thread, { userId, summary: read.summary, mapping: null })
        const id = randomUUID()
        await imports.dropPending(userId)
        await imports.insert({ id, userId, state: body.state, name, body, content: Buffer.from(read.compressed) })
        return answerOf(userId, id)
      }),
    choose: (userId: string, id: string, choices: Choices) =>
      alone(userId, async (thread) => {
        const before = await mine(userId, id)
        const kept = storedBody(before)
        const mapping = choices.mapping === undefined ? kept.mapping : choices.mapping
        const dateOrder = choices.dateOrder === undefined ? null : choices.dateOrder
        const read = await readFile(thread, { file: await contentOf(db, before), isCompressed: true, dateOrder, mapping })
        const body = await bodyOf(db, thread, { userId, summary: read.summary, mapping })
        await imports.change(id, { state: body.state, body })
        return answerOf(userId, id)
      }),
    confirm: (userId: string, id: string) =>
      alone(userId, async (thread) => {
        const before = await mine(userId, id)
        if (before.state === 'done') return importAnswer(before, writing)
        if (before.state !== 'ready') throw notReady(before.state)
        const kept = storedBody(before)
        const file = await contentOf(db, before)
        await readFile(thread, { file, isCompressed: true, dateOrder: kept.date_order, mapping: kept.mapping })
        writing.add(id)
        const told = { userId, id, tell: (progress: NonNullable<ImportProgress>) => tell(userId, progress) }
        await db.transaction((tx) => store(tx, thread, { ...told, kept, now: clock.now() })).finally(() => writing.delete(id))
        return answerOf(userId, id)
      }),
    undo: (userId: string, id: string) =>
      alone(userId, async (thread) => {
        const before = await mine(userId, id)
        if (before.state !== 'done') {
          if (before.state !== 'undone') await imports.remove(id)
          return { ...importAnswer(before, writing), state: 'undone' as const }
        }
        await db.transaction((tx) => takeBack(tx, thread, { userId, id, tell: (progress) => tell(userId, progress) }))
        return answerOf(userId, id)
      }),
  }
}

export type ImportService = ReturnType<typeof importService>

function refuseBusy(running: ReadonlyMap<string, unknown>, userId: string): void {
  if (running.has(userId))
    throw new AppError('conflict', { word: 'import_running', detail: 'Another import of yours is running. Wait until it is done.' })
  if (running.size >= MOST_AT_ONCE)
    throw new AppError('unavailable', { detail: 'Other imports are running. Try again in a moment.', retryAfterSeconds: 5 })
}

const tooMany = (): AppError =>
  new AppError('rule_broken', { word: 'too_many_imports', detail: `You have ${MOST_IMPORTS} imports. Undo some that you do not need.` })
const notReady = (state: ImportRow['state']): AppError =>
  new AppError('conflict', {
    word: 'import_not_ready',
    detail: state === 'undone' ? 'This import was undone. Import the file again.' : 'Say first what the preview asks for.',
  })

type Reading = ImportChoicesText & { readonly file: Uint8Array; readonly isCompressed: boolean }

const readFile = (thread: ImportThread, { file, isCompressed, ...choices }: Reading) =>
  thread.ask('read', { kind: 'read', file, isCompressed, choices: JSON.stringify(choices) })

async function contentOf(db: Db, { id }: ImportRow): Promise<Uint8Array> {
  const content = await importRepository(db).content(id)
  if (content == null) throw new AppError('conflict', { word: 'import_not_ready', detail: 'This import was confirmed or undone already.' })
  return content
}

type Read = { readonly userId: string; readonly summary: FileSummary; readonly mapping: ImportMapping | null }

/** What a file would add: its entries less those that the journal has. */
async function bodyOf(db: Db, thread: ImportThread, { userId, summary, mapping }: Read): Promise<ImportBody> {
  let known = 0
  for (;;) {
    const { rows } = await thread.ask('entries', { kind: 'entries' })
    if (rows === undefined) break
    known += await importRepository(db).countKnown(userId, rows)
  }
  return { ...summary, entries: summary.entries - known, duplicates: summary.repeated + known, mapping, trips: null }
}

type Writing = { readonly userId: string; readonly id: string; readonly tell: (progress: NonNullable<ImportProgress>) => void }

/** All of it or nothing: entries, round trips, and that it is done, in one transaction. */
async function store(tx: Db, thread: ImportThread, writing: Writing & { readonly kept: ImportBody; readonly now: number }): Promise<void> {
  const { userId, id, kept, tell, now } = writing
  const imports = importRepository(tx)
  await lockImports(tx, userId)
  if ((await imports.find(userId, id))?.state !== 'ready') throw notReady('undone')
  if ((await imports.countEntries(userId)) + kept.entries > MOST_ENTRIES)
    throw new AppError('rule_broken', { word: 'too_many_entries', detail: `A journal has at most ${MOST_ENTRIES} entries.` })
  const total = kept.entries + kept.duplicates
  let [added, seen] = [0, 0]
  for (;;) {
    tell({ phase: 'storing', done: seen, total })
    const { rows, count } = await thread.ask('entries', { kind: 'entries' })
    if (rows === undefined) break
    added += await imports.addEntries(userId, id, rows)
    seen += count
  }
  await buildTrips(tx, thread, writing, await imports.groupsOf(id))
  const body: ImportBody = { ...kept, entries: added, duplicates: kept.repeated + seen - added, trips: await imports.countTrips(id) }
  await imports.change(id, { state: 'done', body, content: null, doneAt: new Date(now) })
}

async function takeBack(tx: Db, thread: ImportThread, writing: Writing): Promise<void> {
  const imports = importRepository(tx)
  await lockImports(tx, writing.userId)
  const groups = await imports.groupsOf(writing.id)
  await imports.removeEntries(writing.id)
  await buildTrips(tx, thread, writing, groups)
  await imports.change(writing.id, { state: 'undone' })
}

async function lockImports(tx: Db, userId: string): Promise<void> {
  if (!(await importRepository(tx).lock(userId)))
    throw new AppError('conflict', { word: 'import_running', detail: 'Another import of yours is running. Wait until it is done.' })
}

/** Makes the round trips of these markets anew from all entries that the journal has of them. */
async function buildTrips(tx: Db, thread: ImportThread, { userId, tell }: Writing, groups: readonly EntryGroup[]): Promise<void> {
  const imports = importRepository(tx)
  await imports.removeTrips(userId, groups)
  await imports.openEntries(userId, groups)
  for (let done = 0; ; ) {
    tell({ phase: 'building', done, total: 0 })
    const page = await imports.nextEntries()
    if (page.rows === 0) break
    await addTrips(tx, userId, await thread.ask('trips', { kind: 'fold', page: page.text }))
    done += page.rows
  }
  await imports.closeEntries()
  await addTrips(tx, userId, await thread.ask('trips', { kind: 'end' }))
}

async function addTrips(tx: Db, userId: string, { rows, count }: { readonly rows: string; readonly count: number }): Promise<void> {
  if (count > 0) await importRepository(tx).addTrips(userId, rows)
}

const storedBody = ({ body }: ImportRow): ImportBody => body as ImportBody // written by this file alone

/** An import as the wire has it. */
function importAnswer(row: ImportRow, writing: ReadonlySet<string>): JournalImport {
  const { repeated: _repeated, state: _state, ...body } = storedBody(row)
  return {
    ...body,
    id: row.id,
    state: writing.has(row.id) ? 'importing' : row.state,
    name: row.name,
    created_at: row.createdAt.toISOString(),
    done_at: row.doneAt?.toISOString() ?? null,
  }
}

const listedAnswer = (row: ImportRow, writing: ReadonlySet<string>): JournalImport => ({
  ...importAnswer(row, writing),
  sample: [],
  preview: [],
})
