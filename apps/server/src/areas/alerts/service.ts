import { type Clock, DAY_MS } from '@aerie/core/time'
import { keyedTokenBuckets } from '@aerie/runtime/token-bucket'
import type { AlertPatch, AlertRow, AlertSummary, AlertTerms } from '@aerie/wire/alerts/alert-rows'
import type { Notify } from '@aerie/wire/notices'
import type { Db } from '../../platform/db/client.ts'
import { commandHash } from '../../platform/db/command-hash.ts'
import { lockingUser } from '../../platform/db/locking-user.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type AlertCaller, changeIn, demandRoom, newRow, notThere, summaryOf } from './alert-changes.ts'
import { alertAnswer, type StoredAlert } from './alert-rows.ts'
import { parseBody, termsOf, type Watchable } from './alert-terms.ts'
import { type AlertListener, alertNotifier, announcer } from './evaluation/alert-listener.ts'
import { type AlertsPage, alertRepository } from './store.ts'

type Deps = {
  readonly db: Db
  readonly clock: Clock
  readonly notify: Notify
  readonly watchable: Watchable
  readonly listener: AlertListener
}
/** Per user; in memory, so a restart resets it. */
const CHANGES = { burst: 2_000, perSecond: 20_000 / (DAY_MS / 1000) }
/** Includes rejected imports. */
const IMPORTS = { burst: 20, perSecond: 1 / 30 }

export type AlertService = ReturnType<typeof alertService>

/** Limits are enforced under the user's row lock, so they hold under concurrent requests. */
export const alertService = (deps: Deps) => {
  const { db, clock, watchable, listener } = deps
  const changes = keyedTokenBuckets({ clock, ...CHANGES })
  const imports = keyedTokenBuckets({ clock, ...IMPORTS })
  const answer = (row: StoredAlert): AlertRow => alertAnswer(row, listener.phaseOf(row.id))
  const notifyOfAlert = alertNotifier(deps)
  const announce = announcer(deps)
  const take = (userId: string, count: number): void => {
    if (!changes.take(userId, count))
      throw new AppError('rate_limited', { detail: 'You have changed alerts too often. Wait a minute.', retryAfterSeconds: 60 })
  }
  return {
    admitImport: (userId: string): void => {
      if (!imports.take(userId, 1))
        throw new AppError('rate_limited', { detail: 'You have imported alerts too often. Wait half a minute.', retryAfterSeconds: 30 })
    },
    ...newAlerts({ db, clock, watchable, listener, take, announce, answer }),
    find: async (userId: string, id: string): Promise<AlertRow> => {
      const row = await alertRepository(db).find(userId, id)
      if (row === undefined) throw notThere()
      return answer(row)
    },
    page: async (userId: string, { before, limit, state, symbol }: Omit<AlertsPage, 'userId'>): Promise<readonly StoredAlert[]> =>
      alertRepository(db).page({ userId, before, limit, state, symbol }),
    answer,
    change: async (caller: AlertCaller, id: string, patch: AlertPatch): Promise<AlertRow> => {
      const userId = caller.user.user_id
      take(userId, 1)
      const row = await lockingUser(db, userId, (tx) =>
        changeIn(alertRepository(tx), { caller, id, patch, now: clock.now(), watchable, present: listener.present }),
      )
      await announce(userId, [row])
      return answer(row)
    },
    remove: async (userId: string, id: string): Promise<void> => {
      if (!(await alertRepository(db).remove(userId, id))) throw notThere()
      listener.removed(id)
      await notifyOfAlert(userId, { event: 'changed', alert: id })
    },
    summary: (caller: AlertCaller): Promise<AlertSummary> => summaryOf(alertRepository(db), caller, watchable),
    pauseAll: async (caller: AlertCaller, isPaused: boolean): Promise<AlertSummary> => {
      const userId = caller.user.user_id
      const rows = await lockingUser(db, userId, async (tx) => {
        await alertRepository(tx).pause(userId, isPaused)
        return alertRepository(tx).allOf(userId)
      })
      listener.paused(userId, isPaused, rows)
      await notifyOfAlert(userId, { event: 'changed', alert: null })
      return summaryOf(alertRepository(db), caller, watchable)
    },
    exportAll: async (userId: string): Promise<AlertTerms[]> =>
      (await alertRepository(db).allOf(userId)).map(({ terms }) => terms).toReversed(),
    read: async (caller: AlertCaller, which: { readonly ids: string[] } | { readonly up_to: number }): Promise<AlertSummary> => {
      const userId = caller.user.user_id
      await alertRepository(db).read(userId, which, new Date(clock.now()))
      const [ids, upTo] = 'ids' in which ? [which.ids, null] : [null, which.up_to]
      await notifyOfAlert(userId, { event: 'read', ids, up_to: upTo })
      return summaryOf(alertRepository(db), caller, watchable)
    },
  }
}

type NewAlertDeps = Pick<Deps, 'db' | 'clock' | 'watchable' | 'listener'> & {
  readonly take: (userId: string, count: number) => void
  readonly announce: ReturnType<typeof announcer>
  readonly answer: (row: StoredAlert) => AlertRow
}
type Asked = { readonly body: unknown; readonly key?: string | undefined }
type RequestOf = Pick<StoredAlert, 'requestKey' | 'requestHash'>

function newAlerts(deps: NewAlertDeps) {
  const { db, clock, watchable, take, announce, answer } = deps
  const termsIn = (body: unknown): AlertTerms => termsOf(parseBody(body), clock.now(), watchable)
  return {
    /** @throws AppError; conflict if the key was used for another request */
    create: async (caller: AlertCaller, { body, key }: Asked): Promise<{ alert: AlertRow; isRepeated: boolean }> => {
      const userId = caller.user.user_id
      const requestHash = commandHash('alert', body)
      const madeBefore = async (): Promise<StoredAlert | undefined> => {
        const row = key === undefined ? undefined : await alertRepository(db).findByKey(userId, key)
        return row && sameRequest(row, requestHash)
      }
      const known = await madeBefore()
      if (known !== undefined) return { alert: answer(known), isRepeated: true }
      take(userId, 1)
      const request = key === undefined ? undefined : { requestKey: key, requestHash }
      const terms = [termsIn(body)]
      const { row, isRepeated } = await insertAll(deps, caller, terms, request).then(
        (rows) => ({ row: onlyOf(rows), isRepeated: false }),
        async (error: unknown) => {
          // Concurrent requests with one key: the second finds the first's result.
          const made = await madeBefore()
          if (made === undefined) throw error
          return { row: made, isRepeated: true }
        },
      )
      if (!isRepeated) await announce(userId, [row])
      return { alert: answer(row), isRepeated }
    },
    importAll: async (caller: AlertCaller, given: readonly unknown[]) => {
      const userId = caller.user.user_id
      take(userId, given.length)
      const present = (await alertRepository(db).allOf(userId)).map(({ terms }) => terms)
      const { good, refused, duplicates } = sortImport(given, present, termsIn)
      const rows = await insertAll(deps, caller, good)
      await announce(userId, rows)
      return { created: rows.map(answer), duplicates, refused }
    },
  }
}

async function insertAll({ db, clock, listener }: NewAlertDeps, caller: AlertCaller, terms: readonly AlertTerms[], request?: RequestOf) {
  const userId = caller.user.user_id
  const rows = terms.map((each) => ({ ...newRow(userId, each, new Date(clock.now())), ...listener.present(each) }))
  return lockingUser(db, userId, async (tx) => {
    await demandRoom(alertRepository(tx), caller, rows.length)
    return rows.length === 0 ? [] : alertRepository(tx).insert(rows.map((row) => ({ ...row, ...request })))
  })
}

function onlyOf([row]: readonly StoredAlert[]): StoredAlert {
  if (row === undefined) throw new Error('the database returned no row of a new alert')
  return row
}

function sameRequest(row: StoredAlert, hash: Buffer): StoredAlert {
  if (row.requestHash?.equals(hash) === true) return row
  throw new AppError('conflict', { detail: 'This Idempotency-Key was used for another alert.' })
}

type Sorted = { readonly good: AlertTerms[]; readonly duplicates: number; readonly refused: { index: number; reason: string }[] }

const fingerprint = (terms: AlertTerms): string => JSON.stringify(Object.entries(terms).sort(([a], [b]) => (a < b ? -1 : 1)))

/** Skips duplicates and lists invalid alerts with a reason. */
function sortImport(given: readonly unknown[], present: readonly AlertTerms[], parse: (body: unknown) => AlertTerms): Sorted {
  const seen = new Set(present.map(fingerprint))
  const sorted: Sorted & { duplicates: number } = { good: [], duplicates: 0, refused: [] }
  for (const [index, body] of given.entries()) {
    try {
      const terms = parse(body)
      const print = fingerprint(terms)
      if (seen.has(print)) sorted.duplicates += 1
      else sorted.good.push(terms)
      seen.add(print)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      sorted.refused.push({ index, reason: error.detail })
    }
  }
  return sorted
}
