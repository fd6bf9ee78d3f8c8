import { SECOND_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import { useEffect, useState } from 'react'

export const { noteBlockTime, chainTimeAt, chainSecondsAt } = createChainClock()

export function createChainClock() {
  let aheadMs: number | null = null
  const chainTimeAt = (now: number): number => now + (aheadMs ?? 0)
  return {
    /**
     * Estimates the chain clock from a reading's block time, received at local time `readAt`. Readings can only lag behind the chain, so
     * the largest offset is the most accurate.
     */
    noteBlockTime: (second: number, readAt: number): void => {
      const ahead = second - readAt
      if (aheadMs === null || ahead > aheadMs) aheadMs = ahead
    },
    /** Chain clock in epoch milliseconds, for a local time; never ahead of the chain. */
    chainTimeAt,
    /** In whole seconds, as in the contracts. */
    chainSecondsAt: (now: number): bigint => BigInt(Math.floor(chainTimeAt(now) / SECOND_MS)),
  }
}

/** Local clock, updated every second. */
export function useSecond(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => every(SECOND_MS, () => setNow(Date.now())), [])
  return now
}
