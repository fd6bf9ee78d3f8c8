import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../../lib/http/query-client.ts'
import { useSession } from '../../../session/session.ts'
import { storedWallet } from '../../../session/stored-wallet.ts'
import { Panel } from '../../../ui/panel.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import type { Address } from '../../../wallet/wallet-state.ts'
import { ReadingAge } from '../reading-age.tsx'
import { vestingQuery } from '../rewards-queries.ts'
import { REWARDS_WORDS } from '../rewards-words.ts'
import { VestingGrants } from './vesting-grants.tsx'

const { vested: WORDS } = REWARDS_WORDS

/** What was granted to the linked wallet and becomes its own over time, and the way to take what has. */
export function VestedTokens({ vesting }: { readonly vesting: Address }) {
  const wallet = useSession(({ user }) => storedWallet(user))
  return wallet === null ? null : (
    <Panel title={REWARDS_WORDS.panels.vested}>
      <OfWallet wallet={wallet} vesting={vesting} />
    </Panel>
  )
}

function OfWallet({ wallet, vesting }: { readonly wallet: string; readonly vesting: Address }) {
  const query = useQuery(vestingQuery(wallet), queryClient)
  return (
    <QueryView query={query} loading={WORDS.loading} failed={WORDS.failed} reassurance={WORDS.safe} rowClassName="h-4 w-full">
      {(position) => (
        <div className="flex flex-col gap-4 p-4">
          {position.grants.length === 0 ? (
            <p className="text-13 text-ink-2">{WORDS.empty}</p>
          ) : (
            <VestingGrants position={position} vesting={vesting} />
          )}
          <ReadingAge reading={position} isFailing={query.error !== null} isQuiet />
        </div>
      )}
    </QueryView>
  )
}
