import '../alerts.css'
import { recordOf } from '@aerie/core/record-keys'
import { DAY_MS, SECOND_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import { alertKind, alertSentence, quantileText } from '@aerie/wire/alerts/alert-kinds'
import type { AlertPreview, AlertRow } from '@aerie/wire/alerts/alert-rows'
import type { CandleTuple } from '@aerie/wire/market/market'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { queryClient } from '../../../platform/api/query-client.ts'
import { priceText, SOURCE_LABELS, utcText } from '../../../platform/format/market-text.ts'
import { ageText } from '../../../platform/live/market/age-text.ts'
import { ageMs, isStalePrice } from '../../../platform/live/market/market-status.ts'
import { type Quote, useQuote } from '../../../platform/live/market/quotes.ts'
import { useAssetDetails } from '../../../platform/live/market/use-asset-details.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { FormFailure } from '../../../ui/forms/form-failure.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { QueryNotice, type ViewedQuery } from '../../../ui/states/query-view.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { readCandles } from '../../market/index.ts'
import { alertCalls } from '../alert-calls.ts'
import { type AlertDraft, type AlertField, type AlertRequest, type DraftProblems, isTrueAt, KIND_FORMS, readDraft } from '../alert-draft.ts'
import { alertSummaryQuery, inTurn, takeAlert } from '../alert-queries.ts'
import { timesText } from '../messages.ts'
import { useForecastLine, useRegimeNow } from '../value-now.ts'
import { ConditionFields } from './condition-fields.tsx'
import { TermsFields } from './terms-fields.tsx'

type AlertEditorProps = {
  readonly start: AlertDraft
  readonly alert: AlertRow | null
  readonly filledBy?: string | null
  readonly onDone: () => void
}

const FIELDS = ['symbol', 'level', 'percent', 'ratio', 'expires', 'channels', 'note'] as const satisfies readonly AlertField[]

const schema = z.pipe(
  z.custom<AlertDraft>(),
  z.transform((draft, { issues }) => {
    const read = readDraft(draft, Date.now())
    if (read.ok) return read.body
    for (const [field, message] of Object.entries(read.problems))
      if (message !== undefined) issues.push({ code: 'custom', input: draft, path: [field], message })
    return z.NEVER
  }),
)

export function AlertEditor({ start, alert, filledBy = null, onDone }: AlertEditorProps) {
  const form = useForm({
    schema,
    initial: start,
    fields: FIELDS,
    send: async (body) => {
      const saved = await inTurn(() => (alert === null ? alertCalls.create(body) : alertCalls.replace(alert.id, body)), takeAlert)
      notify('success', alert === null ? `Alert set: ${saved.title}.` : `Alert changed: ${saved.title}.`)
      onDone()
    },
  })
  const { values: draft, change } = form
  const problems: DraftProblems = recordOf(FIELDS, form.error)
  return (
    <form
      {...form.formProps}
      className="flex min-w-0 flex-col gap-3"
      aria-label={alert === null ? 'New alert' : `Change alert: ${alert.title}`}
    >
      {filledBy !== null && <p className="text-12 text-info">{`Filled in by ${filledBy}. Not saved yet.`}</p>}
      <p className="num font-semibold text-18 text-ink-1 [overflow-wrap:anywhere]">{sentenceOf(draft)}</p>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(148px,1fr))] items-start gap-3">
        <ConditionFields draft={draft} problems={problems} onChange={change} />
      </div>
      <CoinNow draft={draft} />
      <div className="grid grid-cols-[repeat(auto-fill,minmax(148px,1fr))] items-start gap-3">
        <TermsFields draft={draft} problems={problems} onChange={change} />
      </div>
      <KindNote draft={draft} />
      <Previewed draft={draft} />
      <FormFailure failure={form.failure} />
      <footer className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.isBusy}>
          {alert === null ? 'Save alert' : 'Save changes'}
        </Button>
      </footer>
    </form>
  )
}

/** As it is sent: a direction of another kind does not count, so that the form and the list agree. */
const sentenceOf = ({ direction, ...draft }: AlertDraft): string =>
  alertSentence({ ...draft, window_s: draft.windowS, ...(KIND_FORMS[draft.kind].fields.includes('direction') && { direction }) })

function CoinNow({ draft }: { readonly draft: AlertDraft }) {
  if (!KIND_FORMS[draft.kind].fields.includes('symbol') || draft.symbol === '') return null
  return (
    <>
      {draft.kind === 'volatility' && <RegimeNow draft={draft} />}
      {draft.kind === 'forecast' && <ForecastNow draft={draft} />}
      <PriceNow symbol={draft.symbol} />
    </>
  )
}

function RegimeNow({ draft: { symbol, regime } }: { readonly draft: AlertDraft }) {
  const now = useRegimeNow(symbol)
  if (now === undefined) return <p className="text-12 text-ink-2">{`Loading the volatility of ${symbol} …`}</p>
  if (now === null) return <p className="text-12 text-ink-2">{`The volatility of ${symbol} is not known now.`}</p>
  const yearly = now.percentAYear === null ? '' : ` (${now.percentAYear.toFixed(1)}% a year over 7 days)`
  return (
    <p className="num text-12 text-ink-2">
      {`The volatility of ${symbol} is ${now.name} now${yearly}.`}
      {now.name === regime && ' The alert fires the next time it becomes so again.'}
    </p>
  )
}

function ForecastNow({ draft: { symbol, hours, quantile } }: { readonly draft: AlertDraft }) {
  const line = useForecastLine(symbol, hours, quantile)
  const name = `The ${quantileText(quantile)} in ${hours} h`
  if (line === undefined) return <p className="text-12 text-ink-2">{`Loading the forecast of ${symbol} …`}</p>
  if (line === null) return <p className="text-12 text-ink-2">{`There is no forecast of ${symbol} now.`}</p>
  return <p className="num text-12 text-ink-2">{`${name} is at ${priceText(line.price, line.quote)} now.`}</p>
}

function KindNote({ draft }: { readonly draft: AlertDraft }) {
  const { data } = useQuery(alertSummaryQuery, queryClient)
  const missing = data?.unavailable.find(({ kind }) => kind === draft.kind)
  return (
    <p className={missing === undefined ? 'text-12 text-ink-2' : 'text-12 text-warning'}>
      {missing === undefined ? KIND_FORMS[draft.kind].description : `Not available now. ${missing.reason}`}
    </p>
  )
}

function Previewed({ draft }: { readonly draft: AlertDraft }) {
  const read = readDraft({ ...draft, expires: '', note: '', channels: ['app'] }, 0)
  const body = read.ok ? read.body : null
  return KIND_FORMS[draft.kind].fields.includes('symbol') && draft.symbol !== '' ? (
    <WithQuote draft={draft} body={body} />
  ) : (
    <PreviewNote body={body} isTrueHere={null} />
  )
}

function WithQuote({ draft, body }: { readonly draft: AlertDraft; readonly body: Parameters<typeof PreviewNote>[0]['body'] }) {
  const quote = useQuote(draft.symbol)
  // A stale price cannot show whether the condition is true.
  const price = useStaleAge(quote) === null ? quote?.price : undefined
  return <PreviewNote body={body} isTrueHere={isTrueAt(draft, price ?? null)} />
}

function PriceNow({ symbol }: { readonly symbol: string }) {
  // Subscribes to details: ticks are kept only for coins that were read once.
  const { status } = useAssetDetails(symbol)
  const quote = useQuote(symbol)
  const age = useStaleAge(quote)
  if (quote === null) return <p className="text-12 text-ink-2">{noPriceTexts[status](symbol)}</p>
  const price = priceText(quote.price, quote.quote)
  return age === null ? (
    <p className="num text-12 text-ink-2">{`${symbol} is at ${price} now.`}</p>
  ) : (
    <p className="num text-12 text-warning">{`${symbol} was at ${price}, ${age} ago. There is no newer price.`}</p>
  )
}

const noPriceTexts = {
  pending: (symbol: string) => `Loading the price of ${symbol} …`,
  error: (symbol: string) => `The price of ${symbol} could not be loaded.`,
  success: (symbol: string) => `${symbol} has no price yet.`,
} as const

const useStaleAge = (quote: Quote | null): string | null =>
  useSyncExternalStore(eachSecond, () =>
    quote !== null && isStalePrice(quote.asOf, quote.symbol) ? ageText(ageMs(quote.asOf) ?? 0) : null,
  )

const eachSecond = (onChange: () => void): (() => void) => every(SECOND_MS, onChange)

const RESOLUTIONS: Readonly<Record<AlertPreview['resolution'], string>> = { '1m': '1-minute', '1h': '1-hour', '1d': 'daily' }

/** E.g. `Would have fired 3 to 5 times in the last 30 days.` */
export function previewSentence({ fired, from, to, resolution }: Pick<AlertPreview, 'fired' | 'from' | 'to' | 'resolution'>): string {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
  const hours = Math.max(1, Math.round(days * 24))
  const span = days >= 1.5 ? `${Math.round(days)} days` : hours === 1 ? 'hour' : `${hours} hours`
  const times = timesText(fired)
  const candles = RESOLUTIONS[resolution]
  return times === null
    ? `Would not have fired in the last ${span}, by ${candles} candles.`
    : `Would have fired ${times} in the last ${span}, by ${candles} candles.`
}

type PreviewNoteProps = {
  readonly body: AlertRequest | null
  /** Null if the current price is unknown here. */
  readonly isTrueHere: boolean | null
}

function PreviewNote({ body, isTrueHere }: PreviewNoteProps) {
  const state = useAlertPreview(body)
  const isMet = state.kind === 'known' && !state.isOld ? (isTrueHere ?? state.preview.is_met) : isTrueHere
  return (
    <div className="flex flex-col gap-2 [&_[data-old]]:opacity-60">
      <div role="status" aria-label="Past triggers" className="flex flex-col gap-1">
        {isMet === true && <p className="text-12 text-warning">Already true. The alert fires the next time it becomes true again.</p>}
        {state.kind === 'known' && (
          <p className="text-12 text-ink-2" data-old={state.isOld || undefined}>
            {previewSentence(state.preview)}
            {state.preview.source_kind !== 'live' && ` ${SOURCE_LABELS[state.preview.source_kind]}.`}
          </p>
        )}
      </div>
      {state.kind === 'asking' && <Skeleton className="h-4 w-3/4" />}
      {state.kind === 'failed' && <QueryNotice query={state.query} text="Past triggers could not be loaded." role="alert" />}
      {state.kind === 'known' && body?.symbol !== undefined && (
        <AlertPlot symbol={body.symbol} preview={state.preview} level={body.level === undefined ? null : Number(body.level)} />
      )}
    </div>
  )
}

const REST_MS = 400

type PreviewState =
  | { readonly kind: 'none' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'known'; readonly preview: AlertPreview; readonly isOld: boolean }
  | { readonly kind: 'failed'; readonly query: ViewedQuery<AlertPreview> }

function useAlertPreview(body: AlertRequest | null): PreviewState {
  const key = useRested(body === null || !alertKind(body.kind).isOnPrices ? null : JSON.stringify(asked(body)))
  const query = useQuery(
    {
      queryKey: ['alerts', 'preview', key],
      queryFn: ({ signal }) => alertCalls.preview(requestOf(key), { signal }),
      enabled: key !== null,
      placeholderData: keepPreviousData,
      staleTime: 30_000,
      retry: false,
    },
    queryClient,
  )
  if (key === null || body === null) return { kind: 'none' }
  const { data, error, isPlaceholderData } = query
  if (error !== null) return { kind: 'failed', query }
  return data === undefined ? { kind: 'asking' } : { kind: 'known', preview: data, isOld: isPlaceholderData }
}

/** Note, expiry and channels do not affect the preview. */
function asked({ note: _note, expires_at: _expires, ...body }: AlertRequest): AlertRequest {
  return { ...body, channels: ['app'] }
}

function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}

const requestOf = (key: string | null): AlertRequest => JSON.parse(key ?? '{}')

const WIDTH = 640
const HEIGHT = 96
const ROOM = 0.06
/** Hourly candles up to this span, daily ones beyond. */
const HOURLY_MS = 31 * DAY_MS

type PlotScale = { readonly from: number; readonly to: number; readonly low: number; readonly high: number }

/** Includes the level only if it is near the closes. */
function plotScale(candles: readonly CandleTuple[], level: number | null): PlotScale | null {
  const closes = candles.map((candle) => candle[4])
  const [first, last] = [candles[0], candles.at(-1)]
  if (first === undefined || last === undefined || candles.length < 2) return null
  const [low, high] = [Math.min(...closes), Math.max(...closes)]
  const isNear = level !== null && level > low - (high - low) && level < high + (high - low)
  const [bottom, top] = isNear ? [Math.min(low, level), Math.max(high, level)] : [low, high]
  const room = (top - bottom || top) * ROOM
  return { from: first[0] * SECOND_MS, to: last[0] * SECOND_MS, low: bottom - room, high: top + room }
}

const across = ({ from, to }: PlotScale, ms: number): number => Math.min(1, Math.max(0, (ms - from) / (to - from)))
const up = ({ low, high }: PlotScale, price: number): number => (price - low) / (high - low)

type AlertPlotProps = {
  readonly symbol: string
  readonly preview: AlertPreview
  readonly level: number | null
}

function AlertPlot({ symbol, preview, level }: AlertPlotProps) {
  const [from, to] = [Date.parse(preview.from), Date.parse(preview.to)]
  const interval = to - from <= HOURLY_MS ? '1h' : '1d'
  const { data } = useQuery(
    {
      queryKey: ['alerts', 'candles', symbol, interval, Math.floor(from / DAY_MS), Math.floor(to / DAY_MS)],
      queryFn: ({ signal }) => readCandles(symbol, { interval, limit: 1000, from: Math.floor(from / SECOND_MS) }, signal),
      staleTime: 300_000,
    },
    queryClient,
  )
  const scale = data === undefined ? null : plotScale(data, level)
  return (
    <div className="alert-plot" data-empty={scale === null || undefined}>
      {scale !== null && data !== undefined && <Drawing candles={data} scale={scale} level={level} times={preview.times} />}
    </div>
  )
}

type DrawingProps = {
  readonly candles: readonly CandleTuple[]
  readonly scale: PlotScale
  readonly level: number | null
  readonly times: readonly string[]
}

function Drawing({ candles, scale, level, times }: DrawingProps) {
  const y = (price: number) => HEIGHT * (1 - up(scale, price))
  const path = candles
    .map(
      ([time, , , , close], index) =>
        `${index === 0 ? 'M' : 'L'}${(across(scale, time * SECOND_MS) * WIDTH).toFixed(1)} ${y(close).toFixed(1)}`,
    )
    .join('')
  const isLevelShown = level !== null && level > scale.low && level < scale.high
  return (
    <>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {isLevelShown && <path className="alert-plot-level" d={`M0 ${y(level).toFixed(1)}H${WIDTH}`} />}
        <path className="alert-plot-line" d={path} />
      </svg>
      <ul aria-label="Past triggers">
        {times.map((time) => (
          <li
            key={time}
            className="alert-plot-mark"
            style={{
              left: `${across(scale, Date.parse(time)) * 100}%`,
              bottom: `${up(scale, closeAt(candles, Date.parse(time)) ?? scale.low) * 100}%`,
            }}
          >
            <span className="sr-only">{utcText(Date.parse(time))}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

const closeAt = (candles: readonly CandleTuple[], ms: number): number | undefined =>
  candles.findLast(([time]) => time * SECOND_MS <= ms)?.[4]
