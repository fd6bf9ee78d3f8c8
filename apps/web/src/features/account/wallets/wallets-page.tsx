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
import { ACCOUNT_WORDS } from '../account-words.ts'
import type { LinkedWallet } from './wallets-queries.ts'
import { WalletsRow } from './wallets-row.tsx'

const { wallets: WORDS } = ACCOUNT_WORDS

/** Account → Wallets: what is linked, which one counts, and how far it is to gold. */
export function WalletsPage() {
  usePageTitle(WORDS.title)
  useEffect(followOwnChanges, [])
  useEffect(() => void queryClient.prefetchQuery(tierQuery), [])
  const { isPending, data: wallets } = useQuery(walletsQuery, queryClient)
  return (
    <div className="panels-roomy mx-auto flex w-full max-w-4xl flex-col gap-4 p-4">
      <h1 className="font-semibold text-24">{WORDS.title}</h1>
      <Panel title={WORDS.linked} trailing={wallets !== undefined && wallets.length > 0 && <LinkAnother />}>
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
  const query = useQuery(walletsQuery, queryClient)
  return (
    <QueryView query={query} loading={WORDS.loading} failed={WORDS.failed} stale={WORDS.stale}>
      {(wallets) => (wallets.length === 0 ? <NoWallet /> : <WalletList wallets={wallets} />)}
    </QueryView>
  )
}

const NoWallet = () => (
  <EmptyState
    icon={<Wallet size={28} aria-hidden="true" />}
    title={WORDS.none}
    action={
      <Button variant="primary" aria-haspopup="dialog" onClick={() => openLayer('connect-wallet')}>
        {WORDS.connect}
      </Button>
    }
  >
    {WORDS.noneText} <LearnLink term="custody" />
  </EmptyState>
)

const WalletList = ({ wallets }: { readonly wallets: readonly LinkedWallet[] }) => (
  <>
    <ul className="divide-y divide-line">
      {wallets.map((wallet) => (
        <WalletsRow key={wallet.address} wallet={wallet} />
      ))}
    </ul>
    {!wallets.some((wallet) => wallet.is_main) && <p className="border-line border-t px-4 py-3 text-13 text-ink-2">{WORDS.noMain}</p>}
  </>
)
