import { planOfId, SUBSCRIPTION_PLAN_IDS, type SubscriptionPlanName } from '@aerie/chain/membership'
import { type Clock, SECOND_MS } from '@aerie/core/time'
import { coalesceByKey } from '@aerie/runtime/coalesce'
import type { ownSubscription, SubscriptionsStatus } from '@aerie/wire/staking'
import type * as z from 'zod/mini'
import type { Database } from '../../platform/db/client.ts'
import { lockingUser } from '../../platform/db/locking-user.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { entitlementStore, linkedWallets, type Payment } from '../account/index.ts'
import type { ChainModule } from './chain/chain-module.ts'
import { ANSWER_DEADLINE_MS, staleWhileRevalidate } from './holdings/stale-while-revalidate.ts'
import type { StoredEvent } from './indexer/event-repository.ts'

type OwnSubscription = z.output<typeof ownSubscription>

export type SubscriptionDeps = {
  readonly db: Database
  readonly clock: Clock
  readonly chain: Pick<ChainModule, 'readers' | 'history' | 'heights'>
  readonly onChanged: (userId: string) => void
  readonly onError: (error: unknown) => void
  readonly patienceMs?: number
}
export type SubscriptionService = ReturnType<typeof subscriptionService>

/** From final on-chain payments and operator grants. */
export const subscriptionService = ({ db, clock, chain, onChanged, onError, patienceMs = ANSWER_DEADLINE_MS }: SubscriptionDeps) => {
  // The response is useful without offers, so do not wait longer for the first ones.
  const patience = { patienceMs, firstPatienceMs: patienceMs }
  const offers = staleWhileRevalidate({ ...patience, read: async () => offersOf(await chain.readers.plans()) })
  let hasSeenChain = false
  /** Users to retry after a failure: the chain reports each payment only once. */
  const owed = new Set<string>()
  const now = () => new Date(clock.now())
  const paymentsBy = async (wallets: readonly string[]): Promise<PlanPayment[]> =>
    wallets.length === 0 ? [] : paymentsOf(await chain.history.all({ ...PAYMENT_EVENTS, accounts: wallets }))
  const walletsOf = async (userId: string): Promise<string[]> => (await linkedWallets(db).list(userId)).map(({ address }) => address)

  const settle = async (userId: string): Promise<void> => {
    // Before the chain has been read, earlier results remain valid.
    if (chain.heights() === undefined) return
    const payments = (await paymentsBy(await walletsOf(userId))).filter(({ plan, isFinal }) => plan === 'IPC' && isFinal)
    const isChanged = await lockingUser(db, userId, async (tx) => {
      const own = new Set((await linkedWallets(tx).list(userId)).map(({ address }) => address))
      const best = newestOf(payments.filter(({ wallet }) => own.has(wallet)))
      return entitlementStore(tx).setPayment(userId, best === undefined ? null : paymentOf(best), now())
    })
    if (isChanged) onChanged(userId)
  }
  const inOrder = coalesceByKey(settle)
  /** Re-reads a user's payments; on failure the next sweep retries. @throws never */
  const refresh = (userId: string): Promise<void> =>
    inOrder(userId).catch((error: unknown) => {
      owed.add(userId)
      onError(error)
    })

  const refreshAll = async (): Promise<void> => {
    const paying = paymentsOf(await chain.history.all(PAYMENT_EVENTS)).map(({ wallet }) => wallet)
    const owners = (await linkedWallets(db).among([...new Set(paying)])).map(({ userId }) => userId)
    for (const userId of new Set([...owners, ...(await entitlementStore(db).payers())])) await refresh(userId)
  }

  return {
    refresh,
    /** Expires subscriptions and retries failed reads. Once the chain has been read, reconciles all payments. */
    sweep: async (): Promise<void> => {
      for (const userId of await entitlementStore(db).expire(now())) onChanged(userId)
      if (chain.heights() === undefined) return
      if (!hasSeenChain) await refreshAll()
      hasSeenChain = true
      for (const userId of owed) {
        owed.delete(userId)
        await refresh(userId)
        if (owed.has(userId)) break
      }
    },
    status: async (userId: string): Promise<SubscriptionsStatus> => {
      const [offered, payments, row] = await Promise.all([
        orUnknown(offers('')),
        walletsOf(userId).then(paymentsBy),
        entitlementStore(db).subscriptionOf(userId),
      ])
      const at = now()
      const paid = newestOfEach(payments).map((payment) => paidSubscription(payment, at))
      const isUnread = chain.heights() === undefined
      const last = isUnread && row?.paidUntil && row.paidBy !== null ? [lastKnown({ until: row.paidUntil, wallet: row.paidBy }, at)] : []
      const plans = offered?.plans.map((plan) => ({ ...plan, included: includedBy(plan.name, row?.granted) })) ?? null
      const plans_as_of = offered?.asOf ?? null
      return { plans, plans_as_of, own: [...(row?.granted === 'IPC' ? [GRANTED] : []), ...paid, ...last] }
    },
  }
}

const paymentOf = ({ until, wallet }: PlanPayment): Payment => ({ until, wallet })

const INCLUDED: SubscriptionPlanName = 'claw'

const includedBy = (name: SubscriptionPlanName, granted: string | null | undefined): 'account' | 'grant' | null => {
  if (name === INCLUDED) return 'account'
  return granted === name ? 'grant' : null
}

const offersOf = ({ second, plans }: Awaited<ReturnType<SubscriptionDeps['chain']['readers']['plans']>>) => ({
  asOf: Number(second) * SECOND_MS,
  plans: plans
    .filter(({ isOffered }) => isOffered)
    .map(({ name, monthlyPrice }) => ({ id: Number(SUBSCRIPTION_PLAN_IDS[name]), name, price: String(monthlyPrice) })),
})

async function orUnknown<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') return null
    throw error
  }
}

function newestOfEach(payments: readonly PlanPayment[]): PlanPayment[] {
  const groups = new Map<string, PlanPayment[]>()
  for (const payment of payments) {
    const key = `${payment.wallet} ${payment.plan} ${payment.isFinal}`
    groups.set(key, [...(groups.get(key) ?? []), payment])
  }
  const newest = [...groups.values()].flatMap((group) => newestOf(group) ?? [])
  return newest.sort((a, b) => b.until.getTime() - a.until.getTime())
}

const paidSubscription = ({ plan, wallet, until, transaction, isFinal }: PlanPayment, at: Date): OwnSubscription => ({
  name: plan,
  origin: 'chain',
  paid_until: until.getTime(),
  active: isFinal && until > at,
  wallet,
  transaction,
  final: isFinal,
})

/** Used until the chain has been read; the paying transaction is unknown then. */
const lastKnown = ({ until, wallet }: Payment, at: Date): OwnSubscription => ({
  name: 'IPC',
  origin: 'chain',
  paid_until: until.getTime(),
  active: until > at,
  wallet,
  transaction: null,
  final: true,
})

const GRANTED: OwnSubscription = {
  name: 'IPC',
  origin: 'operator',
  paid_until: null,
  active: true,
  wallet: null,
  transaction: null,
  final: true,
}

type PlanPayment = {
  readonly plan: SubscriptionPlanName
  readonly wallet: string
  readonly until: Date
  readonly transaction: string
  /** Only payments in final blocks count. */
  readonly isFinal: boolean
}

const PAYMENT_EVENTS = { contract: 'subscriptions', names: ['Subscribed'] } as const

const paymentsOf = (events: readonly StoredEvent[]): PlanPayment[] =>
  events.flatMap(({ args, transaction, isSettled }) => {
    const plan = planOfId(BigInt(String(args.planId)))
    if (plan === undefined) return []
    return [{ plan, wallet: String(args.account), until: dateOf(String(args.until)), transaction, isFinal: isSettled }]
  })

/** 2100-01-01: upper bound that all date parsers support. */
const LATEST_MS = Date.UTC(2100, 0, 1)

const dateOf = (seconds: string): Date => new Date(Math.min(Number(seconds) * SECOND_MS, LATEST_MS))

/** The payment with the latest end: each extends the previous one. */
function newestOf(payments: readonly PlanPayment[]): PlanPayment | undefined {
  return payments.reduce<PlanPayment | undefined>((best, next) => (best === undefined || next.until > best.until ? next : best), undefined)
}
