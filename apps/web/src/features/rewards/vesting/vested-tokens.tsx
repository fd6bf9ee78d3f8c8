import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../../lib/error-text.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { useSession } from '../../../session/session.ts'
import { storedWallet } from '../../../session/stored-wallet.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
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
  const { data, error, isFetching, refetch } = useQuery(vestingQuery(wallet), queryClient)
  if (data === undefined && error !== null)
    return (
      <ErrorState title={WORDS.failed} busy={isFetching} onRetry={() => void refetch()}>
        {errorText(error)} {WORDS.safe}
      </ErrorState>
    )
  if (data === undefined)
    return (
      <div role="status" aria-label={WORDS.loading} className="flex flex-col gap-3 p-4">
        <SkeletonRows count={2} />
      </div>
    )
  return (
    <div className="flex flex-col gap-4 p-4">
      {data.grants.length === 0 ? <p className="text-13 text-ink-2">{WORDS.empty}</p> : <VestingGrants position={data} vesting={vesting} />}
      <ReadingAge reading={data} isFailing={error !== null} isQuiet />
    </div>
  )
}
