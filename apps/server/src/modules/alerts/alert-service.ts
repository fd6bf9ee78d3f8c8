import type { Phase } from '@aerie/alerts/condition'
import { type Clock, DAY_MS } from '@aerie/core/time'
import { keyedTokenBuckets } from '@aerie/runtime/token-bucket'
import type { AlertNotice } from '@aerie/wire/alert-notices'
import type { AlertPatch, AlertRow, AlertSummary, AlertTerms } from '@aerie/wire/alert-rows'
import type { Notify } from '@aerie/wire/notices'
import { commandHash } from '../../command-hash.ts'
import type { Db } from '../../db/client.ts'
import { lockingUser } from '../../db/locking-user.ts'
import { AppError } from '../../plugins/app-error.ts'
import { type AlertCaller, changeIn, demandRoom, newRow, notThere, summaryOf } from './alert-changes.ts'
import { sortImport } from './alert-import.ts'
import { type AlertsPage, alertRepository } from './alert-repository.ts'
import { alertAnswer, type StoredAlert } from './alert-rows.ts'
import { parseBody, termsOf, type Watchable } from './alert-terms.ts'

/** A side that was seen in a market, at its time. */
export type PresentPhase = Pick<StoredAlert, 'phase' | 'sourceId' | 'judgedAt'>

/** Whoever judges alerts, told of each change once it is stored. */
export type AlertListener = {
  readonly changed: (rows: readonly StoredAlert[]) => void
  readonly removed: (id: string) => void
  /** All of a user's rest, or are watched again. */
  readonly paused: (userId: string, isPaused: boolean, rows: readonly StoredAlert[]) => void
  /** Where a new alert would stand at the present price; undefined where that is not known here, or is not a matter of prices. */
  readonly present: (terms: AlertTerms) => PresentPhase | undefined
  /** Where an alert stands at this moment; undefined where nobody here watches it. */
  readonly phaseOf: (id: string) => Phase | undefined
}

type Deps = {
  readonly db: Db
  readonly clock: Clock
  readonly notify: Notify
  readonly watchable: Watchable
  readonly listener: AlertListener
}
type Asked = { readonly body: unknown; readonly key?: string | undefined }
/** Changes of a user: so many at once, and so many a day. In memory: a restart forgives. */
const CHANGES = { burst: 2_000, perSecond: 20_000 / (DAY_MS / 1000) }

export type AlertService = ReturnType<typeof alertService>

/** What users do with their alerts. Limits hold however many ask at once: under the lock of the user's row. */
export const alertService = (deps: Deps) => {
  const { db, clock, watchable, listener } = deps
  const changes = keyedTokenBuckets({ clock, ...CHANGES })
  const answer = (row: StoredAlert): AlertRow => alertAnswer(row, listener.phaseOf(row.id))
  const tell = teller(deps)
  const take = (userId: string, count: number): void => {
    if (!changes.take(userId, count))
      throw new AppError('rate_limited', { detail: 'That is more changes than a day has.', retryAfterSeconds: 60 })
  }
  const insertAll = async (
    caller: AlertCaller,
    terms: readonly AlertTerms[],
    request?: Pick<StoredAlert, 'requestKey' | 'requestHash'>,
  ) => {
    const userId = caller.user.user_id
    const rows = terms.map((each) => ({ ...newRow(userId, each, new Date(clock.now())), ...listener.present(each) }))
    return lockingUser(db, userId, async (tx) => {
      await demandRoom(alertRepository(tx), caller, rows.length)
      return rows.length === 0 ? [] : alertRepository(tx).insert(rows.map((row) => ({ ...row, ...request })))
    })
  }
  return {
    /** @throws AppError in words; conflict where the key was used for something else */
    create: async (caller: AlertCaller, { body, key }: Asked): Promise<{ alert: AlertRow; isRepeated: boolean }> => {
      const userId = caller.user.user_id
      const requestHash = commandHash('alert', body)
      const known = key === undefined ? undefined : await alertRepository(db).findByKey(userId, key)
      if (known !== undefined) return { alert: answer(sameRequest(known, requestHash)), isRepeated: true }
      take(userId, 1)
      const terms = termsOf(parseBody(body), clock.now(), watchable)
      const request = key === undefined ? undefined : { requestKey: key, requestHash }
      const rows = await insertAll(caller, [terms], request).catch(async (error: unknown) => {
        // Two of one key at once: the second finds what the first has made.
        const made = key === undefined ? undefined : await alertRepository(db).findByKey(userId, key)
        if (made === undefined) throw error
        return sameRequest(made, requestHash)
      })
      if (!Array.isArray(rows)) return { alert: answer(rows), isRepeated: true }
      const [row] = await announce(deps, tell, userId, rows)
      return { alert: answer(row), isRepeated: false }
    },
    find: async (userId: string, id: string): Promise<AlertRow> => {
      const row = await alertRepository(db).find(userId, id)
      if (row === undefined) throw notThere()
      return answer(row)
    },
    page: async (userId: string, { before, limit, state, symbol }: Omit<AlertsPage, 'userId'>): Promise<readonly StoredAlert[]> =>
      alertRepository(db).page({ userId, before, limit, state, symbol }),
    answer,
    /** @throws AppError not_found; bad_input and rule_broken in words */
    change: async (caller: AlertCaller, id: string, patch: AlertPatch): Promise<AlertRow> => {
      const userId = caller.user.user_id
      take(userId, 1)
      const row = await lockingUser(db, userId, (tx) =>
        changeIn(alertRepository(tx), { caller, id, patch, now: clock.now(), watchable, present: listener.present }),
      )
      await announce(deps, tell, userId, [row])
      return answer(row)
    },
    remove: async (userId: string, id: string): Promise<void> => {
      if (!(await alertRepository(db).remove(userId, id))) throw notThere()
      listener.removed(id)
      await tell(userId, { event: 'changed', alert: id })
    },
    summary: (caller: AlertCaller): Promise<AlertSummary> => summaryOf(alertRepository(db), caller, watchable),
    pauseAll: async (caller: AlertCaller, isPaused: boolean): Promise<AlertSummary> => {
      const userId = caller.user.user_id
      const rows = await lockingUser(db, userId, async (tx) => {
        await alertRepository(tx).pause(userId, isPaused)
        return alertRepository(tx).allOf(userId)
      })
      listener.paused(userId, isPaused, rows)
      await tell(userId, { event: 'changed', alert: null })
      return summaryOf(alertRepository(db), caller, watchable)
    },
    exportAll: async (userId: string): Promise<AlertTerms[]> =>
      (await alertRepository(db).allOf(userId)).map(({ terms }) => terms).toReversed(),
    /** Takes what is good, and says of the rest what is wrong. */
    importAll: async (caller: AlertCaller, given: readonly unknown[]) => {
      const userId = caller.user.user_id
      take(userId, given.length)
      const present = (await alertRepository(db).allOf(userId)).map(({ terms }) => terms)
      const { good, refused, duplicates } = sortImport(given, present, (body) => termsOf(parseBody(body), clock.now(), watchable))
      const rows = await insertAll(caller, good)
      await announce(deps, tell, userId, rows)
      return { created: rows.map(answer), duplicates, refused }
    },
    read: async (caller: AlertCaller, which: { readonly ids: string[] } | { readonly up_to: number }): Promise<AlertSummary> => {
      const userId = caller.user.user_id
      await alertRepository(db).read(userId, which, new Date(clock.now()))
      const [ids, upTo] = 'ids' in which ? [which.ids, null] : [null, which.up_to]
      await tell(userId, { event: 'read', ids, up_to: upTo })
      return summaryOf(alertRepository(db), caller, watchable)
    },
  }
}

type WithoutCount<T> = T extends { readonly unread: number } ? Omit<T, 'unread'> : never
type Tell = (userId: string, notice: WithoutCount<Extract<AlertNotice, { event: 'changed' | 'read' }>>) => Promise<void>

const teller =
  ({ db, notify }: Deps): Tell =>
  async (userId, notice) => {
    const unread = await alertRepository(db).unread(userId)
    notify(userId, { kind: 'alert', data: { ...notice, unread } satisfies AlertNotice })
  }

/** Tells who judges, and the user's windows. */
async function announce<T extends readonly StoredAlert[]>({ listener }: Deps, tell: Tell, userId: string, rows: T) {
  if (rows.length > 0) {
    listener.changed(rows)
    await tell(userId, { event: 'changed', alert: rows.length === 1 ? (rows[0]?.id ?? null) : null })
  }
  return rows as T & readonly [StoredAlert, ...StoredAlert[]] // callers that read the first have asked for one
}

function sameRequest(row: StoredAlert, hash: Buffer): StoredAlert {
  if (row.requestHash?.equals(hash) === true) return row
  throw new AppError('conflict', { detail: 'This Idempotency-Key was used for another alert.' })
}
