import { turnTicket } from '../../../trading/ticket/ticket-draft.ts'
import { ticketIsOn } from '../../../trading/trading-words.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'

/** The one ticket of the window is on another coin than its slot: the other slot, a book or the agent has turned it. */
export function OtherCoin({ of, symbol }: { readonly of: string; readonly symbol: string }) {
  const turn = (button: HTMLElement) => {
    const slot = button.closest('[data-kind]')
    turnTicket(symbol)
    // The form takes the place of the button.
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
      {ticketIsOn(of)}
    </EmptyState>
  )
}
