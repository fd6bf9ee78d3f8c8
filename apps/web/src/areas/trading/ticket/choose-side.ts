import { changeTicket, type TicketDraft, useTicket } from './ticket-draft.ts'

export function chooseSide(symbol: string, side: TicketDraft['side']): void {
  const { symbol: of } = useTicket.getState()
  if (of === null || of === symbol) changeTicket({ side })
}
