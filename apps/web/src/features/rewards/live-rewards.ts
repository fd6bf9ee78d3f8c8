import { aprAt, earnedAt, type PoolReading, poolAt, rewardRateAt } from '@aerie/chain/rewards'
import type { StakingPool, StakingPosition } from '@aerie/wire/staking'
import { amountText } from '../../wallet/amount-text.ts'

const secondsOf = (ms: number): bigint => BigInt(Math.floor(ms / 1_000))

/** The pool as its contract wrote it last, as the contract's own arithmetic takes it. */
const readingOf = ({ total_staked, rewards_left, reward_per_token, updated_at, epoch_end }: StakingPool['record']): PoolReading => ({
  totalStaked: BigInt(total_staked),
  rewardsLeft: BigInt(rewards_left),
  rewardPerToken: BigInt(reward_per_token),
  updatedAt: secondsOf(updated_at),
  epochEnd: secondsOf(epoch_end),
})

/**
 * Rewards not claimed at a second, to the unit what the contract would say in a block of that second if nobody does anything until
 * then. Never of a second before the reading's own.
 */
export function earnedNow({ staked, accrual, as_of }: StakingPosition, atSeconds: bigint): bigint {
  const readAt = secondsOf(as_of)
  const account = {
    staked: BigInt(staked),
    accrued: BigInt(accrual.accrued),
    rewardPerTokenPaid: BigInt(accrual.reward_per_token_paid),
  }
  return earnedAt(readingOf(accrual.pool), account, atSeconds > readAt ? atSeconds : readAt)
}

/** `AerieStaking.RATE_SCALE`. */
const RATE_SCALE = 10n ** 18n
const DAY_SECONDS = 86_400n
/** As the product counts one: 30 days. */
const MONTH_SECONDS = 30n * DAY_SECONDS

/** What a position earns a day at the rate of its own reading, in units of 10⁻¹⁸ token, rounded down; 0 where nothing is staked or paid. */
export function dailyOf({ staked, accrual, as_of }: StakingPosition): bigint {
  const pool = readingOf(accrual.pool)
  if (pool.totalStaked === 0n) return 0n
  return (rewardRateAt(pool, secondsOf(as_of)) * DAY_SECONDS * BigInt(staked)) / (RATE_SCALE * pool.totalStaked)
}

/**
 * What `added` more would earn in 30 days, if nobody else did anything: less where the epoch ends before. Units of 10⁻¹⁸ token,
 * rounded down.
 */
export function monthlyOf({ record, as_of }: StakingPool, added: bigint): bigint {
  const now = secondsOf(as_of)
  const pool = poolAt(readingOf(record), now)
  const account = { staked: added, accrued: 0n, rewardPerTokenPaid: pool.rewardPerToken }
  return earnedAt({ ...pool, totalStaked: pool.totalStaked + added }, account, now + MONTH_SECONDS)
}

/** Seconds until the epoch ends, where that is sooner than the month of `monthlyOf`; else null. */
export function endsWithin({ record, as_of }: StakingPool): bigint | null {
  const left = secondsOf(record.epoch_end) - secondsOf(as_of)
  return left < MONTH_SECONDS ? left : null
}

/** The yearly rate, in millionths, if `added` more were staked now; null where there is none. */
export function aprWith({ record, as_of }: StakingPool, added: bigint): bigint | null {
  const apr = aprAt(readingOf(record), secondsOf(as_of), added)
  return apr.known ? apr.value : null
}

const TOKEN = 10n ** 18n

/** An estimate without decimals that it does not have: whole tokens from a hundred on. */
export const roughText = (units: bigint): string => amountText(units >= 100n * TOKEN ? units - (units % TOKEN) : units)

/** Part of a whole in percent, cut off after two decimals; null where there is no whole. */
export function shareText(part: bigint, whole: bigint): string | null {
  if (whole <= 0n) return null
  const hundredths = (part * 10_000n) / whole
  if (part > 0n && hundredths === 0n) return '<0.01%'
  return `${hundredths / 100n}.${(hundredths % 100n).toString().padStart(2, '0')}%`
}

/** Millionths as percent with two decimals. */
export const percentOf = (ppm: bigint): string =>
  `${(ppm / 10_000n).toLocaleString('en-US')}.${((ppm % 10_000n) / 100n).toString().padStart(2, '0')}%`

/** A wait in its units down to the second: `2 d 3 h 4 min 5 s`; leading units that are zero are left out. */
export function waitText(seconds: bigint): string {
  const parts = [
    [seconds / 86_400n, 'd'],
    [(seconds / 3_600n) % 24n, 'h'],
    [(seconds / 60n) % 60n, 'min'],
    [seconds % 60n, 's'],
  ] as const
  const first = parts.findIndex(([count]) => count > 0n)
  return (first === -1 ? parts.slice(-1) : parts.slice(first)).map(([count, unit]) => `${count} ${unit}`).join(' ')
}

/** The same without units at its end that are zero, for a time that does not run: `2 min`. */
export const spanText = (seconds: bigint): string => waitText(seconds).replace(/(?: 0 (?:h|min|s))+$/, '')

/** About how long: whole days from two days on, whole hours from two hours on. */
export function roughSpan(seconds: bigint): string {
  const unit = [86_400n, 3_600n, 60n].find((each) => seconds >= 2n * each) ?? 1n
  return spanText(seconds - (seconds % unit))
}
