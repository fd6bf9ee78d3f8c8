import type { TierStatus } from '@aerie/wire/account/wallets'
import type { StakingPool, StakingPosition } from '@aerie/wire/staking'
import { TriangleAlert } from 'lucide-react'
import { amountText } from '../../../wallet/amount-text.ts'
import { Aerie, Fact, Facts, Unknown } from '../facts.tsx'
import { aprWith, percentOf, shareText } from '../live-rewards.ts'
import { REWARDS_WORDS } from '../rewards-words.ts'

type StakePreviewProps = {
  readonly amount: bigint
  readonly position: StakingPosition
  readonly pool: StakingPool
  /** Undefined: not known. */
  readonly tier: TierStatus | undefined
}
const { preview: WORDS, summary: SUMMARY } = REWARDS_WORDS

/** What would hold after the stake, before anything is signed. */
export function StakePreview({ amount, position, pool, tier }: StakePreviewProps) {
  const staked = BigInt(position.staked) + amount
  const rate = aprWith(pool, amount)
  return (
    <section aria-label={WORDS.label} className="flex flex-col gap-3 rounded-md bg-surface-2 p-3">
      <Facts columns={4}>
        <Fact title={WORDS.stake}>
          <Aerie>{amountText(staked)}</Aerie>
        </Fact>
        <Fact title={WORDS.share}>{shareText(staked, BigInt(position.accrual.pool.total_staked) + amount) ?? '—'}</Fact>
        <Fact title={WORDS.rate}>{rate === null ? <Unknown why={SUMMARY.noEpoch} /> : percentOf(rate)}</Fact>
        <Fact title={WORDS.left}>
          <Aerie>{amountText(BigInt(position.unstaked) - amount)}</Aerie>
        </Fact>
      </Facts>
      <TierAfter amount={amount} tier={tier} />
    </section>
  )
}

/** Staked tokens do not count, so a stake can cost the tier. */
function TierAfter({ amount, tier }: Pick<StakePreviewProps, 'amount' | 'tier'>) {
  if (tier === undefined || tier.have === null) return <p className="text-12 text-ink-2">{WORDS.tierUnknown}</p>
  const have = BigInt(tier.have)
  const need = BigInt(tier.need)
  const left = have > amount ? have - amount : 0n
  const [leftText, needText] = [`${amountText(left)} AERIE`, amountText(need)]
  if (have >= need && left < need)
    return (
      <p role="status" className="flex items-start gap-2 text-13 text-warning">
        <TriangleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
        {WORDS.leaves(leftText, needText)}
      </p>
    )
  const words = left >= need ? WORDS.stays : WORDS.same
  return <p className="text-13 text-ink-2">{words(leftText, `${needText} AERIE`)}</p>
}
