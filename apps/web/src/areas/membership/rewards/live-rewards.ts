import { aprAt, earnedAt, type PoolReading, poolAt, rewardRateAt } from '@aerie/chain/rewards'
import type { StakingPool, StakingPosition } from '@aerie/wire/staking'
import { amountText } from '../amount-text.ts'

const secondsOf = (ms: number): bigint => BigInt(Math.floor(ms / 1_000))

const readingOf = ({ total_staked, rewards_left, reward_per_token, updated_at, epoch_end }: StakingPool['record']): PoolReading => ({
  totalStaked: BigInt(total_staked),
  rewardsLeft: BigInt(rewards_left),
  rewardPerToken: BigInt(reward_per_token),
  updatedAt: secondsOf(updated_at),
  epochEnd: secondsOf(epoch_end),
})

/** Unclaimed rewards at a second, as the contract would compute them if nothing else happens; never before the reading. */
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
/** A month is defined as 30 days. */
const MONTH_SECONDS = 30n * DAY_SECONDS

/** Daily rewards at the reading's rate, in 10⁻¹⁸ token, rounded down; 0 without stake or rewards. */
export function dailyOf({ staked, accrual, as_of }: StakingPosition): bigint {
  const pool = readingOf(accrual.pool)
  if (pool.totalStaked === 0n) return 0n
  return (rewardRateAt(pool, secondsOf(as_of)) * DAY_SECONDS * BigInt(staked)) / (RATE_SCALE * pool.totalStaked)
}

/** Rewards on `added` over 30 days (or until the epoch ends) if nobody else acts. 10⁻¹⁸ token, rounded down. */
export function monthlyOf({ record, as_of }: StakingPool, added: bigint): bigint {
  const now = secondsOf(as_of)
  const pool = poolAt(readingOf(record), now)
  const account = { staked: added, accrued: 0n, rewardPerTokenPaid: pool.rewardPerToken }
  return earnedAt({ ...pool, totalStaked: pool.totalStaked + added }, account, now + MONTH_SECONDS)
}

/** Seconds until the epoch ends if that is within 30 days, else null. */
export function endsWithin({ record, as_of }: StakingPool): bigint | null {
  const left = secondsOf(record.epoch_end) - secondsOf(as_of)
  return left < MONTH_SECONDS ? left : null
}

/** APR in millionths after staking `added`; null if there is none. */
export function aprWith({ record, as_of }: StakingPool, added: bigint): bigint | null {
  const apr = aprAt(readingOf(record), secondsOf(as_of), added)
  return apr.known ? apr.value : null
}

const TOKEN = 10n ** 18n

/** Rounded estimate: whole tokens from 100 on. */
export const roughText = (units: bigint): string => amountText(units >= 100n * TOKEN ? units - (units % TOKEN) : units)

/** Percent, truncated to two decimals; null if `whole` is zero. */
export function shareText(part: bigint, whole: bigint): string | null {
  if (whole <= 0n) return null
  const hundredths = (part * 10_000n) / whole
  if (part > 0n && hundredths === 0n) return '<0.01%'
  return `${hundredths / 100n}.${(hundredths % 100n).toString().padStart(2, '0')}%`
}

/** From millionths, two decimals. */
export const percentOf = (ppm: bigint): string =>
  `${(ppm / 10_000n).toLocaleString('en-US')}.${((ppm % 10_000n) / 100n).toString().padStart(2, '0')}%`

/** E.g. `2 d 3 h 4 min 5 s`; omits leading zero units. */
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

/** Omits trailing zero units, for a fixed span: `2 min`. */
export const spanText = (seconds: bigint): string => waitText(seconds).replace(/(?: 0 (?:h|min|s))+$/, '')

/** Whole days from two days on, whole hours from two hours on. */
export function roughSpan(seconds: bigint): string {
  const unit = [86_400n, 3_600n, 60n].find((each) => seconds >= 2n * each) ?? 1n
  return spanText(seconds - (seconds % unit))
}
