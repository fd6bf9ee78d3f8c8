import { aerieSubscriptionsAbi } from '@aerie/chain/abi/aerie-subscriptions'
import type { SubscriptionsStatus } from '@aerie/wire/staking'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { encodeFunctionData } from 'viem'
import { queryClient } from '../../../platform/api/query-client.ts'
import { readWhole } from '../../../platform/browser/typed-decimal.ts'
import { longDateText } from '../../../platform/format/market-text.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import {
  type Address,
  allowanceQuery,
  GasLine,
  isSettled,
  type Permit,
  PermitSteps,
  type TransactionCall,
  useIsUnderWay,
  useTransaction,
} from '../../membership/index.ts'
import { dollars, endAfterPayment, type Plan } from './plan-cards.tsx'

type SubscriptionsPayFormProps = {
  readonly plans: readonly Plan[]
  readonly own: SubscriptionsStatus['own']
  readonly contracts: { readonly usdc: Address; readonly subscriptions: Address }
  readonly owner: Address
}

const MAX_MONTHS = 24

export function SubscriptionsPayForm({ plans, own, contracts, owner }: SubscriptionsPayFormProps) {
  const [planId, setPlanId] = useState(plans[0]?.id)
  const [text, setText] = useState('1')
  const [isPaid, setPaid] = usePaid()
  const { isMonths, purchase, chosen } = choiceOf(plans, planId, text)
  if (isPaid) return <Paid onAgain={() => setPaid(false)} />
  return (
    <form className="flex flex-col gap-4 p-4" onSubmit={(event) => event.preventDefault()}>
      {plans.length > 1 && <PlanChoice plans={plans} planId={chosen?.id} onChoose={setPlanId} />}
      <TextField
        label="Months"
        name="months"
        inputMode="numeric"
        className="max-w-60"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        hint="1 to 24. A month is 30 days."
        error={isMonths || text.trim() === '' ? undefined : 'Enter a whole number from 1 to 24.'}
      />
      <Payment contracts={contracts} owner={owner} own={own} plan={chosen} purchase={purchase} onDone={() => setPaid(true)} />
    </form>
  )
}

/** Whether a payment was mined since the form was reset, in this tab or another: prevents an accidental second payment. */
function usePaid(): readonly [boolean, (isPaid: boolean) => void] {
  const [isPaid, setPaid] = useState(false)
  const [wasUnderWay, setWasUnderWay] = useState(false)
  const payment = useTransaction('subscribe')
  const isUnderWay = payment !== null && !isSettled(payment)
  if (isUnderWay !== wasUnderWay) {
    setWasUnderWay(isUnderWay)
    if (payment?.state === 'confirmed') setPaid(true)
  }
  return [isPaid, setPaid]
}

type PaymentProps = Pick<SubscriptionsPayFormProps, 'contracts' | 'owner' | 'own'> & {
  readonly plan: Plan | undefined
  readonly purchase: Purchase | null
  readonly onDone: () => void
}

function Payment({ contracts: { usdc, subscriptions }, owner, own, plan, purchase, onDone }: PaymentProps) {
  const total = purchase?.total ?? null
  const { data: held } = useQuery(allowanceQuery({ token: usdc, owner, spender: subscriptions }), queryClient)
  const calls = subscriptionCalls(subscriptions)
  const isAllowed = total !== null && held !== undefined && held.allowance >= total
  const call = purchase && calls.subscribe(purchase)
  const isUnderWay = useIsUnderWay('subscribe')
  return (
    <>
      <div className="flex flex-col gap-1 rounded-md bg-surface-2 p-3 text-13 text-ink-2">
        <p className="num text-18 text-ink-1">{`Total: ${total === null ? '—' : dollars(total)}`}</p>
        {purchase !== null && !isUnderWay && <NewEnd own={own} plan={plan?.name ?? ''} payer={owner} months={purchase.months} />}
        <p>{held === undefined ? 'Wallet balance: not known yet.' : `Wallet balance: ${dollars(held.balance)}.`}</p>
        <p>Payments are final. Months are not refunded.</p>
      </div>
      <PermitSteps
        token={usdc}
        spender={subscriptions}
        amount={total}
        isAllowed={isAllowed}
        kind="subscribe"
        title={
          purchase === null ? '' : titleText(`${plan?.name ?? ''}, ${purchase.months === 1 ? '1 month' : `${purchase.months} months`}`)
        }
        allowTitle={total === null ? '' : `Allow ${dollars(total)}`}
        verb="Pay"
        call={call}
        callWithPermit={(permit) => purchase && calls.subscribeWithPermit(purchase, permit)}
        refusal={refusalOf(total, held?.balance)}
        gas={!isUnderWay && <GasLine from={owner} call={isAllowed ? call : null} why="shown after the permission" />}
        onDone={onDone}
      />
    </>
  )
}

type NewEndProps = Omit<Parameters<typeof endAfterPayment>[0], 'now'>

function NewEnd(wanted: NewEndProps) {
  const [now] = useState(() => Date.now())
  const { end, extends: before } = endAfterPayment({ ...wanted, now })
  return (
    <>
      <p className="num font-medium text-15 text-ink-1">{`New end date: ${longDateText(end)}`}</p>
      <p>
        {before === null
          ? 'Starts as soon as the payment is final.'
          : `Extends your current period, which ends on ${longDateText(before)}.`}
      </p>
    </>
  )
}

const Paid = ({ onAgain }: { readonly onAgain: () => void }) => (
  <div role="status" className="flex flex-wrap items-center justify-between gap-3 p-4">
    <p className="text-13 text-ink-1">Paid. Your new end date appears under Current plan.</p>
    <Button onClick={onAgain}>Pay for more months</Button>
  </div>
)

function choiceOf(plans: readonly Plan[], planId: number | undefined, text: string) {
  // The chosen plan may have been granted in the meantime and no longer be for sale.
  const plan = plans.find(({ id }) => id === planId) ?? plans[0]
  const months = readWhole(text, { least: 1, most: MAX_MONTHS })
  const purchase: Purchase | null = plan && months !== null ? { plan: plan.id, months, total: BigInt(plan.price) * BigInt(months) } : null
  return { chosen: plan, isMonths: months !== null, purchase }
}

function refusalOf(total: bigint | null, balance: bigint | undefined): string | undefined {
  if (total === null) return 'Choose a plan and 1 to 24 months.'
  if (balance !== undefined && balance < total) return `You need ${dollars(total - balance)} more in this wallet.`
  return undefined
}

type PlanChoiceProps = Pick<SubscriptionsPayFormProps, 'plans'> & {
  readonly planId: number | undefined
  readonly onChoose: (id: number) => void
}

const PlanChoice = ({ plans, planId, onChoose }: PlanChoiceProps) => (
  <fieldset className="flex flex-col gap-2">
    <legend className="mb-1 font-medium text-13 text-ink-1">Plan</legend>
    {plans.map(({ id, name, price }) => (
      <label
        key={id}
        className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md border border-line-input px-3 has-checked:border-accent"
      >
        <input type="radio" name="plan" className="accent-accent" checked={id === planId} onChange={() => onChoose(id)} />
        <span className="flex-1 text-15 text-ink-1">{name}</span>
        <span className="num text-13 text-ink-2">{`${dollars(price)} a month`}</span>
      </label>
    ))}
  </fieldset>
)

const titleText = (what: string) => `Pay for ${what}`

/** `total`, in units of 10⁻⁶ USDC, is also the maximum that may be charged. */
type Purchase = { readonly plan: number; readonly months: number; readonly total: bigint }

const subscriptionCalls = (to: Address) => ({
  subscribe: ({ plan, months, total }: Purchase): TransactionCall => ({
    to,
    data: encodeFunctionData({ abi: aerieSubscriptionsAbi, functionName: 'subscribe', args: [BigInt(plan), BigInt(months), total] }),
  }),
  subscribeWithPermit: ({ plan, months, total }: Purchase, { deadline, v, r, s }: Permit): TransactionCall => ({
    to,
    data: encodeFunctionData({
      abi: aerieSubscriptionsAbi,
      functionName: 'subscribeWithPermit',
      args: [BigInt(plan), BigInt(months), total, deadline, v, r, s],
    }),
  }),
})
