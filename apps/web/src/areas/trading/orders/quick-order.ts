import { size } from '@aerie/core/numbers/units'
import type { OrderBody } from '@aerie/wire/trading/trading'
import { useBookState } from '../../../platform/live/market/book.ts'
import { marketNow } from '../../../platform/live/market/market-status.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { priceFrom, priceOfNumber, sizeFrom, usdcFrom } from '../account/exact.ts'
import { readInstrument } from '../account/instruments.ts'
import { useTradingState } from '../account/trading-state.ts'
import { readTicket } from '../ticket/read-ticket.ts'
import { type TicketDraft, useTicket } from '../ticket/ticket-draft.ts'
import type { TicketTerms } from '../ticket/ticket-terms.ts'
import { touchArmed, useArmed } from './armed.ts'
import { NO_TRADING_TEXT, noTrading } from './may-trade.ts'
import { sendOrder } from './submissions.ts'

export function ticketTermsNow(symbol: string): TicketTerms | null {
  const instrument = readInstrument(symbol)
  const { view } = useTradingState.getState()
  if (instrument === null || view === null) return null
  const book = useBookState.getState().snapshots.get(symbol)
  const position = view.positions.get(symbol)
  return {
    instrument,
    bestBid: priceOfNumber(book?.bids[0]?.[0]),
    bestAsk: priceOfNumber(book?.asks[0]?.[0]),
    mark: priceFrom(position?.mark ?? null),
    equity: usdcFrom(view.account.equity),
    free: usdcFrom(view.account.free_margin),
    held: sizeFrom(position?.size ?? '0') ?? size(0n),
    now: marketNow(),
  }
}

/**
 * Uses the size in the coin's ticket. Only while armed; if anything is missing, reports it and sends nothing. @returns whether it was sent
 */
export async function quickOrder(symbol: string, given: { readonly side: OrderBody['side'] } & Partial<TicketDraft>): Promise<boolean> {
  if (!useArmed.getState().isArmed) return false
  touchArmed()
  const refusal = noTrading()
  const terms = ticketTermsNow(symbol)
  if (refusal !== null || terms === null) return notifyNotSent(refusal === null ? 'The market is not known yet.' : NO_TRADING_TEXT[refusal])
  const { symbol: of, draft } = useTicket.getState()
  if (of !== null && of !== symbol) return notifyNotSent(`The ticket is on ${of}.`)
  const { order, problems } = readTicket({ ...draft, ...exitsFor(draft), timeInForce: 'gtc', isReduceOnly: false, ...given }, terms)
  if (order === null) return notifyNotSent(Object.values(problems)[0] ?? 'The ticket has no size.')
  const outcome = await sendOrder(order)
  if (outcome.kind === 'refused') return notifyNotSent(outcome.message)
  return outcome.kind === 'accepted'
}

/** Exits belong to the order in the ticket. Only a size by risk keeps its stop-loss, from which it is computed. */
const exitsFor = ({ unit, stopLoss, stopLossPrice }: TicketDraft): Partial<TicketDraft> => ({
  takeProfit: '',
  takeProfitPrice: '',
  ...(unit === 'risk' ? { stopLoss, stopLossPrice } : { stopLoss: '', stopLossPrice: '' }),
})

function notifyNotSent(text: string): false {
  notify('warning', `Not sent: ${text}`, { multiple: true })
  return false
}
