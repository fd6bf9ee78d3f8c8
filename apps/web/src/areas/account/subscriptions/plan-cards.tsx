import { ENTITLEMENT_LEVELS } from '@aerie/core/entitlement-levels'
import { DAY_MS } from '@aerie/core/time'
import type { SubscriptionsStatus } from '@aerie/wire/staking'
import { Check } from 'lucide-react'
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

export type Plan = NonNullable<SubscriptionsStatus['plans']>[number]

export const PlanCards = ({ plans }: { readonly plans: readonly Plan[] }) => (
  <>
    <ul className="grid gap-3 p-4 sm:grid-cols-2">
      {plans.map((plan) => (
        <PlanCard key={plan.id} plan={plan} />
      ))}
    </ul>
    <Limits />
  </>
)

const LEVELS = [
  { level: 'claw', title: 'claw', how: 'every account' },
  { level: 'gold', title: 'Gold', how: 'by tokens held' },
  { level: 'IPC', title: 'IPC', how: 'by subscription' },
  { level: 'vip', title: 'VIP', how: 'by the operator' },
] as const
const LIMITS = [
  { limit: 'dailyCalls', title: 'Market-data calls a day' },
  { limit: 'activeAlerts', title: 'Active alerts' },
  { limit: 'copiedLeaders', title: 'Copied leaders' },
] as const

/** All levels: gold and VIP are not for sale, but raise the same limits. */
const Limits = () => (
  <div className="px-4 pb-4">
    <table className="num w-full text-12 text-ink-2 [&_:is(td,th)]:px-1 [&_:is(td,th)]:py-1.5 [&_:is(td,th):not(:first-child)]:text-right [&_tr]:border-line [&_tr]:border-b">
      <caption className="pb-1 text-left font-medium text-13 text-ink-1">Limits of every level</caption>
      <thead>
        <tr>
          <th scope="col" className="text-left font-normal">
            <span className="sr-only">Limit</span>
          </th>
          {LEVELS.map(({ level, title, how }) => (
            <th key={level} scope="col" className="font-medium text-ink-1">
              {title}
              <span className="block font-normal text-11 text-ink-2">{how}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {LIMITS.map(({ limit, title }) => (
          <tr key={limit}>
            <th scope="row" className="text-left font-normal">
              {title}
            </th>
            {LEVELS.map(({ level }) => (
              <td key={level} translate="no">
                {ENTITLEMENT_LEVELS[level][limit].toLocaleString('en-US')}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const PlanCard = ({ plan: { name, price, included } }: { readonly plan: Plan }) => (
  <li className="flex flex-col gap-3 rounded-md border border-line p-4">
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <h3 className="font-semibold text-15 text-ink-1">{name}</h3>
      <p className="num text-13 text-ink-2">{included === null ? `${dollars(price)} a month` : includedText[included]}</p>
    </div>
    <ul className="flex flex-col gap-1.5 text-13 text-ink-2">
      {benefitsOf(name).map((benefit) => (
        <li key={benefit} className="flex items-start gap-2">
          <Check size={14} aria-hidden="true" className="mt-0.5 shrink-0 text-accent-text" />
          {benefit}
        </li>
      ))}
    </ul>
  </li>
)

function benefitsOf(name: Plan['name']): readonly string[] {
  return benefits[name](ENTITLEMENT_LEVELS[name].dailyCalls.toLocaleString('en-US'))
}

const includedText = { account: 'Included with every account', grant: 'Granted by the operator' }

const benefits = {
  claw: (calls: string) => ['Every Claw section and Agent EagleEye', `${calls} market-data calls a day`],
  IPC: (calls: string) => ['IPC tab: forecasts from 1 to 24 hours with their track record', `${calls} market-data calls a day`],
}
