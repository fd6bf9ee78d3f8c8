import { SECOND_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import { useSyncExternalStore } from 'react'
import { marketNow } from './market-status.ts'

/** Market time in epoch ms, updated each second; null until known. */
export const useMarketClock = (): number | null => useSyncExternalStore(everySecond, wholeSecond)

const everySecond = (changed: () => void): (() => void) => every(SECOND_MS, changed)

function wholeSecond(): number | null {
  const now = marketNow()
  return now === null ? null : Math.floor(now / SECOND_MS) * SECOND_MS
}
