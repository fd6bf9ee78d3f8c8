import type { StakingPool, StakingPosition } from '@aerie/wire/staking'
import { WalletGate } from '../../market-views/gate/wallet-gate.tsx'
import { GasLine } from '../../market-views/transaction/gas-line.tsx'
import { SendButton } from '../../market-views/transaction/send-button.tsx'
import { Explain, Formula } from '../../ui/explain.tsx'
import { addressOf } from '../../wallet/address-of.ts'
import { amountText } from '../../wallet/amount-text.ts'
import { exactAmount } from '../../wallet/parse-amount.ts'
import type { Address } from '../../wallet/wallet-state.ts'
import { chainSecondsAt } from './chain-clock.ts'
import { Fact, Facts } from './facts.tsx'
import { earnedNow, shareText } from './live-rewards.ts'
import { stakingCalls } from './staking-calls.ts'
import { useSecond } from './use-second.ts'

type ClaimRewardsProps = { readonly staking: Address; readonly position: StakingPosition; readonly pool: StakingPool }

/** What has been earned, growing by the second, and the way to take it. */
export function ClaimRewards({ staking, position, pool }: ClaimRewardsProps) {
  const earned = earnedNow(position, chainSecondsAt(useSecond()))
  const call = stakingCalls(staking).claim()
  return (
    <>
      <Facts>
        <Fact
          title="Earned, not claimed"
          about={
            <Explain title="earned rewards">
              <p>What a claim would pay at this second: counted as the contract itself counts, rounded down.</p>
              <Formula>earned + your stake × growth of rewards per token</Formula>
            </Explain>
          }
        >
          <span data-earned={String(earned)}>{earnedText(earned)} AERIE</span>
        </Fact>
        <Fact title="Your stake">{amountText(position.staked)} AERIE</Fact>
        <Fact title="Your share of the pool">{shareText(BigInt(position.staked), BigInt(pool.total_staked)) ?? '— nobody stakes'}</Fact>
      </Facts>
      {position.staked === '0' && earned === 0n && <p className="text-13 text-ink-2">You have nothing staked, so nothing is earned.</p>}
      <WalletGate>
        {earned !== 0n && <GasLine from={addressOf(position.wallet)} call={call} />}
        <div>
          <SendButton
            kind="claim"
            title="Claim rewards"
            call={call}
            disabledReason={earned === 0n ? 'There is nothing to claim yet.' : undefined}
          >
            Claim rewards
          </SendButton>
        </div>
      </WalletGate>
    </>
  )
}

const PLACES = 8

/** Eight decimals, cut off, so that it is seen to grow. */
function earnedText(units: bigint): string {
  const [whole = '0', fraction = ''] = exactAmount(units).split('.')
  return `${BigInt(whole).toLocaleString('en-US')}.${fraction.slice(0, PLACES).padEnd(PLACES, '0')}`
}
