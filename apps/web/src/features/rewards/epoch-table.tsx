import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { queryClient } from '../../lib/query-client.ts'
import { TransactionLink } from '../../market-views/transaction/transaction-link.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { amountText } from '../../wallet/amount-text.ts'
import { shortAddress } from '../../wallet/short-address.ts'
import { momentText } from './moment-text.ts'
import { epochsQuery } from './rewards-queries.ts'
import { REWARDS_WORDS } from './rewards-words.ts'

const { epochs: WORDS } = REWARDS_WORDS

/** Every funding of rewards: how much, from whom, for how long, and the transaction that proves it. */
export function EpochTable() {
  const { data, error, isFetching, refetch } = useQuery(epochsQuery, queryClient)
  if (data === undefined && error !== null)
    return (
      <ErrorState title={WORDS.failed} busy={isFetching} onRetry={() => void refetch()}>
        {errorText(error)}
      </ErrorState>
    )
  if (data === undefined)
    return (
      <div role="status" aria-label={WORDS.loading} className="p-4">
        <SkeletonRows count={2} />
      </div>
    )
  if (data.length === 0) return <p className="p-4 text-13 text-ink-2">{WORDS.empty}</p>
  return (
    <ul className="divide-y divide-line">
      {data.map(({ id, amount, start, end, funder, transaction }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3">
          <div>
            <p className="num text-13 text-ink-1">{WORDS.line(id, `${amountText(amount)} AERIE`)}</p>
            <p className="num text-12 text-ink-2">{WORDS.span(momentText(start), momentText(end), shortAddress(funder))}</p>
          </div>
          <TransactionLink hash={transaction} />
        </li>
      ))}
    </ul>
  )
}
