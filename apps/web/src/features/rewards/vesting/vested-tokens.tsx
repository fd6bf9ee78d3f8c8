import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../../lib/http/query-client.ts'
import { useSession } from '../../../session/session.ts'
import { storedWallet } from '../../../session/stored-wallet.ts'
import { Panel } from '../../../ui/panel.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import type { Address } from '../../../wallet/wallet-state.ts'
import { ReadingAge } from '../reading-age.tsx'
import { vestingQuery } from '../rewards-queries.ts'
import { VestingGrants } from './vesting-grants.tsx'

/** What was granted to the linked wallet and becomes its own over time, and the way to take what has. */
export function VestedTokens({ vesting }: { readonly vesting: Address }) {
  const wallet = useSession(({ user }) => storedWallet(user))
  return wallet === null ? null : (
    <Panel title="Vested tokens">
      <OfWallet wallet={wallet} vesting={vesting} />
    </Panel>
  )
}

function OfWallet({ wallet, vesting }: { readonly wallet: string; readonly vesting: Address }) {
  const query = useQuery(vestingQuery(wallet), queryClient)
  return (
    <QueryView
      query={query}
      loading="Loading your vested tokens"
      failed="Your vested tokens could not be loaded"
      reassurance="Your grants are safe in the contract."
      rowClassName="h-4 w-full"
    >
      {(position) => (
        <div className="flex flex-col gap-4 p-4">
          {position.grants.length === 0 ? (
            <p className="text-13 text-ink-2">No tokens were granted to this wallet. A grant appears here with its schedule.</p>
          ) : (
            <VestingGrants position={position} vesting={vesting} />
          )}
          <ReadingAge reading={position} isFailing={query.error !== null} isQuiet />
        </div>
      )}
    </QueryView>
  )
}
