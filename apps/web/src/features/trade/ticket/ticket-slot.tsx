import { useEffect } from 'react'
import { errorText } from '../../../lib/error-text.ts'
import { useInstrument } from '../../../trading/instruments.ts'
import { adoptLeverage, turnTicket, useTicket } from '../../../trading/ticket/ticket-draft.ts'
import { useTradingState } from '../../../trading/trading-store.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import type { SlotProps } from '../../../workspace/slots/slot.ts'
import { AccountFrame } from '../account/account-frame.tsx'
import { TicketForm } from './ticket-form.tsx'
import * as WORDS from './ticket-form-words.ts'

/** The order ticket of a coin. */
export const TicketSlot = ({ symbol }: SlotProps) => <AccountFrame what="ticket">{() => <OfInstrument symbol={symbol} />}</AccountFrame>

function OfInstrument({ symbol }: { readonly symbol: string }) {
  const state = useInstrument(symbol)
  const of = useTicket((ticket) => ticket.symbol)
  const leverage = useTradingState(({ view }) => view?.positions.get(symbol)?.leverage)
  const mode = useTradingState(({ view }) => view?.positions.get(symbol)?.mode)
  useEffect(() => {
    turnTicket(symbol)
    if (leverage !== undefined && mode !== undefined) adoptLeverage(leverage, mode)
  }, [symbol, leverage, mode])
  if (state.kind === 'failed') {
    return (
      <ErrorState title={WORDS.tradingRulesFailed(symbol)} onRetry={state.retry}>
        {errorText(state.error)}
      </ErrorState>
    )
  }
  if (state.kind === 'none') return <EmptyState title={WORDS.cannotBeTraded(symbol)}>{WORDS.marketSourceNo}</EmptyState>
  if (state.kind === 'loading' || of !== symbol) {
    return (
      <div role="status" aria-label={WORDS.loadingTheTicket} className="flex flex-col gap-2 p-3">
        <SkeletonRows count={10} className="h-7 w-full" />
      </div>
    )
  }
  return <TicketForm key={symbol} instrument={state.instrument} terms={state.terms} />
}
