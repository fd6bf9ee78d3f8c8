import type { Phase } from '@aerie/alerts/condition'
import type { AlertNotice } from '@aerie/wire/alerts/alert-notices'
import type { AlertTerms } from '@aerie/wire/alerts/alert-rows'
import type { Notify } from '@aerie/wire/notices'
import type { Db } from '../../../db/client.ts'
import { alertRepository } from '../alert-repository.ts'
import type { StoredAlert } from '../alert-rows.ts'

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

type Deps = { readonly db: Db; readonly notify: Notify; readonly listener: Pick<AlertListener, 'changed'> }
type WithoutCount<T> = T extends { readonly unread: number } ? Omit<T, 'unread'> : never
/** Tells a user's windows, with how many firings are unread. */
export type Tell = (userId: string, notice: WithoutCount<Extract<AlertNotice, { event: 'changed' | 'read' }>>) => Promise<void>

/** @returns what tells of a change */
export const teller =
  ({ db, notify }: Pick<Deps, 'db' | 'notify'>): Tell =>
  async (userId, notice) => {
    const unread = await alertRepository(db).unread(userId)
    notify(userId, { kind: 'alert', data: { ...notice, unread } satisfies AlertNotice })
  }

/** @returns what tells who judges, and the user's windows, of stored alerts */
export const announcer =
  ({ db, notify, listener }: Deps) =>
  async (userId: string, rows: readonly StoredAlert[]): Promise<void> => {
    if (rows.length === 0) return
    listener.changed(rows)
    const alert = rows.length === 1 ? (rows[0]?.id ?? null) : null
    await teller({ db, notify })(userId, { event: 'changed', alert })
  }
