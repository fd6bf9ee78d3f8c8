import { type Clock, HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { ticker } from '@aerie/runtime/ticker'
import { keyedTokenBuckets } from '@aerie/runtime/token-bucket'
import type { Notify } from '@aerie/wire/notices'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import type { Database, Db } from '../../../platform/db/client.ts'
import type { Duties } from '../../../platform/duties/duty.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { type accountsModule, type LinkedWallet, linkedWallets } from '../../account/index.ts'
import type { ChainModule } from '../chain/chain-module.ts'
import type { ChainChange } from '../indexer/chain-indexer.ts'
import type { Listening } from '../signing-origin.ts'
import { stakingService } from '../staking-service.ts'
import { subscriptionService } from '../subscription-service.ts'
import { tierService } from '../tier-service.ts'
import { walletService } from '../wallet-service.ts'
import { stakingRoutes, subscriptionRoutes, tierRoutes, walletRoutes } from './routes.ts'
import { ANSWER_DEADLINE_MS, answerWithin } from './stale-while-revalidate.ts'

type Deps = {
  readonly db: Database
  readonly duties: Pick<Duties, 'upkeep'>
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly metrics: Registry
  readonly chain: ChainModule
  readonly users: Pick<ReturnType<typeof accountsModule>, 'limits' | 'notifyUser' | 'accountStatus' | 'wallets' | 'isWalletLinked'>
  readonly listening: Listening
  readonly notify: Notify
  readonly patienceMs?: number
}

const EXPIRE_MS = 15 * SECOND_MS
/** Maximum wait for a read after a wallet change. */
const CHANGE_PATIENCE_MS = 3 * SECOND_MS
/** The operator may pay for each node request. */
const READINGS = { burst: 60, perSecond: 3 }
const NOW_TOO = { atOnce: true } as const

export function holdingsModule(deps: Deps) {
  const { db, duties, clock, chain, users, listening, notify, patienceMs = ANSWER_DEADLINE_MS } = deps
  const counts = countsOf(deps.metrics)
  const onError = (error: unknown): void => deps.logger.error({ err: error, part: 'holdings' }, 'what a user holds could not be looked at')
  const { changed } = users.accountStatus
  const onRead = (outcome: string): void => counts.readings.inc({ outcome })
  const onLinked = (outcome: string): void => counts.links.inc({ outcome })

  const tier = tierService({ db, clock, chain, onChanged: changed, onRead, onError, patienceMs })
  const subscriptions = subscriptionService({ db, clock, chain, onChanged: changed, onError, patienceMs })
  const staking = stakingService({ chain, isWalletLinked: users.isWalletLinked, patienceMs })
  const lookAgain = async (userId: string): Promise<void> => void (await Promise.all([tier.refresh(userId), subscriptions.refresh(userId)]))
  const wallets = walletService({
    db,
    clock,
    limits: users.limits,
    notifyUser: users.notifyUser,
    client: chain.client,
    chainId: () => chain.facts().id,
    onLinked,
    onChanged: (userId) => {
      changed(userId)
      void lookAgain(userId)
    },
  })

  users.accountStatus.onChanged((userId) => notify(userId, { kind: 'entitlements' }))
  users.wallets.onChanged(async (userId) => void (await answerWithin(lookAgain(userId), CHANGE_PATIENCE_MS)))
  const news = chainNotices({
    db,
    onError,
    notify: ({ userId, address }, block) => {
      notify(userId, { kind: 'wallet', wallet: address, block })
      void lookAgain(userId)
    },
  })
  chain.onChange(news.handle)
  const buckets = keyedTokenBuckets({ clock, ...READINGS })
  const requireReading = (userId: string): void => {
    if (!buckets.take(userId, 1)) throw new AppError('rate_limited', { detail: 'Too many chain requests at once.', retryAfterSeconds: 1 })
  }
  const sweeps = [
    ticker(EXPIRE_MS, duties.upkeep(subscriptions.sweep), NOW_TOO),
    ticker(MINUTE_MS, duties.upkeep(tier.sweep), NOW_TOO),
    ticker(HOUR_MS, duties.upkeep(wallets.sweep), NOW_TOO),
  ]

  return {
    name: 'holdings',
    routes: async (app: FastifyInstance): Promise<void> => {
      await app.register(walletRoutes({ wallets, listening }))
      await app.register(tierRoutes({ tier, demandReading: requireReading }))
      await app.register(stakingRoutes({ staking, demandReading: requireReading }))
      await app.register(subscriptionRoutes({ subscriptions, demandReading: requireReading }))
    },
    tier,
    subscriptions,
    start: (): void => {
      for (const sweep of sweeps) sweep.start(onError)
    },
    stop: async (): Promise<void> => {
      news.stop()
      for (const sweep of sweeps) sweep.stop()
      await Promise.all(sweeps.map((sweep) => sweep.idle()))
    },
  }
}

const countsOf = (metrics: Registry) => ({
  readings: new Counter({
    name: 'tier_readings_total',
    help: 'Readings of the holdings of a wallet',
    labelNames: ['outcome'],
    registers: [metrics],
  }),
  links: new Counter({
    name: 'wallet_links_total',
    help: 'Signed messages that came to link a wallet',
    labelNames: ['outcome'],
    registers: [metrics],
  }),
})

type ChainNoticeDeps = {
  readonly db: Db
  readonly notify: (wallet: LinkedWallet, block: number) => void
  readonly onError: (error: unknown) => void
  readonly retryMs?: number
}
type Change = Pick<ChainChange, 'account' | 'block'>

const RETRY_MS = 5 * SECOND_MS

/** Batched queries. Each change is reported only once, so a failed query is retried until it succeeds. */
export function chainNotices({ db, notify, onError, retryMs = RETRY_MS }: ChainNoticeDeps): {
  handle: (change: Change) => void
  stop: () => void
} {
  let waiting = new Map<string, number>()
  let isAtWork = false
  let isStopped = false
  let retry: NodeJS.Timeout | undefined

  const keep = (account: string, block: number): void => void waiting.set(account, Math.max(block, waiting.get(account) ?? 0))
  const ownersOf = async (batch: ReadonlyMap<string, number>): Promise<LinkedWallet[]> => {
    try {
      return await linkedWallets(db).among([...batch.keys()])
    } catch (error) {
      for (const [account, block] of batch) keep(account, block)
      clearTimeout(retry)
      if (!isStopped) retry = setTimeout(begin, retryMs).unref()
      throw error
    }
  }
  const work = async (): Promise<void> => {
    try {
      while (waiting.size > 0) {
        const batch = waiting
        waiting = new Map()
        for (const wallet of await ownersOf(batch)) notify(wallet, batch.get(wallet.address) ?? 0)
      }
    } catch (error) {
      onError(error)
    } finally {
      // Set in the turn that found the queue empty, so later arrivals start a new run.
      isAtWork = false
    }
  }
  const begin = (): void => {
    if (isAtWork) return
    isAtWork = true
    queueMicrotask(() => void work())
  }
  return {
    handle: ({ account, block }) => {
      keep(account, block)
      begin()
    },
    stop: () => {
      isStopped = true
      clearTimeout(retry)
    },
  }
}
