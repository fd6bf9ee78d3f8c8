import { type ChatMessage, feedbackId, type ProvenFigure, type ToolCall } from '@aerie/wire/agent/agent'
import type { MarketDataMessage } from '@aerie/wire/market/market-data'
import { isSupportedSymbol } from '@aerie/wire/market/supported-symbols'
import { closeAgent } from '../../../navigation/agent-panel-state.ts'
import { tradeThis } from '../../../trading/orders/trade-this.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { useAnswerWords } from '../answer/answer-language.ts'
import type { AnswerWords } from '../answer/answer-word-types.ts'
import { ViewButton } from '../answer/view-button.tsx'
import { viewOf } from '../answer/views.ts'
import { isPhone } from '../use-is-phone.ts'
import { FigureChip } from './figure-chip.tsx'
import { MiniChart } from './mini-chart.tsx'
import { MiniFan } from './mini-fan.tsx'
import { resultFigure } from './result-text.ts'
import { type CallRun, readArguments, runAgain, useCallRuns } from './run-calls.ts'

type ToolResultProps = { readonly reply: ChatMessage; readonly place: number; readonly stored: ChatMessage | undefined }

/** What one tool call of a reply came to: made here, told by another window, or still to be made. */
export function ToolResult({ reply, place, stored }: ToolResultProps) {
  const run = useCallRuns((runs) => runs[feedbackId(reply._id, place)])
  const call = reply.tool_calls?.[place]
  if (call === undefined) return null
  const again = () => runAgain(reply, place)
  if (run?.state === 'told') return <Told text={run.text} figure={resultFigure(run.result)} result={run.result} call={call} />
  if (stored !== undefined) return <Told text={stored.content} figure={stored.figures?.[0] ?? null} result={null} call={call} />
  return <Untold run={run} call={call} onRun={again} />
}

type ToldProps = {
  readonly text: string
  readonly figure: ProvenFigure | null
  /** Only where this window made the call. */
  readonly result: MarketDataMessage | null
  readonly call: ToolCall
}

function Told({ text, figure, result, call }: ToldProps) {
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
        {figure === null && saysPrice(text) && <UnprovenChip />}
        {view !== null && <ViewButton view={view} />}
        {figure !== null && <TradeButton call={call} />}
      </div>
    </div>
  )
}

/** Takes the coin into the order ticket. The agent never submits anything: what is sent is the user's own press there. */
function TradeButton({ call }: { readonly call: ToolCall }) {
  const { words } = useAnswerWords()
  const symbol = readArguments(call.arguments)?.ticker
  if (symbol === undefined || !isSupportedSymbol(symbol)) return null
  const open = () => {
    if (isPhone()) closeAgent()
    tradeThis(symbol, { type: 'limit', unit: 'coin' }, 'Agent EagleEye')
  }
  return (
    <Button size="sm" variant="ghost" onClick={open}>
      {words.trade(symbol)}
    </Button>
  )
}

/** A stored text whose number the server could not match with an answer of its own. */
function UnprovenChip() {
  const { words } = useAnswerWords()
  return (
    <span
      title={words.unprovenTitle}
      className="inline-flex min-h-5 items-center rounded-full border border-line-strong border-dashed px-2 text-11 text-warning"
    >
      {words.unproven}
    </span>
  )
}

const saysPrice = (text: string): boolean => /^(The price of \S+ at .+ is|\S+ is predicted to reach|\S+ was) \S*\d/.test(text)

type UntoldProps = { readonly run: Exclude<CallRun, { state: 'told' }> | undefined; readonly call: ToolCall; readonly onRun: () => void }

function Untold({ run, call, onRun }: UntoldProps) {
  const { words, hoursText } = useAnswerWords()
  const subject = subjectOf(call, words, hoursText)
  if (run?.state === 'running')
    return (
      <div role="status" aria-label={words.lookingUp(subject)} className="agent-result">
        <Skeleton className="h-4 w-4/5" />
        <Skeleton className="h-5 w-40" />
      </div>
    )
  const [said, label] = run === undefined ? [words.notLookedUp(subject), words.lookUp] : [words.noAnswer(subject, run.words), words.retry]
  return (
    <div className="agent-result" role={run === undefined ? undefined : 'alert'}>
      <p className="text-13 text-ink-2">{said}</p>
      <Button size="sm" className="self-start" onClick={onRun}>
        {label}
      </Button>
    </div>
  )
}

/** What a call is about, in words. */
function subjectOf({ name, arguments: json }: ToolCall, words: AnswerWords, hoursText: (hours: number) => string): string {
  const asked = readArguments(json)
  return asked === null ? words.something : words.subjects[name](asked.ticker, hoursText(asked.timeframe ?? 24))
}

function useViewOf(call: ToolCall | null) {
  const { words, hoursText } = useAnswerWords()
  const asked = call === null ? null : readArguments(call.arguments)
  if (call === null || asked === null) return null
  const kind = call.name === 'get_crypto_prediction' ? 'prediction' : 'history'
  return viewOf({ kind, currency: asked.ticker, hours: asked.timeframe ?? 24 }, { words, hoursText })
}
