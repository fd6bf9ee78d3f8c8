import { MOST_IDEA_TEXT } from '@aerie/wire/ideas'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { errorText } from '../../../lib/http/error-text.ts'
import { queryClient } from '../../../lib/http/query-client.ts'
import { newUuid } from '../../../lib/new-uuid.ts'
import { BARE_COINS, coinsQuery } from '../../../market-views/coins/coins-query.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { FieldError } from '../../../ui/controls/field-error.tsx'
import { FormActions } from '../../../ui/controls/form-actions.tsx'
import { inputStyle, TextField } from '../../../ui/controls/text-field.tsx'
import { notify } from '../../../ui/states/toast.ts'
import { Choice } from '../feed/feed-filters.tsx'
import { socialCalls } from '../social-calls.ts'
import { quoteQuery, refreshSocial } from '../social-queries.ts'
import { SIDE_WORDS, SOCIAL_WORDS } from '../social-words.ts'
import { checkDraft, type Draft } from './idea-draft.ts'
import { PostFacts } from './post-facts.tsx'

const { form: WORDS, ...OUTER } = SOCIAL_WORDS
const START: Draft = { symbol: 'BTC', side: 'long', target: '', stop: '', horizonS: 86_400, text: '' }

export function PostForm({ onClose }: { readonly onClose: () => void }) {
  const [draft, setDraft] = useState(START)
  // Idempotency key: a resend creates one idea; a changed draft gets a new key.
  const [key, setKey] = useState(newUuid)
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const quote = useQuery(quoteQuery(draft.symbol), queryClient)
  const checked = checkDraft(draft, quote.data)
  const change = (more: Partial<Draft>): void => {
    setDraft((now) => ({ ...now, ...more }))
    setKey(newUuid())
  }
  const post = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (checked.reason !== undefined || checked.prices === null || isBusy) return
    setBusy(true)
    setFailure(undefined)
    const { symbol, side, horizonS, text } = draft
    try {
      await socialCalls.post({ symbol, side, ...checked.prices, horizon_s: horizonS, text }, key)
      notify('success', WORDS.posted)
      await refreshSocial()
      onClose()
    } catch (error) {
      setFailure(errorText(error))
      setBusy(false)
    }
  }
  return (
    <form className="social-box social-form" aria-label={WORDS.title} onSubmit={(event) => void post(event)}>
      <Terms draft={draft} change={change} />
      <TextField
        label={OUTER.target}
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
        error={checked.problems.target}
        value={draft.target}
        onChange={({ target }) => change({ target: target.value })}
      />
      <TextField
        label={OUTER.stop}
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
        error={checked.problems.stop}
        value={draft.stop}
        onChange={({ target }) => change({ stop: target.value })}
      />
      <PostFacts quote={quote} reward={checked.reward} />
      <Why text={draft.text} onChange={(text) => change({ text })} />
      <p className="social-wide text-12 text-ink-2">{WORDS.final}</p>
      {failure !== undefined && (
        <div className="social-wide">
          <FieldError id="idea-failure">{failure}</FieldError>
        </div>
      )}
      <div className="social-wide">
        <FormActions>
          <Button type="submit" variant="primary" size="lg" busy={isBusy} disabledReason={checked.reason} isReasonShown>
            {WORDS.post}
          </Button>
          <Button size="lg" onClick={onClose}>
            {WORDS.close}
          </Button>
        </FormActions>
      </div>
    </form>
  )
}

type TermsProps = { readonly draft: Draft; readonly change: (more: Partial<Draft>) => void }

function Terms({ draft, change }: TermsProps) {
  const { data: coins = BARE_COINS } = useQuery(coinsQuery, queryClient)
  return (
    <div className="social-wide social-filters">
      <Choice
        label={OUTER.coin}
        value={draft.symbol}
        choices={coins.map(({ symbol, name }) => [symbol, name === null ? symbol : `${symbol} · ${name}`] as const)}
        onChoose={(symbol) => change({ symbol: symbol ?? START.symbol, target: '', stop: '' })}
      />
      <Choice
        label={OUTER.side}
        value={draft.side}
        choices={[
          ['long', SIDE_WORDS.long],
          ['short', SIDE_WORDS.short],
        ]}
        onChoose={(side) => change({ side: side === 'short' ? 'short' : 'long' })}
      />
      <Choice
        label={OUTER.horizon}
        value={String(draft.horizonS)}
        choices={WORDS.horizons.map(([seconds, title]) => [String(seconds), title] as const)}
        onChoose={(seconds) => change({ horizonS: Number(seconds) })}
      />
    </div>
  )
}

function Why({ text, onChange }: { readonly text: string; readonly onChange: (text: string) => void }) {
  const id = useId()
  return (
    <div className="social-wide flex flex-col gap-1">
      <label htmlFor={id} className="font-medium text-13">
        {WORDS.text}
      </label>
      <textarea
        id={id}
        aria-describedby={`${id}-hint`}
        className={`${inputStyle} min-h-24 py-2`}
        maxLength={MOST_IDEA_TEXT}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
      <span id={`${id}-hint`} className="text-12 text-ink-2">
        {WORDS.textHint}
      </span>
    </div>
  )
}
