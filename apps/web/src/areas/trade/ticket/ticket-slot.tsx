import { Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { lazyPart } from '../../../platform/browser/lazy-part.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState, ErrorText } from '../../../ui/states/error-state.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { adoptLeverage, heldSetting, turnTicket, useInstrument, useTicket, useTradingState } from '../../trading/index.ts'
import type { SlotProps } from '../../workspace/index.ts'
import { AccountFrame } from '../account/account-frame.tsx'
import { TicketForm } from './ticket-form.tsx'

const Broker = lazyPart(async () => (await import('../live/broker.tsx')).Broker)

/** Paper, or live at ApeX Omni. Every window starts on paper. */
export function TicketSlot({ symbol }: SlotProps) {
  const [isLive, setLive] = useState(false)
  return (
    <>
      <Suspense fallback={<div className="h-9 flex-none! pointer-coarse:h-[52px]" />}>
        <Broker symbol={symbol} isLive={isLive} onLive={setLive} />
      </Suspense>
      {!isLive && <AccountFrame what="ticket">{() => <OfInstrument symbol={symbol} />}</AccountFrame>}
    </>
  )
}

function OfInstrument({ symbol }: { readonly symbol: string }) {
  const state = useInstrument(symbol)
  const of = useTicket((ticket) => ticket.symbol)
  const leverage = useTradingState(({ view }) => heldSetting(view, symbol)?.leverage)
  const mode = useTradingState(({ view }) => heldSetting(view, symbol)?.mode)
  // Layout effect: the ticket must never paint with the previous coin.
  useLayoutEffect(() => turnTicket(symbol), [symbol])
  useEffect(() => {
    if (leverage !== undefined && mode !== undefined) adoptLeverage(symbol, leverage, mode)
  }, [symbol, leverage, mode])
  if (state.kind === 'failed') {
    return (
      <ErrorState title={`The trading rules of ${symbol} could not be loaded`} onRetry={state.retry}>
        <ErrorText error={state.error} />
      </ErrorState>
    )
  }
  if (state.kind === 'none')
    return <EmptyState title={`${symbol} cannot be traded`}>This market source has no perpetual contract for this coin.</EmptyState>
  if (state.kind === 'loading' || of === null) {
    return (
      <div role="status" aria-label="Loading the ticket" className="flex flex-col gap-2 p-3">
        <SkeletonRows count={10} className="h-7 w-full" />
      </div>
    )
  }
  if (of !== symbol) {
    return <OtherCoin of={of} symbol={symbol} />
  }
  return <TicketForm key={symbol} instrument={state.instrument} terms={state.terms} />
}

/** The window's only ticket was switched to another coin by a second slot, a book or the agent. */
function OtherCoin({ of, symbol }: { readonly of: string; readonly symbol: string }) {
  const turn = (button: HTMLElement) => {
    const slot = button.closest('[data-kind]')
    turnTicket(symbol)
    // Wait until the form has replaced the button.
    requestAnimationFrame(() => slot?.querySelector<HTMLElement>('input[name="amount"]')?.focus())
  }
  return (
    <EmptyState
      action={
        <Button size="sm" data-turn="" onClick={({ currentTarget }) => turn(currentTarget)}>
          {`Use it for ${symbol}`}
        </Button>
      }
    >
      {`The ticket is on ${of}.`}
    </EmptyState>
  )
}
