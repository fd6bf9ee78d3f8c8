import type { StakingPool, StakingPosition } from '@aerie/wire/staking'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { queryClient } from '../../lib/query-client.ts'
import { WalletGate } from '../../market-views/gate/wallet-gate.tsx'
import { useSession } from '../../session/session.ts'
import { storedWallet } from '../../session/stored-wallet.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { poolQuery, positionQuery } from './rewards-queries.ts'
import { REWARDS_WORDS } from './rewards-words.ts'

const { position: WORDS } = REWARDS_WORDS

type WithPositionProps = {
  readonly children: (position: StakingPosition, pool: StakingPool) => ReactNode
  /** Of the open tickets, from 1. */
  readonly page?: number
}

/** What the linked wallet has in the pool; where none is linked, how to get there. */
export function WithPosition({ children, page = 1 }: WithPositionProps) {
  const linked = useSession(({ user }) => storedWallet(user))
  if (linked === null) return <WalletGate>{null}</WalletGate>
  return (
    <Position wallet={linked} page={page}>
      {children}
    </Position>
  )
}

function Position({ wallet, page, children }: Required<WithPositionProps> & { readonly wallet: string }) {
  const position = useQuery(positionQuery(wallet, page), queryClient)
  const pool = useQuery(poolQuery, queryClient)
  const error = position.error ?? pool.error
  if (position.data !== undefined && pool.data !== undefined)
    return <div className="flex flex-col gap-4 p-4">{children(position.data, pool.data)}</div>
  const again = () => void Promise.all([position.refetch(), pool.refetch()])
  if (error !== null)
    return (
      <ErrorState title={WORDS.failed} busy={position.isFetching || pool.isFetching} onRetry={again}>
        {errorText(error)} {WORDS.safe}
      </ErrorState>
    )
  return (
    <div role="status" aria-label={WORDS.loading} className="flex flex-col gap-3 p-4">
      <SkeletonRows count={3} />
    </div>
  )
}
