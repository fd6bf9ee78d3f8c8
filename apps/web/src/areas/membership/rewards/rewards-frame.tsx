import type { StakingPool } from '@aerie/wire/staking'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { queryClient } from '../../../platform/api/query-client.ts'
import { followOwnChanges, refetchQueries } from '../../../platform/live/own-changes.ts'
import { usePageTitle } from '../../../platform/navigation/page-title.ts'
import { Panel } from '../../../ui/panel.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { addressOf } from '../address-of.ts'
import { amountText } from '../amount-text.ts'
import { chainQuery } from '../gate/account-queries.ts'
import { StakingSummary } from '../staking/staking-summary.tsx'
import { TransactionTray } from '../transactions/transaction-tray.tsx'
import type { Address } from '../wallet-state.ts'
import { Aerie, Fact, Facts } from './facts.tsx'
import { poolQuery } from './rewards-queries.ts'

/** The vesting contract is null if the operator has configured none. */
export type StakingContracts = { readonly token: Address; readonly staking: Address; readonly vesting: Address | null }

type RewardsFrameProps = { readonly title: string; readonly children: (contracts: StakingContracts) => ReactNode }

const KINDS = ['approve-stake', 'stake', 'unstake', 'withdraw', 'claim', 'release']
const CHANGED = ['staking', 'allowance', 'tier', 'gas']

export function RewardsFrame({ title, children }: RewardsFrameProps) {
  usePageTitle(title)
  useEffect(followOwnChanges, [])
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 p-4 panels-roomy [&_:is(a,button,input)]:scroll-mb-36">
      <h1 className="font-semibold text-24">{title}</h1>
      <OnChain>{children}</OnChain>
      <TransactionTray kinds={KINDS} onSettled={() => refetchQueries(CHANGED)} />
    </div>
  )
}

function OnChain({ children }: Pick<RewardsFrameProps, 'children'>) {
  const query = useQuery(chainQuery, queryClient)
  return (
    <QueryView
      query={query}
      loading="Loading the chain settings"
      failed="The chain settings could not be loaded"
      rows={4}
      rowClassName="h-12 w-full"
    >
      {({ chain, contracts: { token, staking, vesting } }) => {
        if (chain === null)
          return <ErrorState title="Staking is not available on this server">The operator has not connected a chain.</ErrorState>
        if (token === undefined || staking === undefined)
          return (
            <ErrorState title="Staking is not available right now" busy={query.isFetching} onRetry={() => void query.refetch()}>
              {chain.is_local ? 'The local chain is starting. Try again in a moment.' : 'The operator has not set up the staking contract.'}
            </ErrorState>
          )
        return (
          <div className="in-order flex flex-col gap-4">
            <StakingSummary />
            {children({ token: addressOf(token), staking: addressOf(staking), vesting: vesting === undefined ? null : addressOf(vesting) })}
            <PoolTotals />
          </div>
        )
      }}
    </QueryView>
  )
}

function PoolTotals() {
  const query = useQuery(poolQuery, queryClient)
  return (
    <Panel title="Pool">
      <QueryView query={query} loading="Loading the pool" failed="The pool could not be loaded" rowClassName="h-4 w-full" className="p-4">
        {(pool) => (
          <div className="flex flex-col gap-3 p-4">
            <Totals pool={pool} />
          </div>
        )}
      </QueryView>
    </Panel>
  )
}

const SECONDS_A_DAY = 86_400n
const RATE_SCALE = 10n ** 18n

function Totals({ pool }: { readonly pool: StakingPool }) {
  const daily = (BigInt(pool.reward_rate) * SECONDS_A_DAY) / RATE_SCALE
  return (
    <Facts columns={4}>
      <Fact title="Total staked">
        <Aerie>{amountText(pool.total_staked)}</Aerie>
      </Fact>
      <Fact title="Unbonding">
        <Aerie>{amountText(pool.total_cooling)}</Aerie>
      </Fact>
      <Fact title="Reward reserve">
        <Aerie>{amountText(pool.reward_reserve)}</Aerie>
      </Fact>
      <Fact title="Rewards a day">{pool.reward_rate === '0' ? 'None: no epoch running' : <Aerie>{amountText(daily)}</Aerie>}</Fact>
    </Facts>
  )
}
