import { Panel } from '../../ui/panel.tsx'
import { ClaimRewards } from './claim-rewards.tsx'
import { EpochTable } from './epoch-table.tsx'
import { HistoryTable } from './history-table.tsx'
import { RewardsFrame } from './rewards-frame.tsx'
import { REWARDS_WORDS } from './rewards-words.ts'
import { VestedTokens } from './vesting/vested-tokens.tsx'
import { WithPosition } from './with-position.tsx'

const { panels: PANELS } = REWARDS_WORDS

/** Trade Rewards → Rewards. */
export function RewardsPage() {
  return (
    <RewardsFrame title={REWARDS_WORDS.titles.rewards}>
      {({ staking, vesting }) => (
        <>
          <Panel title={PANELS.rewards}>
            <WithPosition>{(position) => <ClaimRewards staking={staking} position={position} />}</WithPosition>
          </Panel>
          {vesting !== null && <VestedTokens vesting={vesting} />}
          <HistoryTable />
          <Panel title={PANELS.epochs}>
            <EpochTable />
          </Panel>
        </>
      )}
    </RewardsFrame>
  )
}
