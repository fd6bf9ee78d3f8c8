import { planOfId, type SubscriptionPlanName } from '@aerie/chain/plans'
import { SECOND_MS } from '@aerie/core/time'
import type { StoredEvent } from '../chain/indexer/chain-history.ts'

/** One payment in the contract's own words: until when its wallet has paid for a plan. */
export type PlanPayment = {
  readonly plan: SubscriptionPlanName
  readonly wallet: string
  readonly until: Date
  readonly transaction: string
  /** In a block that cannot be undone: only then does it count. */
  readonly isFinal: boolean
}

/** What to ask the chain's record for. */
export const PAYMENT_EVENTS = { contract: 'subscriptions', names: ['Subscribed'] } as const

/** The payments among the events; one for a plan that the product does not know is left out. */
export const paymentsOf = (events: readonly StoredEvent[]): PlanPayment[] =>
  events.flatMap(({ args, transaction, isSettled }) => {
    const plan = planOfId(BigInt(String(args.planId)))
    if (plan === undefined) return []
    return [{ plan, wallet: String(args.account), until: dateOf(String(args.until)), transaction, isFinal: isSettled }]
  })

/** 2100-01-01: far enough, and a date that every reader can hold. */
const LATEST_MS = Date.UTC(2100, 0, 1)

const dateOf = (seconds: string): Date => new Date(Math.min(Number(seconds) * SECOND_MS, LATEST_MS))

/** The payment that reaches furthest, of a wallet and plan: each extends the one before it. */
export function newestOf(payments: readonly PlanPayment[]): PlanPayment | undefined {
  return payments.reduce<PlanPayment | undefined>((best, next) => (best === undefined || next.until > best.until ? next : best), undefined)
}
