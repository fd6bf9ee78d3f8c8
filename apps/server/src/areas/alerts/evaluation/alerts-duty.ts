import type { Database } from '../../../platform/db/client.ts'
import type { Duties } from '../../../platform/duties/duty.ts'
import type { HealthRegistry } from '../../../platform/health/health-registry.ts'
import type { MarketService } from '../../market/index.ts'
import { ALERT_DUTY, markOf } from '../firings/firing-store.ts'
import { type AlertFeeds, unpublishedSince } from './alert-feeds.ts'
import type { AlertListener } from './alert-listener.ts'
import { AlertWatch, type WatchDeps } from './alert-watch.ts'

export type AlertsDutyDeps = Omit<WatchDeps, 'term' | 'onLost' | 'market' | 'db'> & {
  readonly db: Database
  readonly duties: Duties
  readonly market: MarketService
  readonly health: HealthRegistry
  readonly feeds: AlertFeeds
  /** Called when alerts are judged here, and when they no longer are. Missed orders are read once it has resolved. */
  readonly onOpen?: (isOpen: boolean) => Promise<void>
}

type Open = { readonly watch: AlertWatch; readonly term: number; isReady: boolean }

/** Judges alerts while this process holds the lease and the market runs; a new market, term or error reloads from storage. */
export function alertsDuty(deps: AlertsDutyDeps) {
  const { db, logger, market, health, feeds } = deps
  const mine = deps.duties.of(ALERT_DUTY)
  let open: Open | undefined
  let isOver = false
  let opening: Promise<void> = Promise.resolve()

  /** Counts as ready: another process may hold the duty for as long as it runs. */
  const standBy = (): void => health.set('alerts', 'degraded', 'Alerts wait for the market, or for another process to let go of them.')
  const shut = (): void => {
    open?.watch.close()
    open = undefined
    void deps.onOpen?.(false)
    standBy()
  }
  const tryOpen = async (): Promise<void> => {
    if (isOver || open !== undefined || !market.hub.isReady()) return
    const term = await mine.take()
    if (isOver) return
    if (term === undefined) return standBy()
    const next: Open = { watch: new AlertWatch({ ...deps, term, onLost: () => open === next && shut() }), term, isReady: false }
    open = next
    const since = await markOf(db, next.watch.sourceId)
    await mine.whileHeld(term, async () => {
      await next.watch.start()
      if (open !== next) return
      next.isReady = true
      await deps.onOpen?.(true)
      if (open === next) feeds.missedOrders(next.watch, unpublishedSince(since ?? market.hub.now(), market.hub.speed()))
    })
    if (open !== next) return
    health.set('alerts', 'ok', `${next.watch.count()} alerts`)
    logger.info({ term, source: next.watch.sourceId, alerts: next.watch.count() }, 'alerts are judged')
  }
  const listener: AlertListener = {
    changed: (rows) => open?.watch.changed(rows),
    removed: (id) => open?.watch.removed(id),
    paused: (userId, isPaused, rows) => open?.watch.paused(userId, isPaused, rows),
    present: (terms) => open?.watch.present(terms),
    phaseOf: (id) => open?.watch.find(id)?.state.phase,
  }
  return {
    listener,
    watch: (): AlertWatch | undefined => (open?.isReady === true ? open.watch : undefined),
    /** Not after a pause longer than the lease: another process may judge them now. */
    isHeld: (): boolean => open?.isReady === true && mine.isHeld(open.term),
    tend: async (): Promise<void> => {
      if (open !== undefined && open.watch.sourceId !== market.sourceId()) shut()
      if (open !== undefined && !(await mine.renew(open.term))) shut()
      if (open !== undefined) return
      opening = tryOpen()
      await opening
    },
    shut,
    close: async (): Promise<void> => {
      isOver = true
      await opening.catch(() => undefined)
      const last = open
      open = undefined
      void deps.onOpen?.(false)
      if (last === undefined) return
      last.watch.mute()
      if (last.isReady) last.watch.keep()
      await last.watch.idle()
      last.watch.close()
      await mine.release(last.term)
    },
  }
}
