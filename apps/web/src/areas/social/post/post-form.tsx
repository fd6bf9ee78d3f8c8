import { type IdeaQuote, MOST_IDEA_TEXT } from '@aerie/wire/ideas'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { queryClient } from '../../../platform/api/query-client.ts'
import { newUuid } from '../../../platform/browser/new-uuid.ts'
import { priceText } from '../../../platform/format/market-text.ts'
import { LearnLink } from '../../../platform/navigation/learn-link.tsx'
import { notify } from '../../../platform/toasts/toast.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { inputStyle, TextField } from '../../../ui/controls/text-field.tsx'
import { FormActions, FormFailure } from '../../../ui/forms/form-failure.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { BARE_COINS, coinsQuery } from '../../market/index.ts'
import { SourceMark } from '../card/idea-card.tsx'
import { Choice } from '../feed/feed-filters.tsx'
import { sideLabels } from '../messages.ts'
import { socialCalls } from '../social-calls.ts'
import { quoteQuery, refreshSocial } from '../social-queries.ts'
import { checkDraft, type Draft } from './idea-draft.ts'

const START: Draft = { symbol: 'BTC', side: 'long', target: '', stop: '', horizonS: 86_400, text: '' }

/** Reads the quote from the cache: the form watches its query. */
const check = (draft: Draft) => checkDraft(draft, queryClient.getQueryData(quoteQuery(draft.symbol).queryKey))

const schema = z.pipe(
  z.custom<Draft>(),
  z.transform((draft, { issues }) => {
    const { problems, prices, reason } = check(draft)
    for (const [field, message] of Object.entries(problems)) issues.push({ code: 'custom', input: draft, path: [field], message })
    if (prices !== null && reason === undefined)
      return { symbol: draft.symbol, side: draft.side, ...prices, horizon_s: draft.horizonS, text: draft.text }
    issues.push({ code: 'custom', input: draft, message: reason ?? '' })
    return z.NEVER
  }),
)

export function PostForm({ onClose }: { readonly onClose: () => void }) {
  // Idempotency key: a resend creates one idea; a changed draft gets a new key.
  const [key, setKey] = useState(newUuid)
  const form = useForm({
    schema,
    initial: START,
    beside: { key },
    fields: ['target', 'stop'],
    isCheckedAsTyped: true,
    send: async (idea) => {
      await socialCalls.post(idea, key)
      notify('success', 'Idea posted.')
      await refreshSocial()
      onClose()
    },
  })
  const draft = form.values
  const quote = useQuery(quoteQuery(draft.symbol), queryClient)
  const { reward, reason } = check(draft)
  const change = (next: Partial<Draft>): void => {
    form.change(next)
    setKey(newUuid())
  }
  return (
    <form
      {...form.formProps}
      className="grid min-w-0 grid-cols-2 gap-3 rounded-md border border-line bg-surface-1 p-4"
      aria-label="New idea"
    >
      <Terms draft={draft} change={change} />
      <TextField
        {...form.field('target')}
        label="Target"
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
        onChange={({ target }) => change({ target: target.value })}
      />
      <TextField
        {...form.field('stop')}
        label="Stop"
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
        onChange={({ target }) => change({ stop: target.value })}
      />
      <PostFacts quote={quote} reward={reward} />
      <Why text={draft.text} onChange={(text) => change({ text })} />
      <p className="col-span-full text-12 text-ink-2">
        Final: the server sets the entry when you post. You can remove the text later, never the idea or its score.
      </p>
      {form.failure !== null && (
        <div className="col-span-full">
          <FormFailure failure={form.failure} />
        </div>
      )}
      <div className="col-span-full">
        <FormActions>
          <Button type="submit" variant="primary" size="lg" busy={form.isBusy} disabledReason={reason} isReasonShown>
            Post idea
          </Button>
          <Button size="lg" onClick={onClose}>
            Close
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
    <div className="col-span-full flex flex-wrap items-end gap-x-3 gap-y-2">
      <Choice
        label="Coin"
        value={draft.symbol}
        choices={coins.map(({ symbol, name }) => [symbol, name === null ? symbol : `${symbol} · ${name}`] as const)}
        onChoose={(symbol) => change({ symbol: symbol ?? START.symbol, target: '', stop: '' })}
      />
      <Choice
        label="Side"
        value={draft.side}
        choices={[
          ['long', sideLabels.long],
          ['short', sideLabels.short],
        ]}
        onChoose={(side) => change({ side: side === 'short' ? 'short' : 'long' })}
      />
      <Choice
        label="Horizon"
        value={String(draft.horizonS)}
        choices={horizons.map(([seconds, title]) => [String(seconds), title] as const)}
        onChoose={(seconds) => change({ horizonS: Number(seconds) })}
      />
    </div>
  )
}

function Why({ text, onChange }: { readonly text: string; readonly onChange: (text: string) => void }) {
  const id = useId()
  return (
    <div className="col-span-full flex flex-col gap-1">
      <label htmlFor={id} className="font-medium text-13">
        Why
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
        Markdown, up to 2,000 characters. No images.
      </span>
    </div>
  )
}

const horizons = [
  [900, '15 minutes'],
  [3_600, '1 hour'],
  [14_400, '4 hours'],
  [43_200, '12 hours'],
  [86_400, '1 day'],
  [259_200, '3 days'],
  [604_800, '7 days'],
] as const

type PostFactsProps = {
  readonly quote: { readonly data: IdeaQuote | undefined; readonly error: unknown }
  readonly reward: number | null
}

function PostFacts({ quote: { data, error }, reward }: PostFactsProps) {
  return (
    <div className="col-span-full min-h-10 text-13 text-ink-2">
      {data === undefined ? (
        <p>{error === null ? 'Loading the price' : 'The price could not be loaded.'}</p>
      ) : (
        <p>
          <SourceMark kind={data.source_kind} /> Entry now:{' '}
          <strong translate="no" className="num text-ink-1">
            {data.price === null ? 'No price yet' : priceText(Number(data.price), data.quote)}
          </strong>
          {data.is_stale && <span className="text-warning"> The price is stale. Wait until it updates.</span>} ·{' '}
          {`${data.open} of ${data.open_limit} open ideas on ${data.symbol}`}
        </p>
      )}
      {reward !== null && Number.isFinite(reward) && (
        <p>
          {`Pays ${reward.toFixed(2)}R at the target, costs 1R at the stop.`}{' '}
          {`Without drift, the target comes first ${((100 * 1) / (1 + reward)).toFixed(0)}% of the time.`} <LearnLink term="sizing" />
        </p>
      )}
    </div>
  )
}
