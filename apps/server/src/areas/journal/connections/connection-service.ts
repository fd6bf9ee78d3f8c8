import { randomUUID } from 'node:crypto'
import type { Clock } from '@aerie/core/time'
import { keyedTokenBuckets } from '@aerie/runtime/token-bucket'
import { UpstreamError } from '@aerie/upstream/upstream-error'
import {
  type ConnectedExchange,
  type ConnectionBody,
  type JournalConnection,
  MOST_CONNECTIONS,
} from '@aerie/wire/journal/journal-connections'
import type { Database } from '../../../platform/db/client.ts'
import { lockingUser } from '../../../platform/db/locking-user.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SealedBox } from '../../../platform/secrets/sealed-box.ts'
import { insertConnectionImport } from '../imports/import-service.ts'
import { type ConnectionRow, type CountedConnection, connectionRepository } from './connection-repository.ts'
import { type Credentials, type ExchangeReader, KeyRefusal } from './exchange-reader.ts'

export const CONNECTIONS_PURPOSE = 'journal connections'
/** Owner that a sealed key is bound to. */
export const connectionOwner = (id: string): string => `journal connection ${id}`

/** Names as in the imports of files. */
export const EXCHANGE_NAMES: Readonly<Record<ConnectedExchange, string>> = {
  binance: 'Binance',
  bybit: 'Bybit',
  okx: 'OKX',
  kraken: 'Kraken',
  hyperliquid: 'Hyperliquid',
}
const NEEDED: Readonly<Record<ConnectedExchange, readonly ('key' | 'secret' | 'passphrase' | 'address')[]>> = {
  binance: ['key', 'secret'],
  bybit: ['key', 'secret'],
  okx: ['key', 'secret', 'passphrase'],
  kraken: ['key', 'secret'],
  hyperliquid: ['address'],
}
const FIELD_NAMES = { key: 'API key', secret: 'secret', passphrase: 'passphrase', address: 'address' } as const

/** Checks of a user: exchanges count them all against this server. */
const CHECKS_OF_USER = { burst: 10, perSecond: 1 / 30 }
const SYNCS_OF_USER = { burst: 20, perSecond: 1 / 10 }
const KEY_ENDS = 4

export type MakeReader = (
  exchange: ConnectedExchange,
  access: { readonly credentials: () => Credentials; readonly address: string; readonly signal: AbortSignal },
) => ExchangeReader

type Deps = {
  readonly db: Database
  readonly clock: Clock
  readonly box: SealedBox
  readonly makeReader: MakeReader
  /** Starts due readings. */
  readonly wake: () => void
}

export function connectionService({ db, clock, box, makeReader, wake }: Deps) {
  const connections = connectionRepository(db)
  const checks = keyedTokenBuckets({ clock, ...CHECKS_OF_USER })
  const syncs = keyedTokenBuckets({ clock, ...SYNCS_OF_USER })

  async function mine(userId: string, id: string): Promise<CountedConnection> {
    const found = await connections.find(userId, id)
    if (found === undefined) throw new AppError('not_found', { detail: 'This connection does not exist.' })
    return found
  }

  /** The user's connection that a new one would repeat or replace. @throws AppError conflict */
  async function existing(userId: string, body: ConnectionBody): Promise<ConnectionRow | undefined> {
    const ofExchange = (await connections.list(userId))
      .map(({ connection }) => connection)
      .filter(({ exchange }) => exchange === body.exchange)
    const named = ofExchange.find(({ source }) => source === (body.source ?? ''))
    const same = ofExchange.find((row) => isSameAccess(row, body))
    if (same !== undefined && same !== named)
      throw exists(
        `This key is already connected${same.source === '' ? '' : ` as ${same.source}`}. Two connections of one account would double its trades.`,
      )
    if (named === undefined || named === same || named.state === 'key_rejected') return named
    throw exists(
      `You already have a connection to ${EXCHANGE_NAMES[body.exchange]}${named.source === '' ? '' : ` named ${named.source}`}. Give this account another name, the one that you use for its files.`,
    )
  }

  function isSameAccess({ id, sealed, address }: ConnectionRow, body: ConnectionBody): boolean {
    if (address !== null) return address.toLowerCase() === body.address?.toLowerCase()
    return sealed !== null && openedKey(box, { id, sealed })?.key === body.key
  }

  return {
    list: async (userId: string): Promise<JournalConnection[]> => (await connections.list(userId)).map(connectionAnswer),
    get: async (userId: string, id: string): Promise<JournalConnection> => connectionAnswer(await mine(userId, id)),
    create: async (userId: string, body: ConnectionBody): Promise<{ readonly connection: JournalConnection; readonly isNew: boolean }> => {
      refuseMissing(body)
      const before = await existing(userId, body)
      if (before !== undefined && before.state !== 'key_rejected')
        return { connection: connectionAnswer(await mine(userId, before.id)), isNew: false }
      if (!checks.take(userId, 1))
        throw new AppError('rate_limited', { detail: 'Too many keys were checked. Try again in a minute.', retryAfterSeconds: 60 })
      const { exchange, key = '', secret = '', passphrase = '', address = '' } = body
      const credentials: Credentials = { key, secret, passphrase }
      await checkAccess(exchange, (signal) => makeReader(exchange, { credentials: () => credentials, address, signal }))
      const id = before?.id ?? randomUUID()
      const now = clock.now()
      const access = {
        sealed: key === '' ? null : box.seal(JSON.stringify(credentials), connectionOwner(id)),
        keyEnds: key === '' ? null : key.slice(-KEY_ENDS),
        address: address === '' ? null : address.toLowerCase(),
        state: 'checking' as const,
        error: null,
        failures: 0,
        dueAt: new Date(now),
      }
      const stored = await lockingUser(db, userId, async (tx) => {
        const repository = connectionRepository(tx)
        if (before !== undefined) {
          await repository.change(id, access)
          return id
        }
        const all = await repository.list(userId)
        // Another request may have connected the account meanwhile, such as the same one sent twice.
        const twin = all.find(({ connection }) => connection.exchange === exchange && connection.source === (body.source ?? ''))?.connection
        if (twin !== undefined && isSameAccess(twin, body)) return twin.id
        if (twin !== undefined) throw exists(`You already have a connection to ${EXCHANGE_NAMES[exchange]}.`)
        if (all.length >= MOST_CONNECTIONS)
          throw new AppError('rule_broken', {
            reason: 'too_many_connections',
            detail: `You have ${MOST_CONNECTIONS} connections. Remove one first.`,
          })
        const importId = randomUUID()
        const name = `${EXCHANGE_NAMES[exchange]} connection`
        await insertConnectionImport(tx, { id: importId, userId, name, exchange: EXCHANGE_NAMES[exchange], source: body.source, now })
        const row = {
          id,
          userId,
          exchange,
          source: body.source ?? '',
          importId,
          ...access,
          cursors: {},
          covers: [],
          createdAt: new Date(now),
        }
        await repository.insert(row)
        return id
      })
      wake()
      return { connection: connectionAnswer(await mine(userId, stored)), isNew: before === undefined && stored === id }
    },
    sync: async (userId: string, id: string): Promise<JournalConnection> => {
      const { connection } = await mine(userId, id)
      if (connection.state === 'key_rejected')
        throw new AppError('rule_broken', {
          reason: 'connection_key_rejected',
          detail: connection.error ?? 'Connect again with another key.',
        })
      if (!syncs.take(userId, 1))
        throw new AppError('rate_limited', { detail: 'You asked for this often. Try again in a moment.', retryAfterSeconds: 10 })
      // While the exchange limits requests, only waiting helps.
      if (connection.state === 'up_to_date' || connection.state === 'retrying')
        await connections.change(id, { dueAt: new Date(clock.now()), state: 'checking' })
      wake()
      return connectionAnswer(await mine(userId, id))
    },
    remove: async (userId: string, id: string): Promise<void> => {
      if (!(await connections.remove(userId, id))) throw new AppError('not_found', { detail: 'This connection does not exist.' })
    },
  }
}

export type ConnectionService = ReturnType<typeof connectionService>

const CHECK_MS = 30_000

/** @returns undefined if SECRET_KEY has changed since it was sealed */
export function openedKey(box: SealedBox, { id, sealed }: { readonly id: string; readonly sealed: Buffer }): Credentials | undefined {
  try {
    return JSON.parse(box.open(sealed, connectionOwner(id))) as Credentials // sealed by `create`
  } catch {
    return undefined
  }
}

/** @throws AppError */
async function checkAccess(exchange: ConnectedExchange, readerFor: (signal: AbortSignal) => ExchangeReader): Promise<void> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(new UpstreamError('timeout', 'could not be asked in time')), CHECK_MS)
  try {
    await readerFor(abort.signal).check()
  } catch (error) {
    if (error instanceof KeyRefusal)
      throw new AppError('rule_broken', {
        reason: error.kind === 'may_trade' ? 'connection_key_may_trade' : 'connection_key_rejected',
        detail: `${error.message} Nothing was saved.`,
      })
    if (!(error instanceof UpstreamError)) throw error
    throw new AppError('unavailable', {
      reason: 'connection_unavailable',
      detail: `${EXCHANGE_NAMES[exchange]} ${error.message}. Nothing was saved.`,
      retryAfterSeconds: Math.ceil((error.retryAfterMs ?? 10_000) / 1_000),
      cause: error,
    })
  } finally {
    clearTimeout(timer)
  }
}

/** @throws AppError bad_input */
function refuseMissing(body: ConnectionBody): void {
  const needed = NEEDED[body.exchange]
  const fields = Object.keys(FIELD_NAMES) as (keyof typeof FIELD_NAMES)[]
  const name = EXCHANGE_NAMES[body.exchange]
  const errors = fields.flatMap((field) => {
    if (needed.includes(field) === (body[field] !== undefined)) return []
    return [[field, `${name} ${needed.includes(field) ? 'needs the' : 'has no'} ${FIELD_NAMES[field]}.`] as const]
  })
  if (errors.length > 0) throw new AppError('bad_input', { errors: Object.fromEntries(errors.map(([field, error]) => [field, [error]])) })
}

const exists = (detail: string): AppError => new AppError('conflict', { reason: 'connection_exists', detail })

const instantOf = (at: Date | null): string | null => at?.toISOString() ?? null

function connectionAnswer({ connection, entries, trips }: CountedConnection): JournalConnection {
  const { id, source, state, keyEnds, address, error, covers, importId } = connection
  const waits = state === 'rate_limited' || state === 'retrying'
  return {
    id,
    exchange: connection.exchange as ConnectedExchange, // stored by `create`
    source: source === '' ? null : source,
    state,
    key_ends: keyEnds,
    address,
    synced_to: connection.syncedTo === null ? null : new Date(connection.syncedTo).toISOString(),
    synced_at: instantOf(connection.syncedAt),
    retry_at: waits ? instantOf(connection.dueAt) : null,
    error,
    progress: { done: connection.progressDone, total: connection.progressTotal },
    covers: [...covers],
    entries,
    trips,
    import_id: importId,
    created_at: connection.createdAt.toISOString(),
  }
}
