import { useMarketState } from '../../live/market/market-status.ts'
import * as WORDS from './home-words.ts'

/** Says when rows are not pushed as they change: what is different, and that nothing needs to be done. */
export function LinkNotice() {
  const link = useMarketState((state) => state.link)
  if (link !== 'polling' && link !== 'offline') return null
  return (
    <p role="status" className="link-notice">
      {link === 'polling' ? WORDS.liveUpdatesBlocked : WORDS.serverUnreachable}
    </p>
  )
}
