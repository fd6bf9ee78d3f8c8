import { WalletGate } from '../../market-views/gate/wallet-gate.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RewardsFrame } from './rewards-frame.tsx'
import { TicketList } from './ticket-list.tsx'
import { UnstakeForm } from './unstake-form.tsx'
import { WithPosition } from './with-position.tsx'

/** Trade Rewards → Withdraw. */
export function WithdrawPage() {
  return (
    <RewardsFrame title="Withdraw">
      {({ staking }) => (
        <>
          <Panel title="Ask for a stake back">
            <WithPosition>
              {(position, pool) => (
                <WalletGate>
                  <UnstakeForm staking={staking} position={position} pool={pool} />
                </WalletGate>
              )}
            </WithPosition>
          </Panel>
          <Panel title="On its way to you">
            <WithPosition>{(position) => <TicketList staking={staking} position={position} />}</WithPosition>
          </Panel>
        </>
      )}
    </RewardsFrame>
  )
}
