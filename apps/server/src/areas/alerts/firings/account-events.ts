import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '@aerie/core/time'
import { backoff } from '@aerie/runtime/backoff'
import type { AccountEventKind, FiringTerms } from '@aerie/wire/alerts/alert-rows'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Db } from '../../../platform/db/client.ts'
import type { StoredFiring } from '../alert-rows.ts'
import { SOURCE_NOTE } from '../alert-text.ts'
import type { Enqueue } from './firing-store.ts'

/** Something that happened to a user's account, whatever alerts there are; `key` identifies it per user. */
export type AccountEvent = {
  readonly key: string
  readonly kind: AccountEventKind
  readonly symbol?: string | undefined
  readonly trip?: string | undefined
  readonly title: string
  /** Without a final period. */
  readonly text: string
  /** Epoch ms: market clock, else the server's. */
  readonly at: number
  readonly source?: { readonly id: string; readonly kind: 'live' | 'sim' | 'replay' } | undefined
}

type Deps = {
  readonly db: Database
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly enqueue: Enqueue
  readonly onFired: (firings: readonly StoredFiring[]) => Promise<void>
}

type Waiting = { readonly userId: string; readonly event: AccountEvent; readonly onKept: (() => void) | undefined }

/** More are dropped with an error in the log: the database has been gone for long. */
const MOST_WAITING = 10_000
const MOST_AT_ONCE = 200
const RETRY = { baseMs: 200, capMs: 5_000 }

/** Entries of the bell that need no alert. Stored with their deliveries, once per key; retried until stored. */
export function accountEvents({ db, clock, logger, enqueue, onFired }: Deps) {
  let waiting: Waiting[] = []
  let running: Promise<void> | undefined
  const over = new AbortController()

  async function storeAll(): Promise<void> {
    const retry = backoff(RETRY)
    while (waiting.length > 0) {
      const taken = waiting.slice(0, MOST_AT_ONCE)
      try {
        const stored = await db.transaction((tx) => insert(tx, { events: taken, enqueue, now: clock.now() }))
        waiting = waiting.slice(taken.length)
        retry.reset()
        for (const { onKept } of taken) onKept?.()
        await onFired(stored)
      } catch (error) {
        logger.error({ err: error, waiting: waiting.length }, 'events of accounts could not be stored; trying again')
        if (over.signal.aborted) return
        await sleep(retry.nextMs(), undefined, { signal: over.signal, ref: false }).catch(() => undefined)
      }
    }
  }

  const start = (): void => {
    running ??= storeAll().finally(() => {
      running = undefined
      // Recorded between the last look and here.
      if (waiting.length > 0 && !over.signal.aborted) start()
    })
  }

  return {
    /** `onKept`: called once the event is stored. */
    record: (userId: string, event: AccountEvent, onKept?: () => void): void => {
      if (waiting.length >= MOST_WAITING) {
        logger.error({ userId, kind: event.kind, key: event.key }, 'an event of an account was dropped: too many wait for the database')
        return
      }
      waiting.push({ userId, event, onKept })
      start()
    },
    idle: async (): Promise<void> => {
      while (running !== undefined) await running
    },
    /** Stores what waits, with one try. */
    close: async (): Promise<void> => {
      over.abort()
      await running
    },
  }
}

/** The channels the user has set up; the app always, mail never: its digests may wait for a day. */
const CHANNELS = sql`jsonb_build_array('app')
  || case when exists (select from telegram_chats t where t.user_id = u.id and t.problem is null) then '["telegram"]'::jsonb else '[]'::jsonb end
  || case when exists (select from push_devices p where p.user_id = u.id) then '["push"]'::jsonb else '[]'::jsonb end
  || case when exists (select from webhooks w where w.user_id = u.id and w.is_enabled) then '["webhook"]'::jsonb else '[]'::jsonb end`

type Given = { readonly events: readonly Waiting[]; readonly enqueue: Enqueue; readonly now: number }
type Inserted = { readonly id: string; readonly seq: string; readonly terms: FiringTerms }

/** Uses the user's id as the alert id, so the key is unique per user. */
async function insert(tx: Db, { events, enqueue, now }: Given): Promise<StoredFiring[]> {
  const rows = events.map(({ userId, event }) => {
    const { key, kind, symbol, trip, title, text, at, source } = event
    const told = `${text}${source === undefined ? '' : SOURCE_NOTE[source.kind]}.`
    const terms = { kind, symbol, trip, repeat: 'every' as const }
    return { id: randomUUID(), user: userId, key, title, text: told, at, terms, source: source?.id ?? null, kind: source?.kind ?? null }
  })
  const inserted = (
    await tx.execute<Inserted>(sql`
      insert into alert_firings (id, user_id, alert_id, event_key, terms, title, text, at, seen_at, is_late, source_id, source_kind)
      select g.id, u.id, u.id, g.key, g.terms || jsonb_build_object('channels', ${CHANNELS}), g.title, g.text, g.at,
        to_timestamp(${now} / 1000.0), false, g.source, g.kind
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        g(id uuid, "user" uuid, key text, title text, text text, at bigint, terms jsonb, source text, kind text)
      join users u on u.id = g."user"
      order by g.at
      on conflict (alert_id, event_key) do nothing
      returning id, seq, terms`)
  ).rows
  if (inserted.length === 0) return []
  await enqueue(
    tx,
    inserted.map(({ id }) => id),
  )
  const given = new Map<string, (typeof rows)[number]>(rows.map((row) => [row.id, row]))
  const stored = inserted.flatMap(({ id, seq, terms }): StoredFiring[] => {
    const row = given.get(id)
    if (row === undefined) return []
    const { user, key, title, text, at, source, kind } = row
    const seen = { seenAt: new Date(now), isLate: false, value: null, threshold: null, readAt: null }
    const firing = { id, seq: Number(seq), userId: user, alertId: user, eventKey: key, terms }
    return [{ ...firing, title, text, at, sourceId: source, sourceKind: kind, ...seen }]
  })
  return stored.toSorted((a, b) => a.seq - b.seq)
}
