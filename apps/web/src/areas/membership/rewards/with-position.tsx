import type { StakingPool, StakingPosition } from '@aerie/wire/staking'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { queryClient } from '../../../platform/api/query-client.ts'
import { useSession } from '../../../platform/session/session.ts'
import { storedWallet } from '../../../platform/session/stored-wallet.ts'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { WalletGate } from '../gate/wallet-gate.tsx'
import { poolQuery, positionQuery } from './rewards-queries.ts'

type WithPositionProps = {
  /** `page`: the page of open tickets that the position contains; lags behind the requested one. */
  readonly children: (position: StakingPosition, pool: StakingPool, page: number) => ReactNode
  /** Requested page of open tickets, one-based. */
  readonly page?: number
}

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
  const shown = useHeld(page, position.isPlaceholderData)
  const query = {
    data: position.data && pool.data && { position: position.data, pool: pool.data },
    error: position.error ?? pool.error,
    isFetching: position.isFetching || pool.isFetching,
    refetch: () => Promise.all([position.refetch(), pool.refetch()]),
  }
  return (
    <QueryView
      query={query}
      loading="Loading your stake"
      failed="Your stake could not be loaded"
      reassurance="Your stake is safe in the contract."
      rows={3}
      rowClassName="h-4 w-full"
      className="p-4"
    >
      {(both) => <div className="flex flex-col gap-4 p-4">{children(both.position, both.pool, shown)}</div>}
    </QueryView>
  )
}

/** Returns `value`, or its last value from before `isHeld` was set. Compares by identity. */
export function useHeld<T>(value: T, isHeld: boolean): T {
  const [held, setHeld] = useState(() => value)
  if (!isHeld && !Object.is(held, value)) setHeld(() => value)
  return isHeld ? held : value
}
