import type { CoinAlert } from '@aerie/alerts/rule'
import { marketAlert, signalAlert } from '@aerie/alerts/rule'
import type { AlertState } from '@aerie/alerts/threshold-series'
import { SECOND_MS } from '@aerie/core/time'
import { phaseOf, type StoredAlert } from '../alert-rows.ts'
import { bodyOf } from '../alert-terms.ts'

/** An alert that is judged in this process. `coin` is undefined for those on events: fills, and tokens that can be withdrawn. */
export type WatchedAlert = {
  readonly row: StoredAlert
  readonly state: AlertState
  readonly coin: CoinAlert | undefined
  /** Phase that storage has. */
  savedPhase: string
  /** Market time before which it was judged already. */
  readonly judgedAt: number
  /** Events that were told since this process watches it. */
  readonly firedEvents: Set<string>
}

type Of = { readonly sourceId: string; readonly tickOf: (symbol: string) => number }

/**
 * A stored alert as it is judged. What it saw in another market has no meaning in this one: there it starts over.
 */
export function watchedAlert(row: StoredAlert, { sourceId, tickOf }: Of): WatchedAlert {
  const isSame = row.sourceId === sourceId
  const phase = isSame ? phaseOf(row.phase) : 'fresh'
  const firedAt = (isSame ? row.firedAt : null) ?? undefined
  const state: AlertState = { phase, firedAt, coolingSince: firedAt, firings: row.firings }
  const standing = { state, cooldownFrom: 'telling' } as const
  // Its end date is no matter of the market's time: see alert-dates.ts.
  const body = bodyOf({ ...row.terms, expires_at: undefined })
  const coin =
    marketAlert(row.id, body, { tick: tickOf(row.symbol ?? ''), ...standing }) ??
    signalAlert(row.id, body, { owner: ownerOf(row.userId), ...standing })
  return { row, state, coin, savedPhase: row.phase, judgedAt: (isSame ? row.judgedAt : null) ?? 0, firedEvents: new Set() }
}

/** Where the series of a user's positions are: no symbol of a coin has a colon. */
export const ownerOf = (userId: string): string => `user:${userId}`

/** Milliseconds of the window that an alert looks back over; undefined where it has none. */
export const windowOf = ({ coin }: WatchedAlert): number | undefined =>
  coin !== undefined && 'windowMs' in coin.series ? coin.series.windowMs : undefined

/** Milliseconds that an alert rests after a firing; 0 for one that fires once. */
export const cooldownOf = ({ row: { terms } }: WatchedAlert): number => (terms.repeat === 'every' ? (terms.cooldown_s ?? 0) * SECOND_MS : 0)

/** Events of one alert that are remembered; of an older one storage knows. */
const MOST_FIRED_EVENTS = 1_000

/** Keeps the name of an event that an alert has fired for. */
export function rememberEvent({ firedEvents }: WatchedAlert, key: string): void {
  firedEvents.add(key)
  const [oldest] = firedEvents
  if (firedEvents.size > MOST_FIRED_EVENTS && oldest !== undefined) firedEvents.delete(oldest)
}
