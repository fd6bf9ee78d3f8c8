import { changeChannel } from '../../mirror/views/view-state.ts'
import { goTo } from '../../navigation/navigation.ts'
import { fillTicket, type TicketDraft, ticketFromAlert } from '../ticket/ticket-draft.ts'

/**
 * Opens Trade on a coin, with the ticket filled in where something is given. Nothing is sent: that is the user's press alone.
 *
 * @param filledBy who filled it in, for the note in the ticket
 */
export function tradeThis(symbol: string, given: Partial<TicketDraft> = {}, filledBy: string | null = null): void {
  changeChannel(1, { instrument: { symbol, label: symbol } })
  if (Object.keys(given).length > 0) fillTicket(symbol, given, filledBy)
  goTo('/claw/trade')
}

/** Opens Trade on the coin of an alert that fired: the order that follows tells the journal of it. */
export function tradeOnAlert(symbol: string, firing: string): void {
  ticketFromAlert(symbol, firing)
  tradeThis(symbol)
}
