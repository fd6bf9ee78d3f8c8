import type { Clock } from '@aerie/core/time'
import type { MarketService } from '../../market/index.ts'
import type { WatchedAlert } from './watched-alert.ts'

type Deps = { readonly clock: Clock; readonly hub: Pick<MarketService['hub'], 'now' | 'speed'> }

/** End dates use this server's clock, even in a replay, where the market's clock differs. */
export function alertDates({ clock, hub }: Deps) {
  const isOverBy = ({ row: { terms } }: WatchedAlert, now: number): boolean =>
    terms.expires_at !== undefined && Date.parse(terms.expires_at) <= now
  /** Converts market time to server time, scaled by replay speed and never in the future. */
  const seenAt = (at: number): number => clock.now() - Math.max(0, hub.now() - at) / Math.max(1, hub.speed())
  return {
    isOver: (watched: WatchedAlert): boolean => isOverBy(watched, clock.now()),
    /** Whether it had expired when the event happened. Unlocks use the server's clock, not the market's. */
    wasOver: (watched: WatchedAlert, at: number): boolean => isOverBy(watched, watched.row.kind === 'unlock' ? at : seenAt(at)),
  }
}
