import type { StakingPool, StakingPosition } from '@aerie/wire/staking'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../lib/query-client.ts'
import { tierQuery } from '../../market-views/gate/account-queries.ts'
import { amountText } from '../../wallet/amount-text.ts'
import { Fact, Facts } from './facts.tsx'
import { aprWith, percentOf, shareText } from './live-rewards.ts'

type StakePreviewProps = { readonly amount: bigint; readonly position: StakingPosition; readonly pool: StakingPool }

/** What would hold after the stake, before anything is signed. */
export function StakePreview({ amount, position, pool }: StakePreviewProps) {
  const staked = BigInt(position.staked) + amount
  const rate = aprWith(pool, amount)
  return (
    <section aria-label="After this stake" className="flex flex-col gap-3 rounded-md bg-surface-2 p-3">
      <Facts>
        <Fact title="Your stake then">{amountText(staked)} AERIE</Fact>
        <Fact title="Your share of the pool">{shareText(staked, BigInt(pool.total_staked) + amount) ?? '—'}</Fact>
        <Fact title="Yearly rate then">{rate === null ? '— no epoch runs' : percentOf(rate)}</Fact>
        <Fact title="Left in your wallet">{amountText(BigInt(position.unstaked) - amount)} AERIE</Fact>
      </Facts>
      <TierAfter amount={amount} />
    </section>
  )
}

/** Staked tokens do not count, so a stake can cost the tier. */
function TierAfter({ amount }: { readonly amount: bigint }) {
  const { data } = useQuery(tierQuery, queryClient)
  if (data === undefined || data.have === null) return <p className="text-12 text-ink-2">What it does to your tier is not known now.</p>
  const have = BigInt(data.have)
  const need = BigInt(data.need)
  const left = have > amount ? have - amount : 0n
  if (have >= need && left < need)
    return (
      <p role="status" className="text-13 text-warning">
        You would leave the gold tier: {amountText(left)} AERIE would count, and it takes {amountText(need)}.
      </p>
    )
  return (
    <p className="text-13 text-ink-2">
      {left >= need ? 'You stay in the gold tier' : 'Your tier stays the same'}: {amountText(left)} of {amountText(need)} AERIE would count.
    </p>
  )
}
