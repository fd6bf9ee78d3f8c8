import type { CoinAlert } from '@aerie/alerts/rule'
import { marketAlert, signalAlert } from '@aerie/alerts/rule'
import type { AlertState } from '@aerie/alerts/threshold-series'
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
  const state: AlertState = { phase, firedAt: (isSame ? row.firedAt : null) ?? undefined, firings: row.firings }
  const body = bodyOf(row.terms)
  const coin =
    marketAlert(row.id, body, { tick: tickOf(row.symbol ?? ''), state }) ?? signalAlert(row.id, body, { owner: ownerOf(row.userId), state })
  return { row, state, coin, savedPhase: row.phase, judgedAt: (isSame ? row.judgedAt : null) ?? 0, firedEvents: new Set() }
}

/** Where the series of a user's positions are: no symbol of a coin has a colon. */
export const ownerOf = (userId: string): string => `user:${userId}`

/** Milliseconds of the window that an alert looks back over; undefined where it has none. */
export const windowOf = ({ coin }: WatchedAlert): number | undefined =>
  coin !== undefined && 'windowMs' in coin.series ? coin.series.windowMs : undefined
