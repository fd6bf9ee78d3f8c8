import { type Clock, DAY_MS } from '@aerie/core/time'
import { keyedTokenBuckets } from '@aerie/runtime/token-bucket'
import type { AlertPatch, AlertRow, AlertSummary, AlertTerms } from '@aerie/wire/alerts/alert-rows'
import type { Notify } from '@aerie/wire/notices'
import type { Db } from '../../platform/db/client.ts'
import { lockingUser } from '../../platform/db/locking-user.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type AlertCaller, changeIn, notThere, summaryOf } from './alert-changes.ts'
import { alertAnswer, type StoredAlert } from './alert-rows.ts'
import type { Watchable } from './alert-terms.ts'
import { type AlertListener, announcer, teller } from './evaluation/alert-listener.ts'
import { newAlerts } from './new-alerts.ts'
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
  const notifyOfAlert = teller(deps)
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
