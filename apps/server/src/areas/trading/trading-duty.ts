import { FRACTION_ONE, fraction } from '@aerie/core/numbers/units'
import type { FeeRates } from '@aerie/trading/instrument'
import type { Markets } from '@aerie/trading/margin/margin'
import { FEE_SCHEDULES } from '@aerie/trading/matching/fill'
import { DEFAULT_RULES } from '@aerie/trading/turn'
import type { HasListener, Notify } from '@aerie/wire/notices'
import type { TradingNotice } from '@aerie/wire/trading/trading-notices'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config.ts'
import type { Database } from '../../platform/db/client.ts'
import type { Duties } from '../../platform/duties/duty.ts'
import type { HealthRegistry } from '../../platform/health/health-registry.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { MarketService } from '../market/index.ts'
import type { AccountBatch } from './accounts/account-batch.ts'
import { FencedError, GroupCommit } from './accounts/group-commit.ts'
import type { LiveAccount, SharedOrderBook } from './accounts/live-account.ts'
import type { TripBook } from './accounts/trip-keeper.ts'
import { accountAnswer, type FillEvent, fillAnswer, orderAnswer, positionAnswer } from './answers.ts'
import { Broker } from './broker.ts'
import { FollowedMarkets, type MarketFeed } from './markets/followed-markets.ts'
import { premiumStore } from './markets/premium-store.ts'
import { type ActiveTrading, shown } from './service.ts'

export type TradingDutyDeps = {
  readonly config: Pick<Config, 'PAPER_FEES' | 'PAPER_LATENCY_MS' | 'PAPER_LIQUIDATION_BPS'>
  readonly db: Database
  readonly duties: Duties
  readonly logger: FastifyBaseLogger
  readonly health: HealthRegistry
  readonly market: MarketService
  readonly notify: Notify
  readonly hasListener: HasListener
  readonly trips: TripBook
  readonly onStored?: (account: LiveAccount, batch: AccountBatch) => void
  readonly onLoaded?: (account: LiveAccount) => void
  readonly copying?: CopyingPart
  /** Called when orders can be carried out here, and when they no longer can. */
  readonly onOpen?: (isOpen: boolean) => void
}

export type CopyingPart = {
  readonly isKept: (accountId: string) => boolean
  readonly sharedBook: SharedOrderBook
  readonly begin: (sourceId: string, markets: Markets) => Promise<void>
}

const BROKER_DUTY = 'broker'
const MOST_ORDERS = 500

/** Opens trading while this process holds the duty and the market runs; closes it when either ends. */
export function tradingDuty(deps: TradingDutyDeps) {
  const { logger, market, health } = deps
  const mine = deps.duties.of(BROKER_DUTY)
  let open: OpenTrading | undefined
  let isOver = false
  let opening: Promise<void> = Promise.resolve()

  /** Counts as ready: another process may hold the duty for as long as it runs. */
  const standBy = (): void =>
    health.set('trading', 'degraded', 'Paper trading waits for the market, or for another process to let go of it.')
  const shut = (): void => {
    open?.close()
    open = undefined
    deps.onOpen?.(false)
    standBy()
  }
  /** Another market or replay time: reload everything, as after a start. */
  const isPast = (one: OpenTrading): boolean => one.broker.source.id !== market.sourceId() || one.round !== market.round()
  const tryOpen = async (): Promise<void> => {
    if (isOver || open !== undefined || !market.hub.isReady()) return
    const term = await mine.take()
    if (isOver) return
    if (term === undefined) return standBy()
    const opened = openTrading(deps, term)
    open = opened
    await mine.whileHeld(term, async () => {
      await Promise.all([opened.loadPremiums(), deps.trips.refresh()])
      await deps.copying?.begin(opened.broker.source.id, opened.followed.markets)
      if (open === opened) await opened.broker.start()
    })
    // Closed meanwhile: the next check opens it.
    if (open !== opened) return
    opened.isReady = true
    deps.onOpen?.(true)
    health.set('trading', 'ok', '')
    logger.info({ term, source: opened.broker.source.id }, 'paper trading is open')
  }
  /** Not after a pause longer than the lease: another process may have written since. */
  const isOpen = (): boolean => open?.isReady === true && mine.isHeld(open.term)
  /** Requests that arrived during a pause are answered before the next `tend`. A lost lease or a failed renewal leaves trading closed. */
  const confirm = async (): Promise<void> => {
    if (open?.isReady === true && !isOpen()) await mine.renew(open.term).catch(() => false)
  }
  return {
    confirm,
    active: (): ActiveTrading => {
      if (open === undefined || !isOpen() || isPast(open))
        throw new AppError('unavailable', { detail: 'Paper trading is starting. Try again in a moment.', retryAfterSeconds: 2 })
      return open
    },
    isOpen,
    isOver: (): boolean => isOver,
    shut,
    tend: async (): Promise<void> => {
      if (open !== undefined && isPast(open)) shut()
      if (open?.isReady === true && !(await mine.renew(open.term))) shut()
      if (open?.isReady === true) await open.savePremiums()
      if (open !== undefined && !open.isReady) shut()
      opening = tryOpen()
      await opening
    },
    tick: (): void => {
      if (open?.isReady === true && !isPast(open)) open.tick()
    },
    close: async (): Promise<void> => {
      isOver = true
      await opening.catch(() => undefined)
      const term = open?.term
      await open?.savePremiums().catch((error: unknown) => logger.warn({ err: error }, 'the funding premiums were not stored'))
      open?.close()
      open = undefined
      deps.onOpen?.(false)
      if (term !== undefined) await mine.release(term)
    },
  }
}

type OpenTrading = ActiveTrading & {
  isReady: boolean
  readonly term: number
  readonly round: number
  readonly loadPremiums: () => Promise<void>
  readonly savePremiums: () => Promise<void>
  readonly tick: () => void
  readonly close: () => void
}

function openTrading(
  { config, db, logger, market, trips, onStored, onLoaded, copying, ...notifyDeps }: TradingDutyDeps,
  term: number,
): OpenTrading {
  const schedule = config.PAPER_FEES
  const fees = FEE_SCHEDULES[schedule]
  const source = { id: market.sourceId(), kind: market.hub.kind() }
  let active: OpenTrading | undefined
  const onFault = (error: unknown, accountId?: string): void => {
    if (!(error instanceof FencedError)) logger.error({ err: error, accountId }, 'a paper account was interrupted')
    else if (active?.isReady && current !== undefined) {
      logger.warn({ term }, 'another process has taken over paper trading')
      active.isReady = false
    }
  }
  const followed: FollowedMarkets = new FollowedMarkets({
    market: marketFeed(market),
    fees,
    onChange: (change) => broker.handle(change),
    onGap: (symbol) => broker.missed(symbol),
    onFault,
    isUsed: (symbol) => broker.isUsed(symbol),
  })
  let current: number | undefined = term
  const notifyStored = tradingNotices({ ...notifyDeps, schedule })
  const broker: Broker = new Broker({
    db,
    source,
    venue: venueOf({ config, market }, fees, followed),
    openTrips: trips.open,
    commit: new GroupCommit({ pool: db.$client, dutyName: BROKER_DUTY, term: () => current, schedule }),
    pin: (symbol) => void followed.pin(symbol),
    onStored: (account, batch) => {
      onStored?.(account, batch)
      notifyStored(account, batch)
    },
    onLoaded: (account) => onLoaded?.(account),
    onFault,
    ...copying,
  })
  const stored = premiumStore({ pool: db.$client, sourceId: source.id, dutyName: BROKER_DUTY, term })
  active = {
    broker,
    followed,
    term,
    round: market.round(),
    isReady: false,
    loadPremiums: () => stored.load(followed.premiums),
    savePremiums: () => stored.save(followed.premiums),
    tick: () => {
      followed.samplePremiums()
      broker.passTime()
      followed.release((symbol) => broker.isUsed(symbol))
      broker.readMissing().catch(onFault)
    },
    close: () => {
      current = undefined
      followed.close()
      broker.close()
    },
  }
  return active
}

const venueOf = ({ config, market }: Pick<TradingDutyDeps, 'config' | 'market'>, fees: FeeRates, followed: FollowedMarkets) => ({
  rules: {
    ...DEFAULT_RULES,
    fees,
    latencyMs: config.PAPER_LATENCY_MS,
    maxOrders: MOST_ORDERS,
    liquidationFee: fraction((BigInt(config.PAPER_LIQUIDATION_BPS) * FRACTION_ONE) / 10_000n),
  },
  markets: followed.markets,
  now: () => followed.now(),
  premium: (symbol: string, hour: number) => followed.premium(symbol, hour),
  hasPrices: (symbol: string, at: number) => market.hasPrices(symbol, at),
})

const marketFeed = (market: MarketService): MarketFeed => ({
  now: () => market.hub.now(),
  speed: () => market.hub.speed(),
  isLive: () => market.hub.kind() === 'live',
  symbols: () => market.hub.symbolsByImportance(),
  rules: (symbol) => market.rules(symbol),
  follow: (symbol, follower) => market.follow(symbol, follower),
  priceOf: (symbol) => market.hub.ticksOf([symbol])[0]?.[1],
  onTicks: market.onTicks,
})

type Deps = { readonly notify: Notify; readonly hasListener: HasListener; readonly schedule: string }

/** Notifies a user's sockets of stored changes: orders, fills, positions, and last the account. */
const tradingNotices = ({ notify, hasListener, schedule }: Deps) => {
  const sendNotice = (live: LiveAccount, [first, seq]: Numbers, notice: NoticeContent): void =>
    notify(live.row.userId, { kind: notice.kind, account: live.id, first_seq: first, seq, data: notice.data })

  return (live: LiveAccount, batch: AccountBatch): void => {
    const [first, seq] = [batch.events[0]?.seq, batch.events.at(-1)?.seq]
    // Twins are shown with their live order; notices would make them look like the user's own account.
    if (first === undefined || seq === undefined || live.row.kind === 'twin' || !hasListener(live.row.userId)) return
    for (const notice of noticesOf(live, batch, schedule)) sendNotice(live, [first, seq], notice)
    sendNotice(live, [first, seq], { kind: 'account', data: { ...accountAnswer(shown(live)), seq } })
  }
}

type Numbers = readonly [first: number, last: number]
type NoticeContent = Pick<TradingNotice, 'kind' | 'data'>

function noticesOf(live: LiveAccount, { events, orders, positions }: AccountBatch, schedule: string): NoticeContent[] {
  const fills = events.filter((event): event is FillEvent => event.kind === 'filled')
  return [
    ...[...orders.values()].map(({ order }): NoticeContent => ({ kind: 'order', data: orderAnswer(live.id, order, live.turn()) })),
    ...fills.map((event): NoticeContent => ({ kind: 'fill', data: fillAnswer(live.id, event, schedule) })),
    ...[...positions].map(([symbol, position]): NoticeContent => {
      const answer = position === undefined ? null : positionAnswer(shown(live), position)
      return { kind: 'position', data: { symbol, position: answer } }
    }),
  ]
}
