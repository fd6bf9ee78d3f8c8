import { SECOND_MS } from '@aerie/core/time'
import { useSyncExternalStore } from 'react'
import { marketNow } from '../../live/market-status.ts'

/** The market's clock in epoch milliseconds, renewed each second; null until the server has told it. */
export const useMarketClock = (): number | null => useSyncExternalStore(everySecond, wholeSecond)

function everySecond(changed: () => void): () => void {
  const timer = setInterval(changed, SECOND_MS)
  return () => clearInterval(timer)
}

function wholeSecond(): number | null {
  const now = marketNow()
  return now === null ? null : Math.floor(now / SECOND_MS) * SECOND_MS
}
