import { aprAt, type PoolReading, poolAt } from '@aerie/chain/rewards'
import type { StakingPool, StakingPosition } from '@aerie/wire/staking'

const RATE_SCALE = 10n ** 18n
const SCALE = 10n ** 36n
const secondsOf = (ms: number): bigint => BigInt(Math.floor(ms / 1_000))

/** The pool of the server's reading, as the contract's own arithmetic takes it; rewards per token counted from there. */
export function poolReading({ as_of, epoch, reward_rate, total_staked }: StakingPool): PoolReading {
  const updatedAt = secondsOf(as_of)
  const epochEnd = epoch === null ? updatedAt : secondsOf(epoch.end)
  const left = epochEnd > updatedAt ? (BigInt(reward_rate) * (epochEnd - updatedAt)) / RATE_SCALE : 0n
  return { totalStaked: BigInt(total_staked), rewardsLeft: left, rewardPerToken: 0n, updatedAt, epochEnd }
}

/**
 * Rewards not claimed at a later second, by the contract's arithmetic from the server's readings, if nobody does anything
 * until then. Rounded down; never below the reading.
 */
export function earnedNow(pool: StakingPool, position: StakingPosition, atSeconds: bigint): bigint {
  const reading = poolReading(pool)
  const before = poolAt(reading, secondsOf(position.as_of)).rewardPerToken
  const grown = poolAt(reading, atSeconds).rewardPerToken - before
  return BigInt(position.earned) + (grown > 0n ? (BigInt(position.staked) * grown) / SCALE : 0n)
}

/** The yearly rate, in millionths, if `added` more were staked now; null where there is none. */
export function aprWith(pool: StakingPool, added: bigint): bigint | null {
  const reading = poolReading(pool)
  const apr = aprAt(reading, reading.updatedAt, added)
  return apr.known ? apr.value : null
}

/** Part of a whole in percent, cut off after two decimals; null where there is no whole. */
export function shareText(part: bigint, whole: bigint): string | null {
  if (whole <= 0n) return null
  const hundredths = (part * 10_000n) / whole
  if (part > 0n && hundredths === 0n) return '<0.01 %'
  return `${hundredths / 100n}.${(hundredths % 100n).toString().padStart(2, '0')} %`
}

/** Millionths as percent with two decimals. */
export const percentOf = (ppm: bigint): string =>
  `${(ppm / 10_000n).toLocaleString('en-US')}.${((ppm % 10_000n) / 100n).toString().padStart(2, '0')} %`

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
