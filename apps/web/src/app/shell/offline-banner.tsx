import { useSyncExternalStore } from 'react'
import * as WORDS from './shell-words.ts'

const subscribe = (changed: () => void) => {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** Says that there is no network, so that nobody takes the last prices for present ones. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status">
      {!isOnline && <p className="border-line border-b bg-surface-3 px-4 py-2 text-center text-13 text-warning">{WORDS.youOfflineThese}</p>}
    </div>
  )
}
