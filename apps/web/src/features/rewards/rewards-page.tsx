import { Panel } from '../../ui/panel.tsx'
import { ClaimRewards } from './claim-rewards.tsx'
import { EpochTable } from './epoch-table.tsx'
import { HistoryTable } from './history-table.tsx'
import { RewardsFrame } from './rewards-frame.tsx'
import { VestedTokens } from './vesting/vested-tokens.tsx'
import { WithPosition } from './with-position.tsx'

/** Trade Rewards → Rewards. */
export function RewardsPage() {
  return (
    <RewardsFrame title="Rewards">
      {({ staking, vesting }) => (
        <>
          <Panel title="Your rewards">
            <WithPosition>{(position) => <ClaimRewards staking={staking} position={position} />}</WithPosition>
          </Panel>
          {vesting !== null && <VestedTokens vesting={vesting} />}
          <HistoryTable />
          <Panel title="Reward epochs">
            <EpochTable />
          </Panel>
        </>
      )}
    </RewardsFrame>
  )
}
