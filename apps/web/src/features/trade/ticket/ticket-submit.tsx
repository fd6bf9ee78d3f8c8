import { sizeText } from '@aerie/core/numbers/units'
import { exactFigure } from '../../../platform/format/figures.ts'
import { useTradingState } from '../../../trading/account/trading-store.ts'
import { accountWords } from '../../../trading/source-words.ts'
import { ORDER_KINDS } from '../../../trading/ticket/order-kinds.ts'
import type { TicketReading } from '../../../trading/ticket/read-ticket.ts'
import type { TicketDraft } from '../../../trading/ticket/ticket-draft.ts'
import { Spinner } from '../../../ui/states/spinner.tsx'
import type { FeedTrouble } from './feed-trouble.ts'

type SubmitProps = {
  readonly draft: TicketDraft
  readonly reading: TicketReading
  readonly symbol: string
  readonly reason: string | null
  readonly isSending: boolean
  readonly isTried: boolean
  readonly trouble: FeedTrouble | null
}

/** Says in itself what it sends, to which account, and whose prices that trades at. */
export function TicketSubmit({ draft, reading, symbol, reason, isSending, isTried, trouble }: SubmitProps) {
  const account = useTradingState(({ view }) => view?.account ?? null)
  const side = draft.side === 'buy' ? 'Buy' : 'Sell'
  const amount = reading.size === null ? symbol : `${exactFigure(sizeText(reading.size))} ${symbol}`
  return (
    <>
      <button
        type="submit"
        className="ticket-submit num"
        data-side={draft.side}
        data-trouble={trouble === null ? undefined : ''}
        aria-disabled={reason !== null || isSending || undefined}
        aria-describedby={reason === null ? undefined : 'ticket-reason'}
        aria-busy={isSending || undefined}
      >
        {isSending && <Spinner />}
        <strong>{`${side} ${amount}`}</strong>
        {account !== null && <span>{` · ${accountWords(account)}`}</span>}
        {trouble !== null && <strong>{` · ${trouble.word.toUpperCase()}`}</strong>}
      </button>
      <p id="ticket-reason" className="ticket-reason" data-tried={isTried || undefined}>
        {reason ?? ORDER_KINDS[draft.type].words}
      </p>
    </>
  )
}
