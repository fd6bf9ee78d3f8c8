import { SECOND_MS } from '@aerie/core/time'

let aheadMs: number | null = null

/**
 * Learns from the second of a reading, which the server takes from the chain, read at `readAt` of this window's clock. It is
 * never ahead of the chain's clock, so of all readings the one that is furthest ahead is nearest to it.
 */
export function noteBlockTime(second: number, readAt: number): void {
  const ahead = second - readAt
  if (aheadMs === null || ahead > aheadMs) aheadMs = ahead
}

/** The chain's clock at a moment of this window's, in epoch milliseconds: never ahead of it. */
export const chainTimeAt = (now: number): number => now + (aheadMs ?? 0)

/** The same in whole seconds, as contracts count. */
export const chainSecondsAt = (now: number): bigint => BigInt(Math.floor(chainTimeAt(now) / SECOND_MS))
