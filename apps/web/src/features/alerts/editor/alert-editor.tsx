import '../alerts.css'
import type { AlertRow } from '@aerie/wire/alerts/alert-rows'
import { alertSentence } from '@aerie/wire/alerts/alert-sentence'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { alertCalls } from '../../../alerts/alert-calls.ts'
import { type AlertDraft, type DraftProblems, FIELDS_OF, isTrueAt, readDraft } from '../../../alerts/alert-draft.ts'
import { alertSummaryQuery, inTurn, takeAlert } from '../../../alerts/alert-queries.ts'
import { KIND_WORDS } from '../../../alerts/alert-words.ts'
import { ApiError } from '../../../lib/http/api-error.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { queryClient } from '../../../lib/http/query-client.ts'
import { useQuote } from '../../../live/market/use-quote.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { notify } from '../../../ui/states/toast.ts'
import { ConditionFields } from './condition-fields.tsx'
import { PreviewNote } from './preview-note.tsx'
import { PriceNow, useStaleAge } from './price-now.tsx'
import { TermsFields } from './terms-fields.tsx'

type AlertEditorProps = {
  readonly start: AlertDraft
  /** The alert that is changed; null makes a new one. */
  readonly alert: AlertRow | null
  /** Who filled it in. */
  readonly filledBy?: string | null
  readonly onDone: () => void
}

/** The form of an alert: what it watches, how often and where it tells, and what it would have done. */
export function AlertEditor({ start, alert, filledBy = null, onDone }: AlertEditorProps) {
  const [draft, setDraft] = useState(start)
  const [problems, setProblems] = useState<DraftProblems>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const change = (next: Partial<AlertDraft>) => {
    setDraft((now) => ({ ...now, ...next }))
    setProblems({})
    setFailure(null)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const read = readDraft(draft, Date.now())
    if (!read.ok) return setProblems(read.problems)
    setBusy(true)
    try {
      const saved = await inTurn(() => (alert === null ? alertCalls.create(read.body) : alertCalls.replace(alert.id, read.body)), takeAlert)
      notify('success', alert === null ? `Alert set: ${saved.title}.` : `Alert changed: ${saved.title}.`)
      onDone()
    } catch (error) {
      setFailure(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className="alert-editor"
      aria-label={alert === null ? 'New alert' : `Change alert: ${alert.title}`}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      {filledBy !== null && <p className="text-12 text-info">{`Filled in by ${filledBy}. Not saved yet.`}</p>}
      <p className="alert-sentence">{alertSentence({ ...draft, window_s: draft.windowS })}</p>
      <div className="alert-fields">
        <ConditionFields draft={draft} problems={problems} onChange={change} />
      </div>
      <CoinNow draft={draft} />
      <div className="alert-fields">
        <TermsFields draft={draft} problems={problems} onChange={change} />
      </div>
      <KindNote draft={draft} />
      <Previewed draft={draft} />
      {failure !== null && (
        <p role="alert" className="text-13 text-danger">
          {failure}
        </p>
      )}
      <footer className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isBusy}>
          {alert === null ? 'Save alert' : 'Save changes'}
        </Button>
      </footer>
    </form>
  )
}

/** What went wrong, with what the server says of single fields. */
function failureText(error: unknown): string {
  const fields = error instanceof ApiError ? Object.entries(error.errors).map(([field, words]) => `${field}: ${words.join(', ')}`) : []
  return [errorText(error), ...fields].join(' ')
}

/** The price now, where a level is written against it. */
function CoinNow({ draft }: { readonly draft: AlertDraft }) {
  return draft.kind === 'price' && draft.symbol !== '' ? <PriceNow symbol={draft.symbol} /> : null
}

/** What the kind means, and why it cannot be watched where it cannot. */
function KindNote({ draft }: { readonly draft: AlertDraft }) {
  const { data } = useQuery(alertSummaryQuery, queryClient)
  const missing = data?.unavailable.find(({ kind }) => kind === draft.kind)
  return (
    <p className={missing === undefined ? 'text-12 text-ink-2' : 'text-12 text-warning'}>
      {missing === undefined ? KIND_WORDS[draft.kind].words : `Not available now. ${missing.reason}`}
    </p>
  )
}

function Previewed({ draft }: { readonly draft: AlertDraft }) {
  const read = readDraft({ ...draft, expires: '', note: '', channels: ['app'] }, 0)
  const body = read.ok ? read.body : null
  return FIELDS_OF[draft.kind].includes('symbol') && draft.symbol !== '' ? (
    <WithQuote draft={draft} body={body} />
  ) : (
    <PreviewNote body={body} isTrueHere={null} />
  )
}

function WithQuote({ draft, body }: { readonly draft: AlertDraft; readonly body: Parameters<typeof PreviewNote>[0]['body'] }) {
  const quote = useQuote(draft.symbol)
  // Whether it is true by a price of long ago says nothing.
  const price = useStaleAge(quote) === null ? quote?.price : undefined
  return <PreviewNote body={body} isTrueHere={isTrueAt(draft, price ?? null)} />
}
