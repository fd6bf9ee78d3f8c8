import type { Clock } from '@aerie/core/time'
import type { AlertRow, AlertTerms } from '@aerie/wire/alerts/alert-rows'
import type { Db } from '../../platform/db/client.ts'
import { commandHash } from '../../platform/db/command-hash.ts'
import { lockingUser } from '../../platform/db/locking-user.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type AlertCaller, demandRoom, newRow } from './alert-changes.ts'
import type { StoredAlert } from './alert-rows.ts'
import { parseBody, termsOf, type Watchable } from './alert-terms.ts'
import type { AlertListener, announcer } from './evaluation/alert-listener.ts'
import { alertRepository } from './store.ts'

type Deps = {
  readonly db: Db
  readonly clock: Clock
  readonly watchable: Watchable
  readonly listener: Pick<AlertListener, 'present'>
  readonly take: (userId: string, count: number) => void
  readonly announce: ReturnType<typeof announcer>
  readonly answer: (row: StoredAlert) => AlertRow
}
type Asked = { readonly body: unknown; readonly key?: string | undefined }
type RequestOf = Pick<StoredAlert, 'requestKey' | 'requestHash'>

export function newAlerts(deps: Deps) {
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

async function insertAll({ db, clock, listener }: Deps, caller: AlertCaller, terms: readonly AlertTerms[], request?: RequestOf) {
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
