import type { StakingPosition } from '@aerie/wire/staking'
import { WalletGate } from '../../market-views/gate/wallet-gate.tsx'
import { GasLine } from '../../market-views/transaction/gas-line.tsx'
import { SendButton } from '../../market-views/transaction/send-button.tsx'
import { addressOf } from '../../wallet/address-of.ts'
import type { Address } from '../../wallet/wallet-state.ts'
import { chainSecondsAt } from './chain-clock.ts'
import { Fact, Facts, Unknown } from './facts.tsx'
import { earnedNow, shareText } from './live-rewards.ts'
import { stakingCalls } from './staking/staking-calls.ts'
import { useSecond } from './use-second.ts'

type ClaimRewardsProps = { readonly staking: Address; readonly position: StakingPosition }

/** The way to take what has been earned; the figure itself stands above every tab. */
export function ClaimRewards({ staking, position }: ClaimRewardsProps) {
  const earned = earnedNow(position, chainSecondsAt(useSecond()))
  const call = stakingCalls(staking).claim()
  const share = shareText(BigInt(position.staked), BigInt(position.accrual.pool.total_staked))
  return (
    <>
      <Facts>
        <Fact title="Share of the pool">{share ?? <Unknown why="no stakers" />}</Fact>
      </Facts>
      {position.staked === '0' && earned === 0n && <p className="text-13 text-ink-2">You earn rewards once you stake.</p>}
      <WalletGate>
        {earned !== 0n && <GasLine from={addressOf(position.wallet)} call={call} />}
        <div>
          <SendButton
            kind="claim"
            title="Claim rewards"
            call={call}
            isReasonShown
            disabledReason={earned === 0n ? 'Nothing to claim yet.' : undefined}
          >
            Claim rewards
          </SendButton>
        </div>
      </WalletGate>
    </>
  )
}
