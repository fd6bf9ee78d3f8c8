import { changeTicket, type TicketDraft, useTicket } from './ticket-draft.ts'

/** Chooses the side of an order in a coin. A ticket of another coin is not on show, and stays as it was left. */
export function chooseSide(symbol: string, side: TicketDraft['side']): void {
  const { symbol: of } = useTicket.getState()
  if (of === null || of === symbol) changeTicket({ side })
}
