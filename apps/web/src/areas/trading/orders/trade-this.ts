import { changeChannel } from '../../../platform/mirror/views/view-state.ts'
import { goTo } from '../../../platform/navigation/navigation.ts'
import { fillTicket, type TicketDraft, ticketFromAlert } from '../ticket/ticket-draft.ts'

/** Prefills the ticket; sends nothing: only the user submits. `filledBy` is shown in the ticket. */
export function tradeThis(symbol: string, given: Partial<TicketDraft> = {}, filledBy: string | null = null): void {
  changeChannel(1, { instrument: { symbol, label: symbol } })
  if (Object.keys(given).length > 0) fillTicket(symbol, given, filledBy)
  goTo('/claw/trade')
}

export function tradeOnAlert(symbol: string, firing: string): void {
  ticketFromAlert(symbol, firing)
  tradeThis(symbol)
}
