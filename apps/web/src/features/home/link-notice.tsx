import { useMarketState } from '../../live/market/market-status.ts'
import * as WORDS from './home-words.ts'

/** Says when rows are not pushed as they change: what is different, and that nothing needs to be done. */
export function LinkNotice() {
  const link = useMarketState((state) => state.link)
  if (link !== 'polling') return null
  return (
    <p role="status" className="link-notice">
      {WORDS.liveUpdatesBlocked}
    </p>
  )
}
