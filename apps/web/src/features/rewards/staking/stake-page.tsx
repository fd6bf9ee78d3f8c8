import { GoldGate } from '../../../market-views/gate/gold-gate.tsx'
import { WalletGate } from '../../../market-views/gate/wallet-gate.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { RewardsFrame } from '../rewards-frame.tsx'
import { WithPosition } from '../with-position.tsx'
import { StakeForm } from './stake-form.tsx'

/** Trade Rewards → Stake. */
export function StakePage() {
  return (
    <RewardsFrame title="Stake">
      {(contracts) => (
        <>
          <Panel title="Stake AERIE">
            <WithPosition>
              {(position, pool) => (
                <WalletGate>
                  <StakeForm contracts={contracts} position={position} pool={pool} />
                </WalletGate>
              )}
            </WithPosition>
          </Panel>
          <Panel title="Gold tier">
            <GoldGate />
          </Panel>
        </>
      )}
    </RewardsFrame>
  )
}
