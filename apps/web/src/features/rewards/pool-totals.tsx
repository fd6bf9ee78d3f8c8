import type { StakingPool } from '@aerie/wire/staking'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../lib/http/query-client.ts'
import { Panel } from '../../ui/panel.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { amountText } from '../../wallet/amount-text.ts'
import { Aerie, Fact, Facts } from './facts.tsx'
import { poolQuery } from './rewards-queries.ts'

/** What all stakers have together, and what they are paid. */
export function PoolTotals() {
  const query = useQuery(poolQuery, queryClient)
  return (
    <Panel title="Pool">
      <QueryView query={query} loading="Loading the pool" failed="The pool could not be loaded" rowClassName="h-4 w-full">
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

/** The yearly rate stands above every tab. */
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
