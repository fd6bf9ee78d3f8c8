import type { CoinAlert } from '@aerie/alerts/rule'
import { marketAlert, signalAlert } from '@aerie/alerts/rule'
import type { AlertState } from '@aerie/alerts/threshold-series'
import { SECOND_MS } from '@aerie/core/time'
import { phaseOf, type StoredAlert } from '../alert-rows.ts'
import { bodyOf } from '../alert-terms.ts'

/** `coin` is undefined for alerts on events (fills, unlocks). */
export type WatchedAlert = {
  readonly row: StoredAlert
  readonly state: AlertState
  readonly coin: CoinAlert | undefined
  savedPhase: string
  readonly judgedAt: number
  readonly firedEvents: Set<string>
}

type Of = { readonly sourceId: string; readonly tickOf: (symbol: string) => number }

/** State from another market is meaningless here, so the alert starts over. */
export function watchedAlert(row: StoredAlert, { sourceId, tickOf }: Of): WatchedAlert {
  const isSame = row.sourceId === sourceId
  const phase = isSame ? phaseOf(row.phase) : 'fresh'
  const firedAt = (isSame ? row.firedAt : null) ?? undefined
  const state: AlertState = { phase, firedAt, coolingSince: firedAt, firings: row.firings }
  const stateOptions = { state, cooldownFrom: 'telling' } as const
  // End dates use the server's clock: see alert-dates.ts.
  const body = bodyOf({ ...row.terms, expires_at: undefined })
  const coin =
    marketAlert(row.id, body, { tick: tickOf(row.symbol ?? ''), ...stateOptions }) ??
    signalAlert(row.id, body, { owner: ownerOf(row.userId), ...stateOptions })
  return { row, state, coin, savedPhase: row.phase, judgedAt: (isSame ? row.judgedAt : null) ?? 0, firedEvents: new Set() }
}

/** Series key of a user's positions; coin symbols contain no colon. */
export const ownerOf = (userId: string): string => `user:${userId}`

export const windowOf = ({ coin }: WatchedAlert): number | undefined =>
  coin !== undefined && 'windowMs' in coin.series ? coin.series.windowMs : undefined

/** Milliseconds; 0 for an alert that fires once. */
export const cooldownOf = ({ row: { terms } }: WatchedAlert): number => (terms.repeat === 'every' ? (terms.cooldown_s ?? 0) * SECOND_MS : 0)

/** Older events are known to storage only. */
const MOST_FIRED_EVENTS = 1_000

export function rememberEvent({ firedEvents }: WatchedAlert, key: string): void {
  firedEvents.add(key)
  const [oldest] = firedEvents
  if (firedEvents.size > MOST_FIRED_EVENTS && oldest !== undefined) firedEvents.delete(oldest)
}
