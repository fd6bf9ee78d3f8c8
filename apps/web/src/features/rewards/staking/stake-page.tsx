import { GoldGate } from '../../../market-views/gate/gold-gate.tsx'
import { WalletGate } from '../../../market-views/gate/wallet-gate.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { RewardsFrame } from '../rewards-frame.tsx'
import { REWARDS_WORDS } from '../rewards-words.ts'
import { WithPosition } from '../with-position.tsx'
import { StakeForm } from './stake-form.tsx'

const { panels: PANELS } = REWARDS_WORDS

/** Trade Rewards → Stake. */
export function StakePage() {
  return (
    <RewardsFrame title={REWARDS_WORDS.titles.stake}>
      {(contracts) => (
        <>
          <Panel title={PANELS.stake}>
            <WithPosition>
              {(position, pool) => (
                <WalletGate>
                  <StakeForm contracts={contracts} position={position} pool={pool} />
                </WalletGate>
              )}
            </WithPosition>
          </Panel>
          <Panel title={PANELS.gold}>
            <GoldGate />
          </Panel>
        </>
      )}
    </RewardsFrame>
  )
}
