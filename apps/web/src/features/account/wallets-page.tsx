import { useQuery } from '@tanstack/react-query'
import { Wallet } from 'lucide-react'
import { useEffect } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { queryClient } from '../../lib/query-client.ts'
import { followOwnChanges } from '../../live/own-changes.ts'
import { GoldGate } from '../../market-views/gate/gold-gate.tsx'
import { openLayer } from '../../navigation/layers.ts'
import { usePageTitle } from '../../navigation/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { walletsQuery } from './wallets-queries.ts'
import { WalletsRow } from './wallets-row.tsx'

/** Account → Wallets: what is linked, which one counts, and how far it is to gold. */
export function WalletsPage() {
  usePageTitle('Wallets')
  useEffect(followOwnChanges, [])
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 p-4">
      <h1 className="font-semibold text-24">Wallets</h1>
      <Panel title="Linked wallets" trailing={<LinkAnother />}>
        <Linked />
      </Panel>
      <Panel title="Gold tier">
        <GoldGate />
      </Panel>
    </div>
  )
}

const LinkAnother = () => (
  <Button size="sm" aria-haspopup="dialog" onClick={() => openLayer('connect-wallet')}>
    Link another wallet
  </Button>
)

function Linked() {
  const { data, error, isFetching, refetch } = useQuery(walletsQuery, queryClient)
  if (data === undefined && error !== null)
    return (
      <ErrorState title="Your wallets could not be read" busy={isFetching} onRetry={() => void refetch()}>
        {errorText(error)}
      </ErrorState>
    )
  if (data === undefined)
    return (
      <div role="status" aria-label="Reading your wallets" className="flex flex-col gap-3 p-4">
        <SkeletonRows count={2} className="h-10 w-full" />
      </div>
    )
  if (data.length === 0)
    return (
      <EmptyState
        icon={<Wallet size={28} aria-hidden="true" />}
        title="No wallet is linked"
        action={
          <Button variant="primary" aria-haspopup="dialog" onClick={() => openLayer('connect-wallet')}>
            Connect Wallet
          </Button>
        }
      >
        Link one to see your tokens, to stake, and to reach the gold tier. You prove that it is yours by signing a message: that costs
        nothing and sends nothing.
      </EmptyState>
    )
  return (
    <>
      {error !== null && <p className="px-4 pt-3 text-12 text-warning">Could not be read again just now: this list may be old.</p>}
      <ul className="divide-y divide-line">
        {data.map((wallet) => (
          <WalletsRow key={wallet.address} wallet={wallet} />
        ))}
      </ul>
      {!data.some((wallet) => wallet.is_main) && (
        <p className="border-line border-t px-4 py-3 text-13 text-ink-2">
          None of them is the main one: choose the one whose tokens shall count.
        </p>
      )}
    </>
  )
}
