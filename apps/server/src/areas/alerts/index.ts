import { hexOf } from '@aerie/chain/hex'
import { HOUR_MS, SECOND_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import type { Notice, Notify } from '@aerie/wire/notices'
import { areaPlugin } from '../../platform/area.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import { heldFunctions } from '../../platform/bus/held-functions.ts'
import type { ServerModule } from '../../platform/lifecycle.ts'
import { ORDERS_CHANNEL, publishedNotice } from '../../platform/user-notices.ts'
import { account } from '../account/index.ts'
import { forecast } from '../forecast/index.ts'
import { market } from '../market/index.ts'
import { membership } from '../membership/index.ts'
import { trading } from '../trading/index.ts'
import { alertPreviews } from './alert-preview.ts'
import { deliveriesModule } from './deliveries/deliveries-module.ts'
import { type AlertSources, alertFeeds, unavailableReason, unpublishedSince } from './evaluation/alert-feeds.ts'
import { type AlertsDutyDeps, alertsDuty } from './evaluation/alerts-duty.ts'
import type { DeliveryStatesOf } from './evaluation/cool-downs.ts'
import { accountEvents } from './firings/account-events.ts'
import { type DeliveriesOf, firingList } from './firings/firing-list.ts'
import { firingNotices } from './firings/firing-notices.ts'
import { ALERT_DUTY, type Enqueue, sweepFirings } from './firings/firing-store.ts'
import { alertRoutes } from './routes.ts'
import { alertService } from './service.ts'
import { alertRepository } from './store.ts'

export { DELIVERIES_PURPOSE, PUSH_OWNER, VAPID_KEY, webhookOwner } from './deliveries/sealed-values.ts'
export { type FiredAlert, firedAlert } from './firings/firing-list.ts'

/** Same window (hours) as on the analytics page. */
const REGIME_QUERY = { window: 168, days: 90 } as const

/** Alerts on market, forecasts, orders and stakes, and their delivery by mail, push, Telegram and webhook. */
export const alerts = areaPlugin({
  name: 'alerts',
  needs: { account, market, forecast, membership, trading },
  setup({ account, market, forecast, membership, trading, notices, mail, ...platform }) {
    const { notify } = notices
    const deliveries = deliveriesModule({ ...platform, notify, mail })
    const module = alertsModule({
      ...platform,
      market: market.service,
      notify,
      deliveries,
      onTradingOpened: trading.onOpened,
      sources: {
        regime: async (symbol) => (await market.analytics.volatility(symbol, REGIME_QUERY).make()).regime?.name,
        quantiles: async (symbol, hours) => (await forecast.fromNow.newestForecast(symbol, hours)).quantiles,
        positions: trading.positionsOf,
        doneSince: trading.doneSince,
        tickets: async (userId) => {
          const found = []
          for (const wallet of await account.walletsOf(userId)) {
            const { tickets } = await membership.chain.readers.position(hexOf(wallet), 1)
            found.push(...tickets.map(({ id, readyAt }) => ({ key: `ticket ${wallet} ${id}`, readyAt: Number(readyAt) * 1_000 })))
          }
          return found
        },
      },
    })
    notices.subscribe(module)
    trading.onNews(module.record)
    account.onSessionEnded(({ userId, ...ended }) => module.record(userId, ended))
    const listOf = async (userId: string) => (await alertRepository(platform.db).allOf(userId)).map(module.service.answer)
    return { modules: [deliveries, module], api: { kindsOf: alertRepository(platform.db).kindsOf, listOf, record: module.record } }
  },
})

type Deps = Pick<AlertsDutyDeps, 'db' | 'duties' | 'clock' | 'logger' | 'health' | 'market'> & {
  readonly notify: Notify
  readonly sources: AlertSources
  /** Called when a process has begun to trade for some users. */
  readonly onTradingOpened: (listener: (isOf: (userId: string) => boolean) => void) => () => void
  readonly deliveries: {
    readonly enqueue: Enqueue
    readonly deliveriesOf: DeliveriesOf
    readonly deliveryStatesOf: DeliveryStatesOf
    readonly hint: () => void
  }
  readonly bus: Bus
  /** Polling interval of non-price feeds in ms; default: positions every 5 s, the rest every minute. */
  readonly feedEveryMs?: number | undefined
}

/** The lease expires five seconds after its last renewal. */
const RENEW_MS = 1_500
/** Of thousands of alerts in one request. */
const IMPORT_MS = 10 * SECOND_MS
/** Maximum delay before a changed phase is stored. */
const KEEP_MS = SECOND_MS
/** More often than daily, for servers that are restarted daily. */
const SWEEP_MS = 6 * HOUR_MS

/** One process at a time holds the lease for judging. */
export function alertsModule(deps: Deps) {
  const { bus, db, clock, logger, market, notify, sources, deliveries, feedEveryMs } = deps
  const { enqueue, deliveriesOf, deliveryStatesOf, hint } = deliveries
  const feeds = alertFeeds({ sources, clock, logger })
  const notifyFired = firingNotices({ db, clock, notify, deliveriesOf })
  const onFired: AlertsDutyDeps['onFired'] = async (firings) => {
    hint()
    await notifyFired(firings)
  }
  const events = accountEvents({ db, clock, logger, enqueue, onFired })
  const duty = alertsDuty({ ...deps, enqueue, deliveryStatesOf, feeds, onFired, onOpen: (isOpen) => onOpen(isOpen) })
  const hasListener = (userId: string): boolean => duty.watch()?.fed.has('order_filled', userId) === true
  const takeNotice = (userId: string, notice: Notice): void => {
    const watch = duty.watch()
    if (watch !== undefined) feeds.notice(watch, userId, notice)
  }
  const watchable = { isCoin: (symbol: string) => market.hub.state(symbol) !== undefined, unavailable: unavailableReason }
  const service = alertService({ db, clock, notify, watchable, listener: duty.listener })
  const { create, importAll, change, remove, pauseAll } = service
  // The process that judges alerts makes the changes, or it would miss them.
  const held = heldFunctions({
    bus,
    channel: ALERT_DUTY,
    isHere: duty.isHeld,
    functions: { create, importAll, change, remove, pauseAll },
    timeoutsMs: { importAll: IMPORT_MS },
  })
  const alerts = { ...service, ...held.functions }
  let orders: Promise<() => void> | undefined
  const onOpen = async (isOpen: boolean): Promise<void> => {
    held.serve(isOpen)
    const before = orders
    orders = isOpen
      ? bus.follow(ORDERS_CHANNEL, (message) => {
          const { userId, notice } = publishedNotice.parse(message)
          if (hasListener(userId)) takeNotice(userId, notice)
        })
      : undefined
    await orders
    const unfollow = await before
    unfollow?.()
  }
  const onError = (error: unknown): void => {
    logger.error({ err: error }, 'alerts could not be evaluated; trying again')
    duty.shut()
  }
  /** Market time up to which notices of other processes have arrived. */
  let receivedUntil = market.hub.now()
  const noteReceived = (): void => {
    if (bus.isUp()) receivedUntil = market.hub.now()
  }
  const readLostOrders = (isOf?: (userId: string) => boolean): void => {
    const watch = duty.watch()
    if (watch !== undefined) feeds.missedOrders(watch, unpublishedSince(receivedUntil, market.hub.speed()), isOf)
  }
  const fed = (feed: (watch: NonNullable<ReturnType<typeof duty.watch>>) => Promise<void>) => async (): Promise<void> => {
    const watch = duty.watch()
    if (watch !== undefined) await feed(watch)
  }
  const sweep = async (): Promise<void> => {
    if (duty.watch() !== undefined) await sweepFirings(db, clock.now())
  }
  const onSweepError = (error: unknown): void => logger.error({ err: error }, 'old firings could not be deleted; trying again')
  let stops: (() => void)[] = []
  const module: ServerModule = {
    name: 'alerts',
    routes: alertRoutes({ alerts, preview: alertPreviews(market), firings: firingList({ db, deliveriesOf }) }),
    start: () => {
      deps.health.set('alerts', 'starting', 'Alerts are starting.')
      stops = [
        every(RENEW_MS, duty.tend, { onError, atOnce: true }),
        every(KEEP_MS, () => duty.watch()?.keep(), { onError }),
        every(KEEP_MS, noteReceived, { onError }),
        bus.onGap((channel) => {
          if (channel === undefined || channel === ORDERS_CHANNEL) readLostOrders()
        }),
        deps.onTradingOpened(readLostOrders),
        every(KEEP_MS, () => duty.watch()?.lookAtCoolDowns(), { onError }),
        ...feeds.polls.map(({ everyMs, poll }) => every(feedEveryMs ?? everyMs, fed(poll), { onError })),
        every(SWEEP_MS, sweep, { onError: onSweepError }),
      ]
    },
    stop: async () => {
      for (const end of stops) end()
      await duty.close()
      await events.close()
    },
  }
  return {
    ...module,
    service: alerts,
    /** Forwards user notices to alerts, including filled orders; `hasListener`: whether any alert waits for one. */
    notify: takeNotice,
    hasListener,
    /** Lists an event of a user's account in the bell and sends it to the user's channels, once per key. */
    record: events.record,
    recorded: events.idle,
    watch: duty.watch,
  }
}
