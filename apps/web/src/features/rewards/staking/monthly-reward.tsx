import type { StakingPool } from '@aerie/wire/staking'
import { aprWith, endsWithin, monthlyOf, percentOf, roughSpan, roughText } from '../live-rewards.ts'

/** What staking `amount` more would earn in a month, at today's rate; units of 10⁻¹⁸ AERIE. */
export function MonthlyReward({ amount, pool }: { readonly amount: bigint; readonly pool: StakingPool }) {
  const rate = aprWith(pool, amount)
  if (rate === null) return <p className="self-center text-13 text-ink-2">No rewards are paid right now: no epoch is running.</p>
  const ends = endsWithin(pool)
  return (
    <p role="status" className="num flex flex-col justify-center text-12 text-ink-2">
      <span className="text-15 text-ink-1">{`You would earn about ${`${roughText(monthlyOf(pool, amount))} AERIE`} a month`}</span>
      {ends === null
        ? `at ${percentOf(rate)} a year, until others stake or the epoch ends`
        : `all of it in the ${roughSpan(ends)} until the epoch ends, at ${percentOf(rate)} a year`}
    </p>
  )
}
