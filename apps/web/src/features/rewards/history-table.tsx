import type { stakingHistory } from '@aerie/wire/staking'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type * as z from 'zod/mini'
import { errorText } from '../../lib/http/error-text.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { TransactionLink } from '../../market-views/transaction/transaction-link.tsx'
import { useSession } from '../../session/session.ts'
import { storedWallet } from '../../session/stored-wallet.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { notify } from '../../ui/states/toast.ts'
import { amountText } from '../../wallet/amount-text.ts'
import { downloadHistory } from './download-history.ts'
import { momentText } from './moment-text.ts'
import { historyQuery } from './rewards-queries.ts'

const PAGE_SIZE = 50

/** What happened to the stake of the linked wallet, in pages, and whole as a file. */
export function HistoryTable() {
  const wallet = useSession(({ user }) => storedWallet(user))
  if (wallet === null) return null
  const save = () => downloadHistory(wallet).catch((error: unknown) => notify('error', errorText(error)))
  return (
    <Panel
      title="History"
      trailing={
        <Button size="sm" onClick={() => void save()}>
          Export CSV
        </Button>
      }
    >
      <Rows wallet={wallet} />
    </Panel>
  )
}

/** One transaction may withdraw the same amount twice. */
function withKeys<T extends { readonly transaction: string; readonly kind: string; readonly amount: string }>(events: readonly T[]) {
  const seen = new Map<string, number>()
  return events.map((event) => {
    const name = `${event.transaction} ${event.kind} ${event.amount}`
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return { ...event, key: `${name} ${count}` }
  })
}

function Rows({ wallet }: { readonly wallet: string }) {
  const [params, setParams] = useSearchParams()
  const wanted = Math.max(1, Math.trunc(Number(params.get('page') ?? 1)) || 1)
  const query = useQuery(historyQuery(wallet, wanted), queryClient)
  return (
    <QueryView query={query} loading="Loading your history" failed="Your history could not be loaded" rows={3} rowClassName="h-4 w-full">
      {({ events, page, total }) => (
        <>
          {events.length === 0 ? (
            <p className="p-4 text-13 text-ink-2">No activity yet. Stakes, withdrawals and claims appear here.</p>
          ) : (
            <Events events={events} />
          )}
          <Pages page={page} pages={Math.ceil(total / PAGE_SIZE)} onPage={(to) => setParams(new URLSearchParams({ page: String(to) }))} />
        </>
      )}
    </QueryView>
  )
}

const Events = ({ events }: { readonly events: z.output<typeof stakingHistory>['events'] }) => (
  <ul className="divide-y divide-line">
    {withKeys(events).map(({ key, kind, amount, transaction, at, block, final }) => (
      <li key={key} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2">
        <div>
          <p className="num text-13 text-ink-1">
            {kinds[kind]}: {amountText(amount)} AERIE
          </p>
          <p className="num text-12 text-ink-2">
            {`${momentText(at)}, block ${block.toLocaleString('en-US')}`}
            {!final && ', not final yet'}
          </p>
        </div>
        <TransactionLink hash={transaction} />
      </li>
    ))}
  </ul>
)

type PagesProps = { readonly page: number; readonly pages: number; readonly onPage: (page: number) => void }

function Pages({ page, pages, onPage }: PagesProps) {
  if (pages <= 1) return null
  return (
    <nav aria-label="Pages of the history" className="flex items-center justify-between gap-2 border-line border-t px-4 py-2">
      <Button size="sm" disabledReason={page <= 1 ? 'This is the first page.' : undefined} onClick={() => onPage(page - 1)}>
        Newer
      </Button>
      <p className="num text-12 text-ink-2">{`Page ${page} of ${pages}`}</p>
      <Button size="sm" disabledReason={page >= pages ? 'This is the last page.' : undefined} onClick={() => onPage(page + 1)}>
        Older
      </Button>
    </nav>
  )
}

const kinds = { staked: 'Staked', unstake_requested: 'Unstaked', withdrawn: 'Withdrawn', claimed: 'Claimed' }
