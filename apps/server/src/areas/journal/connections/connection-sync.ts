import { type Clock, DAY_MS, epochMs, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { type KeyedEntry, keyedEntries, venueName } from '@aerie/journal/import/import-file'
import { backoffMs } from '@aerie/runtime/backoff'
import { serialQueue } from '@aerie/runtime/serial-queue'
import { UpstreamError } from '@aerie/upstream/upstream-error'
import type { ConnectedExchange } from '@aerie/wire/journal/journal-connections'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../platform/db/client.ts'
import type { StoredCursor } from '../../../platform/db/schema/journal.ts'
import type { Duties } from '../../../platform/duties/duty.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SealedBox } from '../../../platform/secrets/sealed-box.ts'
import type { ImportService } from '../imports/import-service.ts'
import { type ConnectionRow, connectionRepository } from './connection-repository.ts'
import { EXCHANGE_NAMES, type MakeReader, openedKey } from './connection-service.ts'
import { type ExchangeReader, KeyRefusal } from './exchange-reader.ts'

/** New trades are read after this time. */
const EVERY_MS = 15 * MINUTE_MS
const RETRY = { baseMs: 5 * SECOND_MS, capMs: 30 * MINUTE_MS, leastShare: 0.5 }
/** Readings at once, of all users. */
const AT_ONCE = 4
/** Entries of one transaction: round trips are rebuilt in each. */
const MANY = 2_000
/** Pages without entries after which the place is stored. */
const MOST_UNSAVED = 10
/** New markets found while reading are read in the same run, this often. */
const ROUNDS = 3
/** Steps of the progress for each part. */
const STEPS = 100

type Deps = {
  readonly db: Database
  readonly duties: Duties
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly box: SealedBox
  readonly makeReader: MakeReader
  readonly imports: Pick<ImportService, 'append'>
}

/** The connection was removed, or must read everything again. */
class Outdated extends Error {}

/** Reads the due connections, in one process at a time. */
export function connectionSync({ db, duties, clock, logger, box, makeReader, imports }: Deps) {
  const connections = connectionRepository(db)
  const mine = duties.of('journal connections')
  const running = new Map<string, Promise<void>>()
  let term: number | undefined
  let over = new AbortController()

  async function read(row: ConnectionRow, signal: AbortSignal): Promise<void> {
    try {
      const credentials = row.sealed === null ? { key: '', secret: '', passphrase: '' } : openedKey(box, { id: row.id, sealed: row.sealed })
      if (credentials === undefined)
        throw new KeyRefusal('rejected', 'The key cannot be opened: the secret key of this server has changed. Connect again.')
      const exchange = row.exchange as ConnectedExchange // stored by connection-service.ts
      const reader = makeReader(exchange, { credentials: () => credentials, address: row.address ?? '', signal })
      const startedAt = clock.now()
      await reader.check()
      await connections.settle(row, { state: 'filling' })
      await readAll(row, reader, signal)
      const done = { state: 'up_to_date', error: null, failures: 0, syncedTo: startedAt, syncedAt: new Date(clock.now()) } as const
      await connections.settle(row, { ...done, dueAt: new Date(clock.now() + EVERY_MS) })
    } catch (error) {
      if (!signal.aborted && !(error instanceof Outdated)) await connections.settle(row, failureOf(row, error))
    }
  }

  async function readAll(row: ConnectionRow, reader: ExchangeReader, signal: AbortSignal): Promise<void> {
    const name = EXCHANGE_NAMES[row.exchange as ConnectedExchange]
    const source = row.source === '' ? undefined : row.source
    const venues = { contracts: venueName(name, { source }), spot: venueName(name, { source, isSpot: true }) }
    const cursors: Record<string, StoredCursor> = { ...row.cursors }
    const read = new Set<string>()
    for (let round = 1; round <= ROUNDS; round += 1) {
      const known = await connections.symbolsAt(row.userId, Object.values(venues))
      const symbolsOf = (venue: string): string[] => known.filter(({ origin }) => origin === venue).map(({ symbol }) => symbol)
      const history = await reader.history({ cursors, symbols: symbolsOf(venues.contracts), spotSymbols: symbolsOf(venues.spot) })
      await connections.settle(row, { covers: history.covers })
      const left = history.parts.filter((part) => !read.has(part))
      if (left.length === 0) return
      for (const part of left) {
        await readPart(part, history.parts.length)
        read.add(part)
      }
    }

    async function readPart(part: string, total: number): Promise<void> {
      let entries: KeyedEntry[] = []
      let problems: string[] = []
      let unsaved = 0
      for (let isDone = false; !isDone; ) {
        signal.throwIfAborted()
        const page = await reader.page(part, cursors[part])
        isDone = page.isDone
        cursors[part] = page.cursor
        entries = [...entries, ...keyedEntries(page.entries, { exchange: name, keys: page.keys, source })]
        problems = [...problems, ...page.problems]
        unsaved += 1
        if (!isDone && (entries.length === 0 ? unsaved < MOST_UNSAVED : entries.length < MANY)) continue
        unsaved = 0
        const progressDone = Math.round(STEPS * (read.size + (isDone ? 1 : page.share)))
        const advance = { part, cursor: page.cursor, progressDone, progressTotal: STEPS * total }
        await imports.append(row.userId, {
          importId: row.importId,
          entries,
          problems,
          also: async (tx) => {
            if (!(await connectionRepository(tx).advance(row, advance))) throw new Outdated()
          },
        })
        entries = []
        problems = []
      }
    }
  }

  function failureOf(row: ConnectionRow, error: unknown): Partial<ConnectionRow> {
    const failures = row.failures + 1
    const now = clock.now()
    const waitMs = backoffMs(failures, RETRY, Math.random)
    const retrying = (text: string, ms = waitMs) => ({ state: 'retrying', error: text, failures, dueAt: new Date(now + ms) }) as const
    if (error instanceof KeyRefusal) return { state: 'key_rejected', error: error.message, sealed: null }
    const name = EXCHANGE_NAMES[row.exchange as ConnectedExchange]
    if (error instanceof UpstreamError) {
      const dueAt = new Date(now + Math.max(error.retryAfterMs ?? 0, waitMs))
      const isLimit = error.kind === 'rate-limited' || error.kind === 'banned'
      return { state: isLimit ? 'rate_limited' : 'retrying', error: `${name} ${error.message}.`, failures, dueAt }
    }
    // Another import of the user holds the journal.
    if (error instanceof AppError && (error.reason === 'import_running' || error.code === 'unavailable'))
      return { dueAt: new Date(now + 5 * SECOND_MS) }
    if (error instanceof AppError) return retrying(error.detail, DAY_MS)
    logger.error({ err: error, connection: row.id }, 'a connection of a journal could not be read')
    return retrying('Reading failed on this server. It is tried again.')
  }

  async function startDue(): Promise<void> {
    const room = AT_ONCE - running.size
    if (room <= 0 || over.signal.aborted) return
    const due = await connections.due(new Date(epochMs(clock.now())), { except: [...running.keys()], limit: room })
    for (const row of due) {
      const work = read(row, over.signal)
        .catch((error: unknown) => logger.error({ err: error, connection: row.id }, 'the state of a connection could not be stored'))
        .finally(() => void running.delete(row.id))
      running.set(row.id, work)
    }
  }

  async function tendOnce(): Promise<void> {
    if (term !== undefined && !(await mine.renew(term))) {
      term = undefined
      over.abort()
      over = new AbortController()
    }
    term ??= await mine.take()
    if (term !== undefined) await startDue()
  }

  const turns = serialQueue()
  return {
    /** Takes or renews the lease, and starts what is due. */
    tend: (): Promise<void> => turns.run(tendOnce),
    /** Waits for the readings that run. */
    idle: async (): Promise<void> => {
      while (running.size > 0) await Promise.all(running.values())
    },
    stop: async (): Promise<void> => {
      over.abort()
      await Promise.all(running.values())
      if (term !== undefined) await mine.release(term)
      term = undefined
    },
  }
}
