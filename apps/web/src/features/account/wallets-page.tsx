import { useQuery } from '@tanstack/react-query'
import { Wallet } from 'lucide-react'
import { useEffect } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { queryClient } from '../../lib/query-client.ts'
import { followOwnChanges } from '../../live/own-changes.ts'
import { tierQuery } from '../../market-views/gate/account-queries.ts'
import { GoldGate } from '../../market-views/gate/gold-gate.tsx'
import { openLayer } from '../../navigation/layers.ts'
import { usePageTitle } from '../../navigation/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { ACCOUNT_WORDS } from './account-words.ts'
import { walletsQuery } from './wallets-queries.ts'
import { WalletsRow } from './wallets-row.tsx'

const { wallets: WORDS } = ACCOUNT_WORDS

/** Account → Wallets: what is linked, which one counts, and how far it is to gold. */
export function WalletsPage() {
  usePageTitle(WORDS.title)
  useEffect(followOwnChanges, [])
  useEffect(() => void queryClient.prefetchQuery(tierQuery), [])
  const { isPending } = useQuery(walletsQuery, queryClient)
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 p-4">
      <h1 className="font-semibold text-24">{WORDS.title}</h1>
      <Panel title={WORDS.linked} trailing={<LinkAnother />}>
        <Linked />
      </Panel>
      {/* Below what it stands under has its height: no wallet, one or many. */}
      {!isPending && (
        <Panel title={WORDS.gold}>
          <GoldGate />
        </Panel>
      )}
    </div>
  )
}

const LinkAnother = () => (
  <Button size="sm" aria-haspopup="dialog" onClick={() => openLayer('connect-wallet')}>
    {WORDS.linkAnother}
  </Button>
)

function Linked() {
  const { data, error, isFetching, refetch } = useQuery(walletsQuery, queryClient)
  if (data === undefined && error !== null)
    return (
      <ErrorState title={WORDS.failed} busy={isFetching} onRetry={() => void refetch()}>
        {errorText(error)}
      </ErrorState>
    )
  if (data === undefined)
    return (
      <div role="status" aria-label={WORDS.loading} className="flex flex-col gap-3 p-4">
        <SkeletonRows count={2} className="h-10 w-full" />
      </div>
    )
  if (data.length === 0)
    return (
      <EmptyState
        icon={<Wallet size={28} aria-hidden="true" />}
        title={WORDS.none}
        action={
          <Button variant="primary" aria-haspopup="dialog" onClick={() => openLayer('connect-wallet')}>
            {WORDS.connect}
          </Button>
        }
      >
        {WORDS.noneText}
      </EmptyState>
    )
  return (
    <>
      {error !== null && <p className="px-4 pt-3 text-12 text-warning">{WORDS.stale}</p>}
      <ul className="divide-y divide-line">
        {data.map((wallet) => (
          <WalletsRow key={wallet.address} wallet={wallet} />
        ))}
      </ul>
      {!data.some((wallet) => wallet.is_main) && <p className="border-line border-t px-4 py-3 text-13 text-ink-2">{WORDS.noMain}</p>}
    </>
  )
}
