import { useMarketState } from '../../live/market-status.ts'

/** Says when rows are not pushed as they change: what is different, and that nothing needs to be done. */
export function LinkNotice() {
  const link = useMarketState((state) => state.link)
  if (link !== 'polling' && link !== 'offline') return null
  return (
    <p role="status" className="link-notice">
      {link === 'polling'
        ? 'Live updates are blocked on this network. Prices are refreshed every 5 seconds instead.'
        : 'The server cannot be reached. These are the last known prices. Trying again automatically.'}
    </p>
  )
}
