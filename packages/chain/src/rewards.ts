import { type Known, known, unknown } from '@aerie/core/known'

/** Seconds of a year of 365 days, as the yearly rate counts them. */
export const YEAR_SECONDS = 31_536_000n
/** Millionths in one: a yearly rate of 125,000 is 12.5 %. */
export const PPM = 1_000_000n

/** `AerieStaking.SCALE`: rewards for each unit of stake are kept times this. */
const SCALE = 10n ** 36n
/** `AerieStaking.RATE_SCALE`. */
const RATE_SCALE = 10n ** 18n

/**
 * What `AerieStaking.pool()` says of everybody's rewards, as written at `updatedAt`. Amounts in units of 10⁻¹⁸ token, times
 * in seconds of the chain's clock.
 */
export type PoolReading = {
  readonly totalStaked: bigint
  readonly rewardsLeft: bigint
  readonly rewardPerToken: bigint
  readonly updatedAt: bigint
  readonly epochEnd: bigint
}

/** What `AerieStaking.accountOf()` says of one staker, as last written. Amounts in units of 10⁻¹⁸ token. */
export type AccountReading = {
  readonly staked: bigint
  readonly accrued: bigint
  readonly rewardPerTokenPaid: bigint
}

/** Why there is no yearly rate: nobody stakes, or no epoch runs. */
export type AprUnknown = 'no-stakers' | 'no-epoch'

/**
 * The pool at a later second, if nobody does anything until then, with the contract's own rounding. A second that is not
 * later changes nothing.
 *
 * @param atSeconds the chain's clock, whole seconds
 * @throws never
 * Source: docs/math/staking.md, `AerieStaking._poolNow`
 */
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

/**
 * Rewards of one staker that are not claimed at a second, as `AerieStaking.earned` will say then if nobody does anything
 * until then. Both readings must be of one block.
 *
 * @param atSeconds the chain's clock, whole seconds
 * @returns units of 10⁻¹⁸ token, rounded down
 * @throws never
 * Source: docs/math/staking.md
 */
export function earnedAt(pool: PoolReading, account: AccountReading, atSeconds: bigint): bigint {
  const { rewardPerToken } = poolAt(pool, atSeconds)
  return account.accrued + (account.staked * (rewardPerToken - account.rewardPerTokenPaid)) / SCALE
}

/**
 * What all stakers together earn a second, as `AerieStaking.rewardRate` says it.
 *
 * @param atSeconds the chain's clock, whole seconds
 * @returns units of 10⁻¹⁸ token a second, times 10¹⁸, rounded down; 0 when no epoch runs
 * @throws never
 */
export function rewardRateAt(pool: PoolReading, atSeconds: bigint): bigint {
  const now = poolAt(pool, atSeconds)
  return now.rewardsLeft === 0n ? 0n : (now.rewardsLeft * RATE_SCALE) / (now.epochEnd - now.updatedAt)
}

/**
 * The yearly rate at which stakes earn while the epoch runs: what is left, over the time that is left, times a year, over
 * all stakes. Simple, not compounded; it falls when others stake and ends with the epoch.
 *
 * @param atSeconds the chain's clock, whole seconds
 * @param added units of 10⁻¹⁸ token that somebody thinks of staking on top
 * @returns millionths a year, rounded down; unknown when nobody stakes or no epoch runs
 * @throws never
 * Source: docs/math/staking.md
 */
export function aprAt(pool: PoolReading, atSeconds: bigint, added = 0n): Known<bigint, AprUnknown> {
  const { rewardsLeft, epochEnd, updatedAt, totalStaked } = poolAt(pool, atSeconds)
  const staked = totalStaked + added
  if (rewardsLeft === 0n) return unknown('no-epoch')
  if (staked <= 0n) return unknown('no-stakers')
  return known((rewardsLeft * YEAR_SECONDS * PPM) / ((epochEnd - updatedAt) * staked))
}

/**
 * How long until a ticket can be withdrawn.
 *
 * @param readyAt second that the ticket names
 * @param atSeconds the chain's clock, whole seconds
 * @returns seconds; 0 when it can be withdrawn in a block of this second
 * @throws never
 */
export const secondsUntilReady = (readyAt: bigint, atSeconds: bigint): bigint => (readyAt > atSeconds ? readyAt - atSeconds : 0n)
