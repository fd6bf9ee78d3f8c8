import type { SubscriptionsStatus } from '@aerie/wire/staking'
import { TransactionLink } from '../../../market-views/transaction/transaction-link.tsx'
import { shortAddress } from '../../../wallet/short-address.ts'
import { ACCOUNT_WORDS } from '../account-words.ts'

const { own: WORDS } = ACCOUNT_WORDS

type Own = SubscriptionsStatus['own'][number]

/** What the account has, or had: from where, until when, and whether it counts already. */
export function SubscriptionsOwn({ own }: { readonly own: readonly Own[] }) {
  if (own.length === 0) return <p className="p-4 text-13 text-ink-2">{WORDS.none}</p>
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
            <p className="text-12 text-ink-2">{one.origin === 'operator' ? WORDS.granted : WORDS.paidFrom(payerOf(one))}</p>
          </div>
          {one.transaction !== null && <TransactionLink hash={one.transaction} />}
        </li>
      ))}
    </ul>
  )
}

const payerOf = ({ wallet }: Own): string => (wallet === null ? WORDS.someWallet : shortAddress(wallet))

function standingText({ final, paid_until: paidUntil, active }: Own): string {
  if (!final) return WORDS.pending
  if (paidUntil === null) return WORDS.openEnded
  const until = new Date(paidUntil).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  return active ? WORDS.until(until) : WORDS.ended(until)
}
