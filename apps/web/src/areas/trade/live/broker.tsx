import { Suspense } from 'react'
import { lazyPart } from '../../../platform/browser/lazy-part.ts'
import { ChoiceButton } from '../buttons.tsx'

const LiveTicket = lazyPart(async () => (await import('./live-ticket.tsx')).LiveTicket)

type BrokerProps = { readonly symbol: string; readonly isLive: boolean; readonly onLive: (isLive: boolean) => void }

export const Broker = ({ symbol, isLive, onLive }: BrokerProps) => (
  <>
    {/* Important: the children of a slot take its full height. */}
    <fieldset className="grid h-9 flex-none! grid-cols-[auto_auto_1fr] gap-1 px-3 py-1 pointer-coarse:h-[52px]">
      <legend className="sr-only">Broker</legend>
      <ChoiceButton isChosen={!isLive} onClick={() => onLive(false)}>
        Paper
      </ChoiceButton>
      <ChoiceButton isChosen={isLive} onClick={() => onLive(true)}>
        LIVE · ApeX
      </ChoiceButton>
    </fieldset>
    {isLive && (
      <Suspense fallback={null}>
        <LiveTicket symbol={symbol} />
      </Suspense>
    )}
  </>
)
