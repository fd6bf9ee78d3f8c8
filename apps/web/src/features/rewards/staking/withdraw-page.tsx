import { useState } from 'react'
import { WalletGate } from '../../../market-views/gate/wallet-gate.tsx'
import { Panel } from '../../../ui/panel.tsx'
import type { Address } from '../../../wallet/wallet-state.ts'
import { RewardsFrame } from '../rewards-frame.tsx'
import { WithPosition } from '../with-position.tsx'
import { TicketList } from './ticket-list.tsx'
import { UnstakeForm } from './unstake-form.tsx'

/** Trade Rewards → Withdraw. */
export function WithdrawPage() {
  return (
    <RewardsFrame title="Withdraw">
      {({ staking }) => (
        <>
          <Panel title="Unstake AERIE">
            <WithPosition>
              {(position, pool) => (
                <WalletGate>
                  <UnstakeForm staking={staking} position={position} pool={pool} />
                </WalletGate>
              )}
            </WithPosition>
          </Panel>
          <Panel title="Unbonding">
            <OpenTickets staking={staking} />
          </Panel>
        </>
      )}
    </RewardsFrame>
  )
}

function OpenTickets({ staking }: { readonly staking: Address }) {
  const [wanted, setWanted] = useState(1)
  return (
    <WithPosition page={wanted}>
      {(position, _, page) => <TicketList staking={staking} position={position} page={page} onPage={setWanted} />}
    </WithPosition>
  )
}
