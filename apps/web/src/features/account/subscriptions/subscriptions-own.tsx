import type { SubscriptionsStatus } from '@aerie/wire/staking'
import { TransactionLink } from '../../../market-views/transaction/transaction-link.tsx'
import { shortAddress } from '../../../wallet/short-address.ts'

type Own = SubscriptionsStatus['own'][number]

/** What the account has, or had: from where, until when, and whether it counts already. */
export function SubscriptionsOwn({ own }: { readonly own: readonly Own[] }) {
  if (own.length === 0) return <p className="p-4 text-13 text-ink-2">You are on the claw plan, which is included with every account.</p>
  return (
    <ul className="divide-y divide-line">
      {own.map((one) => (
        <li
          key={`${one.name} ${one.wallet} ${one.final}`}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3"
        >
          <div>
            <p className="font-medium text-15 text-ink-1">{one.name}</p>
            <p className="text-13 text-ink-2">{standingText(one)}</p>
            <p className="text-12 text-ink-2">{one.origin === 'operator' ? 'Granted by the operator' : `Paid from ${payerOf(one)}`}</p>
          </div>
          {one.transaction !== null && <TransactionLink hash={one.transaction} />}
        </li>
      ))}
    </ul>
  )
}

const payerOf = ({ wallet }: Own): string => (wallet === null ? 'a linked wallet' : shortAddress(wallet))

function standingText({ final, paid_until: paidUntil, active }: Own): string {
  if (!final) return 'Paid. Active as soon as the payment is final; no need to log in again.'
  if (paidUntil === null) return 'Active, with no end date.'
  const until = new Date(paidUntil).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  return active ? `Active until ${until}.` : `Ended on ${until}.`
}
