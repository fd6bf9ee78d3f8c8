import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, SECOND_MS } from '@aerie/core/time'
import { listenerSet } from '@aerie/runtime/listener-set'
import { every } from '@aerie/runtime/ticker'
import type { ServerModule } from '../../lifecycle.ts'
import type { Authentication } from '../accounts/authentication.ts'
import type { AccountBatch } from './accounts/account-batch.ts'
import type { LiveAccount } from './accounts/live-account.ts'
import type { DecisionOf } from './accounts/trip-keeper.ts'
import { type CopyingPart, type TradingDutyDeps, tradingDuty } from './trading-duty.ts'
import { tradingLists } from './trading-lists.ts'
import { tradingRoutes } from './trading-routes.ts'
import { tradingService } from './trading-service.ts'
import { twinOrders } from './twin-orders.ts'

type Deps = TradingDutyDeps & {
  readonly clock: Clock
  readonly requireUser: Authentication['requireUser']
  /** The journal's part. */
  readonly decisionOf: DecisionOf
}

/** A duty is held for five seconds from its last renewal. */
const RENEW_MS = 1_500

/** Paper trading: one process at a time has the duty of it, and only while the market runs. */
export function tradingModule(deps: Deps) {
  const stored = listenerSet<[account: LiveAccount, batch: AccountBatch]>()
  const copying = lateCopying()
  const duty = tradingDuty({ ...deps, onStored: stored.tell, copying: copying.part })
  const trading = tradingService({ active: duty.active, clock: deps.clock, decisionOf: deps.decisionOf })
  const lists = tradingLists({ active: duty.active, trading })
  const onError = (error: unknown): void => {
    deps.logger.error({ err: error }, 'paper trading could not be tended; trying again')
    duty.shut()
  }
  let tending: Promise<void> | undefined
  const tend = (): Promise<void> => {
    tending ??= duty.tend().finally(() => (tending = undefined))
    return tending
  }
  /** A market that has started over ends all that was known of it; as soon as it runs, trading is open again. */
  const followRounds = (): (() => void)[] => [
    deps.market.onBeginAnew(duty.shut),
    deps.market.onStatus(() => {
      if (!duty.isOpen() && deps.market.hub.isReady()) tend().catch(onError)
    }),
  ]
  let stops: (() => void)[] = []
  const module: ServerModule = {
    name: 'trading',
    routes: tradingRoutes({ trading, lists, requireUser: deps.requireUser }),
    start: () => {
      deps.health.set('trading', 'starting', 'Paper trading is starting.')
      stops = [every(RENEW_MS, tend, { onError, atOnce: true }), every(SECOND_MS, duty.tick, { onError }), ...followRounds()]
    },
    stop: async () => {
      for (const end of stops) end()
      await duty.close()
    },
  }
  return {
    ...module,
    /** For those who trade for users by rule. @throws AppError unavailable while trading is not open in this process */
    active: duty.active,
    isOpen: duty.isOpen,
    /** Tells of what was decided for an account once it is stored. Returns the way to unsubscribe. */
    onStored: stored.subscribe,
    /** Keeps accounts in memory that are traded for at any moment, and has orders of several take from one book. */
    serve: copying.serve,
    /** What the agent tells a user of his present account: newest orders first. @throws AppError unavailable */
    own: {
      account: (userId: string) => trading.account(userId),
      positions: async (userId: string) => (await lists.positions(userId, {})).data,
      orders: async (userId: string, query: { readonly state: 'open' | 'done'; readonly symbol?: string }) =>
        (await lists.orders(userId, { ...query, limit: '200' })).data,
    },
    /** Live orders on paper. */
    twins: twinOrders(duty.active),
    /** Closes all accounts of a user who leaves. @throws AppError unavailable where another process has the duty, or no market runs */
    closeAllOf: async (userId: string): Promise<void> => duty.active().broker.closeAllOf(userId),
    /** Open positions of a user's present account. @throws AppError unavailable */
    positionsOf: async (userId: string) => (await lists.positions(userId, {})).data,
    /** The newest orders of a user's present account that have ended, newest first. @throws AppError unavailable */
    doneOrdersOf: async (userId: string) => (await lists.orders(userId, { state: 'done', limit: '200' })).data,
    /** Resolves once trading is open; for those who cannot come again. */
    opened: async (): Promise<void> => {
      while (!duty.isOpen() && !duty.isOver()) await sleep(20)
    },
  }
}

/** Copying begins after trading: until it does, no account is kept for it and no book is shared. */
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
