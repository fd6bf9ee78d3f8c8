import { type Known, known, unknown } from '@aerie/core/known'

/** Seconds of a 365-day year, the basis of the APR. */
export const YEAR_SECONDS = 31_536_000n
/** Parts per million: an APR of 125,000 is 12.5 %. */
export const PPM = 1_000_000n

/** `AerieStaking.SCALE`: factor of rewards per unit of stake. */
const SCALE = 10n ** 36n
const RATE_SCALE = 10n ** 18n

/** `AerieStaking.pool()` as written at `updatedAt`. Amounts in 10⁻¹⁸ token, times in chain seconds. */
export type PoolReading = {
  readonly totalStaked: bigint
  readonly rewardsLeft: bigint
  readonly rewardPerToken: bigint
  readonly updatedAt: bigint
  readonly epochEnd: bigint
}

/** `AerieStaking.accountOf()` as last written. Amounts in 10⁻¹⁸ token. */
export type AccountReading = {
  readonly staked: bigint
  readonly accrued: bigint
  readonly rewardPerTokenPaid: bigint
}

/** Reason there is no APR. */
export type AprUnknown = 'no-stakers' | 'no-epoch'

/** Pool at a later second without further actions, rounded like the contract. Source: docs/math/staking.md, `AerieStaking._poolNow`. */
export function poolAt<Pool extends PoolReading>(pool: Pool, atSeconds: bigint): Pool {
  if (atSeconds <= pool.updatedAt) return pool
  const elapsed = atSeconds - pool.updatedAt
  if (pool.rewardsLeft === 0n) return { ...pool, updatedAt: atSeconds }
  if (pool.totalStaked === 0n) return { ...pool, updatedAt: atSeconds, epochEnd: pool.epochEnd + elapsed }
  const remaining = pool.epochEnd - pool.updatedAt
  const streamed = elapsed >= remaining ? pool.rewardsLeft : (pool.rewardsLeft * elapsed) / remaining
  return {
    ...pool,
    updatedAt: atSeconds,
    rewardsLeft: pool.rewardsLeft - streamed,
    rewardPerToken: pool.rewardPerToken + (streamed * SCALE) / pool.totalStaked,
  }
}

/** Unclaimed rewards at a chain second, 10⁻¹⁸ token, rounded down; both readings of one block. Source: docs/math/staking.md. */
export function earnedAt(pool: PoolReading, account: AccountReading, atSeconds: bigint): bigint {
  const { rewardPerToken } = poolAt(pool, atSeconds)
  return account.accrued + (account.staked * (rewardPerToken - account.rewardPerTokenPaid)) / SCALE
}

/** `AerieStaking.rewardRate` at a chain second: 10⁻¹⁸ token per second × 10¹⁸, rounded down; 0 if no epoch runs. */
export function rewardRateAt(pool: PoolReading, atSeconds: bigint): bigint {
  const now = poolAt(pool, atSeconds)
  return now.rewardsLeft === 0n ? 0n : (now.rewardsLeft * RATE_SCALE) / (now.epochEnd - now.updatedAt)
}

/** Simple APR in ppm, rounded down: remaining rewards and time over all stakes. `added`: extra stake. Source: docs/math/staking.md. */
export function aprAt(pool: PoolReading, atSeconds: bigint, added = 0n): Known<bigint, AprUnknown> {
  const { rewardsLeft, epochEnd, updatedAt, totalStaked } = poolAt(pool, atSeconds)
  const staked = totalStaked + added
  if (rewardsLeft === 0n) return unknown('no-epoch')
  if (staked <= 0n) return unknown('no-stakers')
  return known((rewardsLeft * YEAR_SECONDS * PPM) / ((epochEnd - updatedAt) * staked))
}

/** Chain seconds until a ticket can be withdrawn; 0 if possible in a block of this second. */
export const secondsUntilReady = (readyAt: bigint, atSeconds: bigint): bigint => (readyAt > atSeconds ? readyAt - atSeconds : 0n)

/** Grant from `AerieVesting.grantsOf`: amounts in 10⁻¹⁸ token, times in chain seconds. */
export type GrantReading = {
  readonly amount: bigint
  readonly released: bigint
  readonly start: bigint
  /** Seconds after `start` before which nothing is released. */
  readonly cliff: bigint
  /** Seconds after `start` at which everything is released; above 0. */
  readonly duration: bigint
}

/** Amount `AerieVesting.release` would pay at a chain second; 10⁻¹⁸ token, rounded down like the contract. */
export function releasableAt({ amount, released, start, cliff, duration }: GrantReading, atSeconds: bigint): bigint {
  if (atSeconds < start + cliff) return 0n
  const elapsed = atSeconds - start < duration ? atSeconds - start : duration
  const due = (amount * elapsed) / duration
  return due > released ? due - released : 0n
}
