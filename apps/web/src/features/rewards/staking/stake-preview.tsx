import type { TierStatus } from '@aerie/wire/account/wallets'
import type { StakingPool, StakingPosition } from '@aerie/wire/staking'
import { TriangleAlert } from 'lucide-react'
import { amountText } from '../../../wallet/amount-text.ts'
import { Aerie, Fact, Facts, Unknown } from '../facts.tsx'
import { aprWith, percentOf, shareText } from '../live-rewards.ts'

type StakePreviewProps = {
  readonly amount: bigint
  readonly position: StakingPosition
  readonly pool: StakingPool
  /** Undefined: not known. */
  readonly tier: TierStatus | undefined
}

/** What would hold after the stake, before anything is signed. */
export function StakePreview({ amount, position, pool, tier }: StakePreviewProps) {
  const staked = BigInt(position.staked) + amount
  const rate = aprWith(pool, amount)
  return (
    <section aria-label="After this stake" className="flex flex-col gap-3 rounded-md bg-surface-2 p-3">
      <Facts columns={4}>
        <Fact title="Your stake">
          <Aerie>{amountText(staked)}</Aerie>
        </Fact>
        <Fact title="Share of the pool">{shareText(staked, BigInt(position.accrual.pool.total_staked) + amount) ?? '—'}</Fact>
        <Fact title="Yearly rate">{rate === null ? <Unknown why="no epoch running" /> : percentOf(rate)}</Fact>
        <Fact title="Left in wallet">
          <Aerie>{amountText(BigInt(position.unstaked) - amount)}</Aerie>
        </Fact>
      </Facts>
      <TierAfter amount={amount} tier={tier} />
    </section>
  )
}

/** Staked tokens do not count, so a stake can cost the tier. */
function TierAfter({ amount, tier }: Pick<StakePreviewProps, 'amount' | 'tier'>) {
  if (tier === undefined || tier.have === null) return <p className="text-12 text-ink-2">The effect on your tier is not known right now.</p>
  const have = BigInt(tier.have)
  const need = BigInt(tier.need)
  const left = have > amount ? have - amount : 0n
  const [leftText, needText] = [`${amountText(left)} AERIE`, amountText(need)]
  if (have >= need && left < need)
    return (
      <p role="status" className="flex items-start gap-2 text-13 text-warning">
        <TriangleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
        {`This stake ends your gold tier: ${leftText} would count, ${needText} are needed.`}
      </p>
    )
  const words = left >= need ? stays : same
  return <p className="text-13 text-ink-2">{words(leftText, `${needText} AERIE`)}</p>
}

const stays = (have: string, need: string) => `You keep the gold tier: ${have} of ${need} would count.`

const same = (have: string, need: string) => `Your tier does not change: ${have} of ${need} would count.`
