import { useMarketState } from '../../live/market/market-status.ts'

/** Says when rows are not pushed as they change: what is different, and that nothing needs to be done. */
export function LinkNotice() {
  const link = useMarketState((state) => state.link)
  if (link !== 'polling') return null
  return (
    <p role="status" className="link-notice">
      Live updates are blocked on this network. Prices are refreshed every 5 seconds instead.
    </p>
  )
}
