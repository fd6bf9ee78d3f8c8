import type { StakingPool } from '@aerie/wire/staking'
import { aprWith, endsWithin, monthlyOf, percentOf, roughSpan, roughText } from '../live-rewards.ts'
import { REWARDS_WORDS } from '../rewards-words.ts'

const { stake: WORDS } = REWARDS_WORDS

/** What staking `amount` more would earn in a month, at today's rate; units of 10⁻¹⁸ AERIE. */
export function MonthlyReward({ amount, pool }: { readonly amount: bigint; readonly pool: StakingPool }) {
  const rate = aprWith(pool, amount)
  if (rate === null) return <p className="self-center text-13 text-ink-2">{WORDS.noMonthly}</p>
  const ends = endsWithin(pool)
  return (
    <p role="status" className="num flex flex-col justify-center text-12 text-ink-2">
      <span className="text-15 text-ink-1">{WORDS.monthly(`${roughText(monthlyOf(pool, amount))} AERIE`)}</span>
      {ends === null ? WORDS.monthlyNote(percentOf(rate)) : WORDS.monthlyEnds(percentOf(rate), roughSpan(ends))}
    </p>
  )
}
