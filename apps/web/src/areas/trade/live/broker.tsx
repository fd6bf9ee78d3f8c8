import { Suspense } from 'react'
import { lazyPart } from '../../../platform/browser/lazy-part.ts'

const LiveTicket = lazyPart(async () => (await import('./live-ticket.tsx')).LiveTicket)

type BrokerProps = { readonly symbol: string; readonly isLive: boolean; readonly onLive: (isLive: boolean) => void }

export const Broker = ({ symbol, isLive, onLive }: BrokerProps) => (
  <>
    <fieldset className="broker ticket-types h-9">
      <legend className="sr-only">Broker</legend>
      <button type="button" aria-pressed={!isLive} onClick={() => onLive(false)}>
        Paper
      </button>
      <button type="button" aria-pressed={isLive} onClick={() => onLive(true)}>
        LIVE · ApeX
      </button>
    </fieldset>
    {isLive && (
      <Suspense fallback={null}>
        <LiveTicket symbol={symbol} />
      </Suspense>
    )}
  </>
)
