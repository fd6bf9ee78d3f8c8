import { Panel } from '../../ui/panel.tsx'
import { ClaimRewards } from './claim-rewards.tsx'
import { EpochTable } from './epoch-table.tsx'
import { HistoryTable } from './history-table.tsx'
import { RewardsFrame } from './rewards-frame.tsx'
import { VestedTokens } from './vested-tokens.tsx'
import { WithPosition } from './with-position.tsx'

/** Trade Rewards → Rewards. */
export function RewardsPage() {
  return (
    <RewardsFrame title="Rewards">
      {({ staking, vesting }) => (
        <>
          <Panel title="Your rewards">
            <WithPosition>{(position, pool) => <ClaimRewards staking={staking} position={position} pool={pool} />}</WithPosition>
          </Panel>
          {vesting !== null && <VestedTokens vesting={vesting} />}
          <HistoryTable />
          <Panel title="Where rewards come from">
            <EpochTable />
          </Panel>
        </>
      )}
    </RewardsFrame>
  )
}
