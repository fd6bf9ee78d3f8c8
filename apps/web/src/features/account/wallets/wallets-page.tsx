import { useQuery } from '@tanstack/react-query'
import { Wallet } from 'lucide-react'
import { useEffect } from 'react'
import { queryClient } from '../../../lib/http/query-client.ts'
import { followOwnChanges } from '../../../live/own-changes.ts'
import { tierQuery, walletsQuery } from '../../../market-views/gate/account-queries.ts'
import { GoldGate } from '../../../market-views/gate/gold-gate.tsx'
import { openLayer } from '../../../navigation/layers.ts'
import { LearnLink } from '../../../navigation/learn-link.tsx'
import { usePageTitle } from '../../../navigation/page-title.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import type { LinkedWallet } from './wallets-queries.ts'
import { WalletsRow } from './wallets-row.tsx'

/** Account → Wallets: what is linked, which one counts, and how far it is to gold. */
export function WalletsPage() {
  usePageTitle('Wallets')
  useEffect(followOwnChanges, [])
  useEffect(() => void queryClient.prefetchQuery(tierQuery), [])
  const { isPending, data: wallets } = useQuery(walletsQuery, queryClient)
  return (
    <div className="panels-roomy mx-auto flex w-full max-w-4xl flex-col gap-4 p-4">
      <h1 className="font-semibold text-24">Wallets</h1>
      <Panel title="Linked wallets" trailing={wallets !== undefined && wallets.length > 0 && <LinkAnother />}>
        <Linked />
      </Panel>
      {/* Below what it stands under has its height: no wallet, one or many. */}
      {!isPending && (
        <Panel title="Gold tier">
          <GoldGate />
        </Panel>
      )}
    </div>
  )
}

const LinkAnother = () => (
  <Button size="sm" aria-haspopup="dialog" onClick={() => openLayer('connect-wallet')}>
    Link another wallet
  </Button>
)

function Linked() {
  const query = useQuery(walletsQuery, queryClient)
  return (
    <QueryView
      query={query}
      loading="Loading your wallets"
      failed="Your wallets could not be loaded"
      stale="Could not update just now. This list may be out of date."
    >
      {(wallets) => (wallets.length === 0 ? <NoWallet /> : <WalletList wallets={wallets} />)}
    </QueryView>
  )
}

const NoWallet = () => (
  <EmptyState
    icon={<Wallet size={28} aria-hidden="true" />}
    title="No wallet linked"
    action={
      <Button variant="primary" aria-haspopup="dialog" onClick={() => openLayer('connect-wallet')}>
        Connect Wallet
      </Button>
    }
  >
    Link a wallet to see your tokens, stake and reach the gold tier. You prove it is yours by signing a free message.{' '}
    <LearnLink term="custody" />
  </EmptyState>
)

const WalletList = ({ wallets }: { readonly wallets: readonly LinkedWallet[] }) => (
  <>
    <ul className="divide-y divide-line">
      {wallets.map((wallet) => (
        <WalletsRow key={wallet.address} wallet={wallet} />
      ))}
    </ul>
    {!wallets.some((wallet) => wallet.is_main) && (
      <p className="border-line border-t px-4 py-3 text-13 text-ink-2">
        No main wallet selected. Choose the wallet whose tokens count towards the gold tier.
      </p>
    )}
  </>
)
