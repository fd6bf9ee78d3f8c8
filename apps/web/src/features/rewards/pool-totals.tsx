import type { StakingPool } from '@aerie/wire/staking'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { queryClient } from '../../lib/query-client.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Explain, Formula } from '../../ui/explain.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { amountText } from '../../wallet/amount-text.ts'
import { Fact, Facts } from './facts.tsx'
import { aprWith, percentOf } from './live-rewards.ts'
import { ReadingAge } from './reading-age.tsx'
import { poolQuery } from './rewards-queries.ts'

/** What all stakers have together, what they earn, and why there may be no yearly rate. */
export function PoolTotals() {
  const { data, error, isFetching, refetch } = useQuery(poolQuery, queryClient)
  return (
    <Panel title="Pool">
      {data === undefined && error !== null && (
        <ErrorState title="The pool could not be read" busy={isFetching} onRetry={() => void refetch()}>
          {errorText(error)}
        </ErrorState>
      )}
      {data === undefined && error === null && (
        <div role="status" aria-label="Reading the pool" className="flex flex-col gap-3 p-4">
          <SkeletonRows count={2} />
        </div>
      )}
      {data !== undefined && (
        <div className="flex flex-col gap-3 p-4">
          <Totals pool={data} />
          <ReadingAge reading={data} isFailing={error !== null} />
        </div>
      )}
    </Panel>
  )
}

const SECONDS_A_DAY = 86_400n
const RATE_SCALE = 10n ** 18n

function Totals({ pool }: { readonly pool: StakingPool }) {
  const rate = aprWith(pool, 0n)
  const daily = (BigInt(pool.reward_rate) * SECONDS_A_DAY) / RATE_SCALE
  return (
    <Facts>
      <Fact title="Staked by all">{amountText(pool.total_staked)} AERIE</Fact>
      <Fact title="On its way out">{amountText(pool.total_cooling)} AERIE</Fact>
      <Fact title="Rewards held">{amountText(pool.reward_reserve)} AERIE</Fact>
      <Fact title="Paid to all a day">{pool.reward_rate === '0' ? 'Nothing: no epoch runs' : `${amountText(daily)} AERIE`}</Fact>
      <Fact
        title="Yearly rate"
        about={
          <Explain title="the yearly rate">
            <p>What a stake earns in a year of 365 days, if the epoch went on so long and nobody staked or left. Simple, not compounded.</p>
            <Formula>rewards left ÷ seconds left × 31,536,000 ÷ all stakes</Formula>
            <p>It falls when others stake, and ends with the epoch.</p>
          </Explain>
        }
      >
        {rate === null ? <NoRate pool={pool} /> : percentOf(rate)}
      </Fact>
    </Facts>
  )
}

const NoRate = ({ pool }: { readonly pool: StakingPool }) => <>— {pool.reward_rate === '0' ? 'no epoch runs' : 'nobody stakes yet'}</>
