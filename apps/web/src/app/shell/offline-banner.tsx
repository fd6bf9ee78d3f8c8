import { useIsOnline } from '../../lib/use-is-online.ts'
import * as WORDS from './shell-words.ts'

/** Says that there is no network, so that nobody takes the last prices for present ones. */
export function OfflineBanner() {
  const isOnline = useIsOnline()
  return (
    <div role="status">
      {!isOnline && <p className="border-line border-b bg-surface-3 px-4 py-2 text-center text-13 text-warning">{WORDS.offline}</p>}
    </div>
  )
}
