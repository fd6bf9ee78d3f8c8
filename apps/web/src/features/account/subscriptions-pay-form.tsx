import type { SubscriptionsStatus } from '@aerie/wire/staking'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { queryClient } from '../../lib/query-client.ts'
import { allowanceQuery } from '../../market-views/transaction/allowance-query.ts'
import { GasLine } from '../../market-views/transaction/gas-line.tsx'
import { PermitSteps } from '../../market-views/transaction/permit-steps.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { amountText } from '../../wallet/amount-text.ts'
import { useIsUnderWay } from '../../wallet/transactions.ts'
import type { Address } from '../../wallet/wallet-state.ts'
import { type Purchase, subscriptionCalls } from './subscription-calls.ts'

type Plan = NonNullable<SubscriptionsStatus['plans']>[number]
type SubscriptionsPayFormProps = {
  readonly plans: readonly Plan[]
  /** What the account has without paying. */
  readonly included: readonly Plan[]
  readonly contracts: { readonly usdc: Address; readonly subscriptions: Address }
  readonly owner: Address
}

const USDC_DECIMALS = 6
const MAX_MONTHS = 24
const dollars = (units: bigint | string): string => `${amountText(units, USDC_DECIMALS)} USDC`

/** Plan and months, the total, and the steps to pay it. `plans` are those that are sold, at least one. */
export function SubscriptionsPayForm({ plans, included, contracts, owner }: SubscriptionsPayFormProps) {
  const [planId, setPlanId] = useState(plans[0]?.id)
  const [text, setText] = useState('1')
  const { isMonths, purchase, name, chosen } = choiceOf(plans, planId, text)
  const total = purchase?.total ?? null
  const { usdc, subscriptions } = contracts
  const { data: held } = useQuery(allowanceQuery({ token: usdc, owner, spender: subscriptions }), queryClient)
  const calls = subscriptionCalls(subscriptions)
  const isAllowed = total !== null && held !== undefined && held.allowance >= total
  const call = purchase && calls.subscribe(purchase)
  const isUnderWay = useIsUnderWay('subscribe')
  return (
    <form className="flex flex-col gap-4 p-4" onSubmit={(event) => event.preventDefault()}>
      <PlanChoice plans={plans} included={included} planId={chosen?.id} onChoose={setPlanId} />
      <TextField
        label="Months"
        name="months"
        inputMode="numeric"
        className="max-w-60"
        value={text}
        onChange={(event) => setText(event.currentTarget.value.trim())}
        hint="From 1 to 24; a month is 30 days."
        error={isMonths || text === '' ? undefined : 'Write a whole number from 1 to 24.'}
      />
      <div className="text-13 text-ink-2">
        <p className="num text-18 text-ink-1">Total: {total === null ? '—' : dollars(total)}</p>
        <p>{held === undefined ? 'What your wallet holds is not known yet.' : `Your wallet holds ${dollars(held.balance)}.`}</p>
        <p>A payment is final: no month, started or not, is paid back. If you have paid before, the months begin when those end.</p>
      </div>
      {!isUnderWay && <GasLine from={owner} call={isAllowed ? call : null} why="known once the contract is allowed to take the total" />}
      <PermitSteps
        token={usdc}
        spender={subscriptions}
        amount={total}
        isAllowed={isAllowed}
        kind="subscribe"
        title={`Pay for ${name}`}
        allowTitle={total === null ? '' : `Allow ${dollars(total)}`}
        verb="Pay"
        call={call}
        callWithPermit={(permit) => purchase && calls.subscribeWithPermit(purchase, permit)}
        refusal={refusalOf(total, held?.balance)}
        onDone={() => setText('1')}
      />
    </form>
  )
}

/** What has been chosen; no purchase while the plan or the months are not one. */
function choiceOf(plans: readonly Plan[], planId: number | undefined, text: string) {
  // A plan that was granted meanwhile is on offer no more.
  const plan = plans.find(({ id }) => id === planId) ?? plans[0]
  const months = /^\d{1,2}$/.test(text) ? Number(text) : 0
  const isMonths = months >= 1 && months <= MAX_MONTHS
  const purchase: Purchase | null = plan && isMonths ? { plan: plan.id, months, total: BigInt(plan.price) * BigInt(months) } : null
  return {
    chosen: plan,
    isMonths,
    purchase,
    name: plan === undefined ? '' : `${plan.name}, ${months === 1 ? '1 month' : `${months} months`}`,
  }
}

function refusalOf(total: bigint | null, balance: bigint | undefined): string | undefined {
  if (total === null) return 'Choose a plan and from 1 to 24 months.'
  if (balance !== undefined && balance < total) return `Your wallet lacks ${dollars(total - balance)}.`
  return undefined
}

const WHY = { account: 'Included with every account', grant: 'Granted by the operator' } as const

/** Plans that there is nothing to pay for, and why. */
export const IncludedPlans = ({ plans }: { readonly plans: readonly Plan[] }) =>
  plans.map(({ id, name, included }) => (
    <p key={id} className="flex min-h-11 items-center gap-3 rounded-md border border-line px-3">
      <Check size={13} aria-hidden="true" className="shrink-0 text-ink-3" />
      <span className="flex-1 text-15 text-ink-2">{name}</span>
      <span className="text-13 text-ink-2">{included && WHY[included]}</span>
    </p>
  ))

type PlanChoiceProps = Pick<SubscriptionsPayFormProps, 'plans' | 'included'> & {
  readonly planId: number | undefined
  readonly onChoose: (id: number) => void
}

const PlanChoice = ({ plans, included, planId, onChoose }: PlanChoiceProps) => (
  <fieldset className="flex flex-col gap-2">
    <legend className="mb-1 font-medium text-13 text-ink-1">Plan</legend>
    <IncludedPlans plans={included} />
    {plans.map(({ id, name, price }) => (
      <label
        key={id}
        className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md border border-line-input px-3 has-checked:border-accent"
      >
        <input type="radio" name="plan" className="accent-accent" checked={id === planId} onChange={() => onChoose(id)} />
        <span className="flex-1 text-15 text-ink-1">{name}</span>
        <span className="num text-13 text-ink-2">{dollars(price)} a month</span>
      </label>
    ))}
  </fieldset>
)
