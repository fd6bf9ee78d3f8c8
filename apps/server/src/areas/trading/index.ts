import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { singleFlight } from '@aerie/runtime/coalesce'
import { listenerSet } from '@aerie/runtime/listener-set'
import { every } from '@aerie/runtime/ticker'
import { areaPlugin } from '../../platform/area.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import { heldFunctions } from '../../platform/bus/held-functions.ts'
import type { Db } from '../../platform/db/client.ts'
import type { ServerModule } from '../../platform/lifecycle.ts'
import { account } from '../account/index.ts'
import { market } from '../market/index.ts'
import type { AccountBatch, AccountNews } from './accounts/account-batch.ts'
import { accountHistory } from './accounts/account-history.ts'
import type { LiveAccount } from './accounts/live-account.ts'
import type { TripBook } from './accounts/trip-keeper.ts'
import { tradingRoutes } from './routes.ts'
import { type Sender, shown, tradingService } from './service.ts'
import { COPY_SLOT, SLOTS, slotById } from './slots.ts'
import { tradingRepository } from './store.ts'
import { type CopyingPart, SLOTS_CHANNEL, type TradingDutyDeps, tradingDuty } from './trading-duty.ts'
import { tradingLists } from './trading-lists.ts'
import { twinOrders } from './twin-orders.ts'
import { type SupposedMove, whatIf } from './what-if.ts'

export type { AccountBatch, CommandAnswer } from './accounts/account-batch.ts'
export { accountHistory, type TradedAccount } from './accounts/account-history.ts'
export { eventOfRow } from './accounts/account-loader.ts'
export type { JournalRows } from './accounts/journal-rows.ts'
export type { LiveAccount } from './accounts/live-account.ts'
export { type Difference, type Rebuilt, rebuildAll } from './accounts/rebuild.ts'
export type { DecisionOf, OpenTrips, TripBook, TripKeeper } from './accounts/trip-keeper.ts'
export type { FillEvent } from './answers.ts'
export { orderIdOf } from './order-id.ts'
export type { ActiveTrading } from './service.ts'
export type { CopyingPart } from './trading-duty.ts'
export type { TwinFacts, TwinOrders } from './twin-orders.ts'
export type { SupposedMove, WhatIf } from './what-if.ts'

/** Paper accounts: orders, fills, positions and funding. */
export const trading = areaPlugin({
  name: 'trading',
  needs: { account, market },
  setup({ account, market, notices, ...platform }) {
    const trading = tradingModule({ ...platform, ...notices, market: market.service })
    account.addDeletionSteps({ isErasable: hasNoOpenAccount, makeErasable: trading.closeAllOf })
    return { modules: [trading], api: trading }
  },
})

type Deps = Omit<TradingDutyDeps, 'trips' | 'onStored' | 'copying' | 'onOpen'> & { readonly clock: Clock; readonly bus: Bus }

/** Functions whose first argument is no user. */
const ABOUT_NO_USER = new Set(['instruments', 'market', 'twinFacts'])
/** Slots that a process has begun to trade for. */
const OPENED_CHANNEL = 'trading opened'
/** The duty expires five seconds after its last renewal. */
const RENEW_MS = 1_500
/** Longest wait of requests while trading opens again after a restart of the market, such as a jump of the replay; without other processes. */
const REOPEN_MS = 10_000
/** How often what was stored without being listed is looked for. */
const NEWS_MS = MINUTE_MS

/** Paper trading: only one process at a time holds the duty, and only while the market runs. */
export function tradingModule(deps: Deps) {
  const stored = listenerSet<[account: LiveAccount, batch: AccountBatch]>()
  const news = listenerSet<[userId: string, news: AccountNews, onKept: () => void]>()
  const emitNews = (accountId: string, userId: string, one: AccountNews): void =>
    news.emit(userId, one, () => {
      // If it fails, it is read again, and listed once.
      repository.forgetNews([accountId, one.key]).catch((error: unknown) => deps.logger.warn({ err: error }, 'a listed event stays stored'))
    })
  stored.subscribe(({ row }, batch) => {
    for (const one of batch.news) emitNews(row.id, row.userId, one)
  })
  /** What any process stored before it ended, or before its answer from the database was lost. */
  const { run: readNews } = singleFlight(async (): Promise<void> => {
    for (const { accountId, userId, body } of await repository.news()) emitNews(accountId, userId, body)
  })
  const onNewsError = (error: unknown): void => deps.logger.error({ err: error }, 'events of accounts could not be read; trying again')
  const opened = listenerSet<[isOf: (userId: string) => boolean]>()
  /** Users of any slot may have been moved to that of copies. */
  const emitOpened = (slot: unknown): void => opened.emit((userId) => slot === COPY_SLOT || slot === slotById(userId))
  const copying = lateCopying()
  const trips = lateTrips()
  const duty = tradingDuty({
    ...deps,
    trips: trips.book,
    onStored: stored.emit,
    copying: copying.part,
    onOpen: (slot, isOpen) => {
      held.serve(isOpen, slot)
      if (!isOpen) return
      readNews().catch(onNewsError)
      emitOpened(slot)
      deps.bus.publish(OPENED_CHANNEL, slot)
    },
  })
  let resetAt = Number.NEGATIVE_INFINITY
  const { run: confirm } = singleFlight(async (): Promise<void> => {
    await duty.confirm()
    // With other processes the bus waits: any of them may be the one that opens.
    while (!deps.bus.isShared && !duty.isAnyOpen() && !duty.isOver() && performance.now() < resetAt + REOPEN_MS) await sleep(20)
  })
  const { present, ...commands } = tradingService({ active: duty.active, clock: deps.clock, decisionOf: trips.book.decisionOf })
  const twins = twinOrders(duty.active)
  const repository = tradingRepository(deps.db)
  const held = heldFunctions({
    bus: deps.bus,
    channel: 'broker',
    partOf: async (name, [about]) => {
      if (!deps.bus.isShared || ABOUT_NO_USER.has(name)) return SLOTS.find(duty.isOpen) ?? COPY_SLOT
      return repository.slotOf(typeof about === 'string' ? about : (about as Sender).userId) // every other function begins with one of both
    },
    isHere: duty.isOpen,
    confirm,
    waits: true,
    functions: {
      ...commands,
      ...tradingLists({ active: duty.active, trading: { present } }),
      closeAllOf: (userId: string) => duty.active().broker.closeAllOf(userId),
      move: (userId: string) => duty.active().broker.move(userId),
      placeTwin: twins.place,
      cancelTwin: twins.cancel,
      twinFacts: twins.facts,
      whatIf: async (userId: string, move: SupposedMove) => whatIf(shown(await present({ userId })), move),
    },
  })
  const trading = held.functions
  const onError = (error: unknown): void => {
    deps.logger.error({ err: error }, 'paper trading could not be tended; trying again')
    duty.shut()
  }
  const { run: tend } = singleFlight(duty.tend)
  /** A market restart closes trading; it opens again once the market runs. */
  const followRounds = (): (() => void)[] => [
    deps.market.onReset(() => {
      resetAt = performance.now()
      duty.shut()
    }),
    deps.market.onStatus(() => {
      if (!duty.isAnyOpen() && deps.market.hub.isReady()) tend().catch(onError)
    }),
  ]
  const followOpened = (): (() => void)[] => [
    deps.bus.subscribe(OPENED_CHANNEL, emitOpened),
    deps.bus.onGap((channel) => {
      if (channel === OPENED_CHANNEL) opened.emit(() => true)
    }),
  ]
  const followSlots = () =>
    deps.bus.subscribe(SLOTS_CHANNEL, (message) => {
      duty.receive(message)
      tend().catch(onError)
    })
  let stops: (() => void)[] = []
  const module: ServerModule = {
    name: 'trading',
    routes: tradingRoutes(trading),
    start: () => {
      deps.health.set('trading', 'starting', 'Paper trading is starting.')
      stops = [
        every(RENEW_MS, () => tend().then(duty.askForShare), { onError, atOnce: true }),
        every(SECOND_MS, duty.tick, { onError }),
        every(NEWS_MS, readNews, { onError: onNewsError }),
        ...followRounds(),
        followSlots(),
        ...followOpened(),
      ]
    },
    stop: async () => {
      for (const end of stops) end()
      await duty.close()
    },
  }
  return {
    ...module,
    active: duty.active,
    /** Whether this process carries out the orders of leaders and of those who copy them. */
    isOpen: () => duty.isOpen(COPY_SLOT),
    /** Has a user's accounts trade with those of leaders and of those who copy them, in this process. @throws AppError unavailable */
    gather: async (userId: string): Promise<void> => {
      if ((await repository.slotOf(userId)) === COPY_SLOT) return
      try {
        await trading.move(userId)
      } finally {
        await duty.active().broker.adopt(userId)
      }
    },
    onStored: stored.subscribe,
    /** A process has begun to trade for these users: the one before it may have ended without publishing what it had stored. */
    onOpened: opened.subscribe,
    /** Liquidations, stops that traded, and positions left unprotected; repeated until the listener has called `onKept`. */
    onNews: news.subscribe,
    /** Keeps copied accounts in memory and lets orders of several share one book. */
    serve: copying.serve,
    /** Has orders and fills recorded as round trips, in the same transaction. Required before the start. */
    keepTrips: trips.keep,
    own: {
      account: trading.account,
      positions: async (userId: string) => (await trading.positions(userId, {})).data,
      orders: async (userId: string, query: { readonly state: 'open' | 'done'; readonly symbol?: string }) =>
        (await trading.orders(userId, { ...query, limit: '200' })).data,
      fills: async (userId: string, symbol: string | undefined) =>
        (await trading.fills(userId, { ...(symbol !== undefined && { symbol }), limit: '10' })).data,
      whatIf: trading.whatIf,
    },
    /** Instrument and market of a symbol. @throws AppError bad_input if it is not traded here */
    instrument: async (symbol: string) => {
      const market = await trading.market(symbol)
      return { market, terms: (await trading.instruments()).find((one) => one.symbol === symbol) }
    },
    history: accountHistory(deps.db),
    twins: { place: trading.placeTwin, cancel: trading.cancelTwin, facts: trading.twinFacts },
    closeAllOf: trading.closeAllOf,
    positionsOf: async (userId: string) => (await trading.positions(userId, {})).data,
    doneSince: trading.doneSince,
    /** Resolves once trading is open, for callers that cannot retry. */
    opened: async (): Promise<void> => {
      while (!duty.isAnyOpen() && !duty.isOver()) await sleep(20)
    },
  }
}

/** Copy trading starts later: until then no account is kept for it and no book is shared. */
function lateCopying() {
  let copying: CopyingPart = { isKept: () => false, sharedBook: () => undefined, begin: async () => undefined }
  const part: CopyingPart = {
    isKept: (accountId) => copying.isKept(accountId),
    sharedBook: (...order) => copying.sharedBook(...order),
    begin: (...opened) => copying.begin(...opened),
  }
  const serve = (present: CopyingPart): void => {
    copying = present
  }
  return { part, serve }
}

export const hasNoOpenAccount = async (db: Db, userId: string): Promise<boolean> =>
  (await tradingRepository(db).accountsOf(userId)).every(({ closedAt }) => closedAt !== null)

/** The journal needs trading, so it registers its book of trips once trading is set up. */
function lateTrips() {
  let kept: TripBook | undefined
  const present = (): TripBook => {
    if (kept === undefined) throw new Error('trading was started without a book of trips')
    return kept
  }
  const book: TripBook = {
    open: (...account) => present().open(...account),
    decisionOf: (...order) => present().decisionOf(...order),
    refresh: () => present().refresh(),
  }
  return {
    book,
    keep: (trips: TripBook): void => {
      kept = trips
    },
  }
}
