import type { Phase } from '@aerie/alerts/condition'
import type { AlertNotice } from '@aerie/wire/alerts/alert-notices'
import type { AlertTerms } from '@aerie/wire/alerts/alert-rows'
import type { Notify } from '@aerie/wire/notices'
import type { Db } from '../../../platform/db/client.ts'
import type { StoredAlert } from '../alert-rows.ts'
import { alertRepository } from '../store.ts'

export type PresentPhase = Pick<StoredAlert, 'phase' | 'sourceId' | 'judgedAt'>

export type AlertListener = {
  readonly changed: (rows: readonly StoredAlert[]) => void
  readonly removed: (id: string) => void
  readonly paused: (userId: string, isPaused: boolean, rows: readonly StoredAlert[]) => void
  /** Phase at the present price; undefined if unknown or not price-based. */
  readonly present: (terms: AlertTerms) => PresentPhase | undefined
  /** Undefined if this process does not watch it. */
  readonly phaseOf: (id: string) => Phase | undefined
}

type Deps = { readonly db: Db; readonly notify: Notify; readonly listener: Pick<AlertListener, 'changed'> }
type WithoutCount<T> = T extends { readonly unread: number } ? Omit<T, 'unread'> : never
export type NotifyOfAlert = (userId: string, notice: WithoutCount<Extract<AlertNotice, { event: 'changed' | 'read' }>>) => Promise<void>

export const alertNotifier =
  ({ db, notify }: Pick<Deps, 'db' | 'notify'>): NotifyOfAlert =>
  async (userId, notice) => {
    const unread = await alertRepository(db).unread(userId)
    notify(userId, { kind: 'alert', data: { ...notice, unread } satisfies AlertNotice })
  }

export const announcer =
  ({ db, notify, listener }: Deps) =>
  async (userId: string, rows: readonly StoredAlert[]): Promise<void> => {
    if (rows.length === 0) return
    listener.changed(rows)
    const alert = rows.length === 1 ? (rows[0]?.id ?? null) : null
    await alertNotifier({ db, notify })(userId, { event: 'changed', alert })
  }
