import type { rewardEpochs } from '@aerie/wire/staking'
import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { queryClient } from '../../lib/http/query-client.ts'
import { TransactionLink } from '../../market-views/transaction/transaction-link.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { amountText } from '../../wallet/amount-text.ts'
import { shortAddress } from '../../wallet/short-address.ts'
import { momentText } from './moment-text.ts'
import { epochsQuery } from './rewards-queries.ts'

/** Every funding of rewards: how much, from whom, for how long, and the transaction that proves it. */
export function EpochTable() {
  const query = useQuery(epochsQuery, queryClient)
  return (
    <QueryView query={query} loading="Loading the epochs" failed="The epochs could not be loaded" rowClassName="h-4 w-full">
      {(epochs) =>
        epochs.length === 0 ? <p className="p-4 text-13 text-ink-2">No rewards have been funded yet.</p> : <Epochs epochs={epochs} />
      }
    </QueryView>
  )
}

const Epochs = ({ epochs }: { readonly epochs: z.output<typeof rewardEpochs> }) => (
  <ul className="divide-y divide-line">
    {epochs.map(({ id, amount, start, end, funder, transaction }) => (
      <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3">
        <div>
          <p className="num text-13 text-ink-1">{`Epoch ${id}: ${`${amountText(amount)} AERIE`}`}</p>
          <p className="num text-12 text-ink-2">{`${momentText(start)} to ${momentText(end)}, funded by ${shortAddress(funder)}`}</p>
        </div>
        <TransactionLink hash={transaction} />
      </li>
    ))}
  </ul>
)
