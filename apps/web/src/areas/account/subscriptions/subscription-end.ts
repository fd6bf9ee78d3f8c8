import { DAY_MS } from '@aerie/core/time'
import type { SubscriptionsStatus } from '@aerie/wire/staking'
import { amountText, isSameAddress } from '../../membership/index.ts'

const USDC_DECIMALS = 6
/** `AerieSubscriptions.MONTH`. */
const MONTH_MS = 30 * DAY_MS

export const dollars = (units: bigint | string): string => `${amountText(units, USDC_DECIMALS)} USDC`

type Own = SubscriptionsStatus['own']
type Wanted = { readonly own: Own; readonly plan: string; readonly payer: string; readonly months: number; readonly now: number }

/**
 * End of the plan after a payment, by the contract's rule: months are added to the end of what the same wallet has paid for, or to now.
 * `extends` is that end, or null for a new period. Epoch milliseconds.
 */
export function endAfterPayment({ own, plan, payer, months, now }: Wanted): { readonly end: number; readonly extends: number | null } {
  const paid = own.filter(({ name, origin, wallet }) => name === plan && origin === 'chain' && isSameAddress(wallet, payer))
  const latest = Math.max(now, ...paid.map(({ paid_until: until }) => until ?? 0))
  return { end: latest + months * MONTH_MS, extends: latest > now ? latest : null }
}
