import type { Clock } from '@aerie/core/time'
import type { MarketService } from '../../market/market-service.ts'
import type { WatchedAlert } from './watched-alert.ts'

type Deps = { readonly clock: Clock; readonly hub: Pick<MarketService['hub'], 'now' | 'speed'> }

/** End dates of alerts. A date is of this server's clock, by which it was taken, also where the market's is another: in a replay. */
export function alertDates({ clock, hub }: Deps) {
  const isOverBy = ({ row: { terms } }: WatchedAlert, now: number): boolean =>
    terms.expires_at !== undefined && Date.parse(terms.expires_at) <= now
  /** An instant of the market by this server's clock: as long ago as it is there, and never ahead, as what happens then is seen now. */
  const seenAt = (at: number): number => clock.now() - Math.max(0, hub.now() - at) / Math.max(1, hub.speed())
  return {
    /** Whether its date is over now. */
    isOver: (watched: WatchedAlert): boolean => isOverBy(watched, clock.now()),
    /** Whether it was over when something happened, which may be told late. Tokens are withdrawn by no market's clock. */
    wasOver: (watched: WatchedAlert, at: number): boolean => isOverBy(watched, watched.row.kind === 'unlock' ? at : seenAt(at)),
  }
}
