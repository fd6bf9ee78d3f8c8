import { percentText } from '@aerie/core/numbers/number-text'
import { SECOND_MS } from '@aerie/core/time'
import { type ChatMessage, feedbackId, type ProvenFigure, type ToolCall } from '@aerie/wire/agent/agent'
import type { MarketDataMessage } from '@aerie/wire/market/market-data'
import { isSupportedSymbol } from '@aerie/wire/market/supported-symbols'
import { priceText } from '../../../platform/format/market-text.ts'
import { closeAgent } from '../../../platform/navigation/agent-panel-state.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { BandLegend, MiniCone, useForecast } from '../../forecast/index.ts'
import { tradeThis } from '../../trading/index.ts'
import { useAnswerText } from '../answer/answer-language.ts'
import type { AnswerText } from '../answer/answer-text-types.ts'
import { ViewButton } from '../answer/view-button.tsx'
import { viewOf } from '../answer/views.ts'
import { isPhone } from '../use-is-phone.ts'
import { FigureChip } from './figure-chip.tsx'
import { resultFigure } from './result-text.ts'
import { type CallRun, readArguments, runAgain, useCallRuns } from './run-calls.ts'

type ToolResultProps = { readonly reply: ChatMessage; readonly place: number; readonly stored: ChatMessage | undefined }

export function ToolResult({ reply, place, stored }: ToolResultProps) {
  const run = useCallRuns((runs) => runs[feedbackId(reply._id, place)])
  const call = reply.tool_calls?.[place]
  if (call === undefined) return null
  const again = () => runAgain(reply, place)
  if (run?.state === 'answered') return <ResultView text={run.text} figure={resultFigure(run.result)} result={run.result} call={call} />
  if (stored !== undefined) return <ResultView text={stored.content} figure={stored.figures?.[0] ?? null} result={null} call={call} />
  return <PendingResult run={run} call={call} onRun={again} />
}

type ResultViewProps = {
  readonly text: string
  readonly figure: ProvenFigure | null
  readonly result: MarketDataMessage | null
  readonly call: ToolCall
}

function ResultView({ text, figure, result, call }: ResultViewProps) {
  const view = useViewOf(figure === null ? null : call)
  return (
    <div className="agent-result">
      {/* Fixed by docs/product.md, in English. */}
      <p lang="en" className="num whitespace-pre-wrap text-13 text-ink-1">
        {text}
      </p>
      {result?.command === 'historical' && result.data !== null && <MiniChart history={result.data} />}
      {result?.command === 'price' && result.data !== null && <MiniFan prediction={result.data} />}
      <div className="flex flex-wrap items-center gap-2">
        {figure !== null && <FigureChip figure={figure} />}
        {figure === null && hasPrice(text) && <UnprovenChip />}
        {view !== null && <ViewButton view={view} />}
        {figure !== null && <TradeButton call={call} />}
      </div>
    </div>
  )
}

/** Prefills the order ticket. The agent never submits an order; only the user does. */
function TradeButton({ call }: { readonly call: ToolCall }) {
  const { answerText } = useAnswerText()
  const symbol = readArguments(call.arguments)?.ticker
  if (symbol === undefined || !isSupportedSymbol(symbol)) return null
  const open = () => {
    if (isPhone()) closeAgent()
    tradeThis(symbol, { type: 'limit', unit: 'coin' }, 'Agent EagleEye')
  }
  return (
    <Button size="sm" variant="ghost" onClick={open}>
      {answerText.trade(symbol)}
    </Button>
  )
}

/** Stored text with a number that matches none of the server's answers. */
function UnprovenChip() {
  const { answerText } = useAnswerText()
  return (
    <span
      title={answerText.unprovenTitle}
      className="inline-flex min-h-5 items-center rounded-full border border-line-strong border-dashed px-2 text-11 text-warning"
    >
      {answerText.unproven}
    </span>
  )
}

const hasPrice = (text: string): boolean => /^(The price of \S+ at .+ is|\S+ is predicted to reach|\S+ was) \S*\d/.test(text)

type PendingResultProps = {
  readonly run: Exclude<CallRun, { state: 'answered' }> | undefined
  readonly call: ToolCall
  readonly onRun: () => void
}

function PendingResult({ run, call, onRun }: PendingResultProps) {
  const { answerText, hoursText } = useAnswerText()
  const subject = subjectOf(call, answerText, hoursText)
  if (run?.state === 'running')
    return (
      <div role="status" aria-label={answerText.lookingUp(subject)} className="agent-result">
        <Skeleton className="h-4 w-4/5" />
        <Skeleton className="h-5 w-40" />
      </div>
    )
  const [text, label] =
    run === undefined ? [answerText.notLookedUp(subject), answerText.lookUp] : [answerText.noAnswer(subject, run.message), answerText.retry]
  return (
    <div className="agent-result" role={run === undefined ? undefined : 'alert'}>
      <p className="text-13 text-ink-2">{text}</p>
      <Button size="sm" className="self-start" onClick={onRun}>
        {label}
      </Button>
    </div>
  )
}

function subjectOf({ name, arguments: json }: ToolCall, answerText: AnswerText, hoursText: (hours: number) => string): string {
  const asked = readArguments(json)
  return asked === null ? answerText.something : answerText.subjects[name](asked.ticker, hoursText(asked.timeframe ?? 24))
}

function useViewOf(call: ToolCall | null) {
  const { answerText, hoursText } = useAnswerText()
  const asked = call === null ? null : readArguments(call.arguments)
  if (call === null || asked === null) return null
  const kind = call.name === 'get_crypto_prediction' ? 'prediction' : 'history'
  return viewOf({ kind, currency: asked.ticker, hours: asked.timeframe ?? 24 }, { answerText, hoursText })
}

type Prediction = {
  readonly currency: string
  /** Seconds; time of the forecast. */
  readonly currenttime: number
  readonly hours: number
  readonly predictedMarketPrice: number
  readonly low80: number
  readonly high80: number
  readonly quote: string
}

/** Fan chart of the quoted forecast; falls back to its band as text if a newer one has replaced it. */
function MiniFan({ prediction }: { readonly prediction: Prediction }) {
  const { currency, currenttime, hours, low80, high80, quote } = prediction
  const { answerText, hoursText } = useAnswerText()
  const { forecast } = useForecast(currency, hours)
  return (
    <figure className="flex flex-col gap-1">
      {forecast?.issued_at === currenttime * 1000 && (
        <>
          <MiniCone forecast={forecast} label={(ends) => answerText.cone({ coin: currency, hours: hoursText(hours), ...ends })} />
          <BandLegend median={answerText.median} label={answerText.bands} />
        </>
      )}
      <figcaption className="num text-12 text-ink-2">
        {answerText.chance(priceText(low80, quote), priceText(high80, quote), hoursText(hours))}
      </figcaption>
    </figure>
  )
}

const WIDTH = 320
const HEIGHT = 72
const EDGE = 3

type History = {
  readonly currency: string
  readonly timestamps: readonly number[]
  readonly closingPrices: readonly number[]
  readonly quote: string
}

/** Closes as a line, with their lowest, highest and change. */
export function MiniChart({ history }: { readonly history: History }) {
  const { currency, timestamps, closingPrices, quote } = history
  const { answerText, dateText } = useAnswerText()
  const [first] = closingPrices
  const last = closingPrices.at(-1)
  const [from] = timestamps
  const to = timestamps.at(-1)
  if (closingPrices.length < 2 || first === undefined || last === undefined || from === undefined || to === undefined) return null
  const change = percentText((last / first - 1) * 100)
  const low = priceText(Math.min(...closingPrices), quote)
  const high = priceText(Math.max(...closingPrices), quote)
  return (
    <figure className="flex flex-col gap-1">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={answerText.chart({ coin: currency, from: dateText(from * SECOND_MS), to: dateText(to * SECOND_MS), change, low, high })}
        className="agent-plot"
        data-tone={toneOf(first, last)}
      >
        <path className="agent-line" d={linePath(timestamps, closingPrices)} />
      </svg>
      <figcaption className="num flex flex-wrap justify-between gap-x-3 text-11 text-ink-2">
        <span>{answerText.range(low, high)}</span>
        <span>{answerText.changeTo(change, priceText(last, quote))}</span>
      </figcaption>
    </figure>
  )
}

const toneOf = (first: number, last: number): 'up' | 'down' | 'flat' => (last > first ? 'up' : last < first ? 'down' : 'flat')

/** SVG path scaled by time: a missing hour leaves a gap. */
function linePath(times: readonly number[], closes: readonly number[]): string {
  const from = times[0] ?? 0
  const span = (times.at(-1) ?? 0) - from
  const low = Math.min(...closes)
  const range = Math.max(...closes) - low
  const x = (time: number) => EDGE + ((time - from) / span) * (WIDTH - 2 * EDGE)
  const y = (close: number) => (range === 0 ? HEIGHT / 2 : HEIGHT - EDGE - ((close - low) / range) * (HEIGHT - 2 * EDGE))
  return closes
    .map((close, index) => `${index === 0 ? 'M' : 'L'}${x(times[index] ?? Number.NaN).toFixed(1)} ${y(close).toFixed(1)}`)
    .join('')
}
