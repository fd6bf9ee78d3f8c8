import type { StakingPool } from '@aerie/wire/staking'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { queryClient } from '../../lib/query-client.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { amountText } from '../../wallet/amount-text.ts'
import { Aerie, Fact, Facts } from './facts.tsx'
import { poolQuery } from './rewards-queries.ts'
import { REWARDS_WORDS } from './rewards-words.ts'

const { pool: WORDS } = REWARDS_WORDS

/** What all stakers have together, and what they are paid. */
export function PoolTotals() {
  const { data, error, isFetching, refetch } = useQuery(poolQuery, queryClient)
  return (
    <Panel title={REWARDS_WORDS.panels.pool}>
      {data === undefined && error !== null && (
        <ErrorState title={WORDS.failed} busy={isFetching} onRetry={() => void refetch()}>
          {errorText(error)}
        </ErrorState>
      )}
      {data === undefined && error === null && (
        <div role="status" aria-label={WORDS.loading} className="flex flex-col gap-3 p-4">
          <SkeletonRows count={2} />
        </div>
      )}
      {data !== undefined && (
        <div className="flex flex-col gap-3 p-4">
          <Totals pool={data} />
        </div>
      )}
    </Panel>
  )
}

const SECONDS_A_DAY = 86_400n
const RATE_SCALE = 10n ** 18n

/** The yearly rate stands above every tab. */
function Totals({ pool }: { readonly pool: StakingPool }) {
  const daily = (BigInt(pool.reward_rate) * SECONDS_A_DAY) / RATE_SCALE
  return (
    <Facts columns={4}>
      <Fact title={WORDS.staked}>
        <Aerie>{amountText(pool.total_staked)}</Aerie>
      </Fact>
      <Fact title={WORDS.cooling}>
        <Aerie>{amountText(pool.total_cooling)}</Aerie>
      </Fact>
      <Fact title={WORDS.reserve}>
        <Aerie>{amountText(pool.reward_reserve)}</Aerie>
      </Fact>
      <Fact title={WORDS.daily}>{pool.reward_rate === '0' ? WORDS.noDaily : <Aerie>{amountText(daily)}</Aerie>}</Fact>
    </Facts>
  )
}
