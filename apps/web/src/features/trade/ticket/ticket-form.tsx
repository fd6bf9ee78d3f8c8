import { recordKeys } from '@aerie/core/record-keys'
import type { TradingInstrument } from '@aerie/wire/trading/trading-account'
import { type FormEvent, useMemo, useRef, useState } from 'react'
import { SyntheticNote } from '../../../market-views/depth/synthetic-note.tsx'
import { NO_TRADING_TEXT, useNoTrading } from '../../../trading/orders/may-trade.ts'
import { sendOrder } from '../../../trading/orders/submissions.ts'
import { readTicket, type TicketReading } from '../../../trading/ticket/read-ticket.ts'
import { clearTicket, type TicketDraft, useTicket } from '../../../trading/ticket/ticket-draft.ts'
import type { Problems } from '../../../trading/ticket/ticket-problems.ts'
import type { InstrumentTerms } from '../../../trading/ticket/ticket-terms.ts'
import { usePreview } from '../../../trading/ticket/use-preview.ts'
import { useTicketTerms } from '../../../trading/ticket/use-ticket-terms.ts'
import { useUnchanged } from '../../../ui/hooks/use-unchanged.ts'
import { useFeedTrouble } from './feed-trouble.ts'
import { TicketHead } from './ticket-head.tsx'
import { TicketOptions } from './ticket-options.tsx'
import { TicketPreview } from './ticket-preview.tsx'
import { TicketPrices } from './ticket-prices.tsx'
import { TicketSize } from './ticket-size.tsx'
import { TicketSubmit } from './ticket-submit.tsx'

type TicketFormProps = { readonly instrument: TradingInstrument; readonly terms: InstrumentTerms }

/** Write, preview and send an order. */
export function TicketForm({ instrument, terms: allowed }: TicketFormProps) {
  const { draft, filledBy, alert } = useTicket()
  const terms = useTicketTerms(allowed)
  const reading = readTicket(draft, terms)
  const preview = usePreview(reading.order)
  const refusal = useNoTrading()
  const trouble = useFeedTrouble(instrument.symbol)
  const { isSending, isTried, submit, said } = useSubmit(reading)
  // The same for as long as nothing in them differs: what a fill changes is no part of the fields, which are not rendered again then.
  const problems = useUnchanged(isTried ? reading.problems : shownProblems(reading.problems, draft))
  const { bestBid, bestAsk } = terms
  const quoted = useMemo(() => ({ instrument: allowed, bestBid, bestAsk }), [allowed, bestBid, bestAsk])
  const fields = { draft, terms: quoted, problems }
  const reason = refusal === null ? firstOf(reading.problems) : NO_TRADING_TEXT[refusal]
  return (
    <form className="ticket" aria-label={`Order ticket of ${instrument.symbol}`} noValidate onSubmit={submit}>
      <div className="ticket-scroll">
        {alert !== null && <p className="text-12 text-info">The journal will record the alert that led to this order.</p>}
        {filledBy !== null && (
          <p className="ticket-note" role="status">
            {`Filled in by ${filledBy}. Nothing has been sent. Check the order, then submit it.`}
          </p>
        )}
        {instrument.book === 'synthetic' && <SyntheticNote what="book" />}
        <TicketHead draft={draft} instrument={instrument} problem={problems.leverage} />
        <TicketPrices {...fields} />
        <TicketSize draft={draft} symbol={instrument.symbol} size={reading.size} entry={reading.entry} problem={problems.amount} />
        <TicketOptions {...fields} />
        <TicketPreview state={preview} symbol={instrument.symbol} />
      </div>
      <div className="ticket-foot">
        {trouble !== null && trouble.words !== null && (
          <p role="status" className="ticket-warning">
            {trouble.words}
          </p>
        )}
        {said !== null && (
          <p role="alert" className="ticket-warning" data-severe="">
            {said}
          </p>
        )}
        <TicketSubmit
          draft={draft}
          reading={reading}
          symbol={instrument.symbol}
          reason={reason}
          isSending={isSending}
          isTried={isTried}
          trouble={trouble}
        />
      </div>
    </form>
  )
}

const firstOf = (problems: Problems): string | null => Object.values(problems)[0] ?? null

/** What is merely not filled in yet is not marked before the order was tried. */
function shownProblems(problems: Problems, draft: TicketDraft): Problems {
  return Object.fromEntries(recordKeys(problems).flatMap((field) => (String(draft[field]) === '' ? [] : [[field, problems[field]]])))
}

function useSubmit({ order }: TicketReading) {
  const [isSending, setSending] = useState(false)
  // Two presses within one rendering are one order.
  const isOut = useRef(false)
  const [isTried, setTried] = useState(false)
  const [said, setSaid] = useState<string | null>(null)
  const refusal = useNoTrading()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (order === null || refusal !== null || isOut.current) return
    isOut.current = true
    setSending(true)
    setSaid(null)
    const sent = useTicket.getState()
    sendOrder(order, sent.alert)
      .then((outcome) => {
        if (outcome.kind === 'refused') return setSaid(outcome.words)
        // What became of the others stands among the open orders.
        clearTicket(sent)
        setTried(false)
      })
      .catch((error: unknown) => reportError(error))
      .finally(() => {
        isOut.current = false
        setSending(false)
      })
  }
  return { isSending, isTried, submit, said }
}
