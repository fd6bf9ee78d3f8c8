import { useServerState } from '../../lib/http/server-state.ts'
import { useIsOnline } from '../../lib/use-is-online.ts'
import { useMarketState } from '../../live/market/market-status.ts'
import { RetryTime } from '../../ui/states/error-text.tsx'

/**
 * The one place that says that the server is away or starting, or that there is no network: what is on the page is old then. The panels
 * say nothing of it themselves; they keep what they have, dimmed, and their queries wait.
 */
export function ServerBanner() {
  const server = useServerState()
  const isOnline = useIsOnline()
  const arePricesLive = useMarketState(({ link }) => link === 'socket')
  return (
    <div role="status">
      {server.kind !== 'ready' && (
        <p className="num border-line border-b bg-surface-3 px-4 py-2 text-center text-13 text-warning">
          {server.kind === 'starting'
            ? `The server is starting${server.detail === '' ? '' : `: ${server.detail.replace(/\.$/, '')}`}.`
            : isOnline
              ? 'The server cannot be reached.'
              : 'You are offline.'}{' '}
          {arePricesLive ? 'Prices are live; other figures are' : 'Figures are'} as of {clock.format(server.since)}.{' '}
          <RetryTime at={server.nextAt} />
        </p>
      )}
    </div>
  )
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' })
