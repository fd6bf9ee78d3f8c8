import { defined } from '@aerie/core/defined'
import { HOUR_MS } from '@aerie/core/time'
import type { ProvenFigure, ToolName } from '@aerie/wire/agent'
import { HISTORY_MAX_HOURS, PREDICTION_MAX_HOURS } from '@aerie/wire/market-data'
import { PREDICTED_SYMBOLS } from '@aerie/wire/supported-symbols'
import { tool } from 'ai'
import * as z from 'zod/mini'
import { type Answer, type AnswerDeps, answer } from '../market-data/answer.ts'
import { type MarketDataRequest, readPayload } from '../market-data/payload.ts'
import { CALLS_MAX } from './agent-limits.ts'
import type { Call } from './draft.ts'
import { closeOf, figureOf } from './recent-figures.ts'

const COMMANDS = { get_crypto_price: 'info', get_crypto_prediction: 'price', get_crypto_history: 'historical' } as const satisfies Record<
  ToolName,
  MarketDataRequest['command']
>

const TEXTS: Readonly<Record<ToolName, string>> = {
  get_crypto_price: 'The newest price of a coin.',
  get_crypto_prediction: `The predicted price of ${PREDICTED_SYMBOLS.join(', ')}, a whole number of hours ahead (timeframe, 1 to ${PREDICTION_MAX_HOURS}).`,
  get_crypto_history: `Prices of a coin since a whole number of hours ago (timeframe, 1 to ${HISTORY_MAX_HOURS}).`,
}

/** What a tool gives the model: JSON, and no words of anybody but this server. */
type Output = Readonly<Record<string, unknown>>
export type ToolRun = (call: Call) => Promise<{ readonly output: Output; readonly figures: readonly ProvenFigure[] }>

export type ToolLog = {
  /** Calls that were well-formed, each once, in their order. */
  readonly calls: Call[]
  readonly figures: ProvenFigure[]
}

type ToolsDeps = { readonly isCoin: (symbol: string) => boolean; readonly run: ToolRun; readonly log: ToolLog }

const ticker = z.string().check(z.regex(/^\$?[A-Za-z0-9]{1,12}$/, 'a ticker such as BTC'))
const timeframe = z.int()

/** The three tools as a model calls them. What it asks for goes into `log`; what is wrong with a call is told to the model. */
export function modelTools(deps: ToolsDeps) {
  const run = (name: ToolName, args: { ticker: string; timeframe?: number }): Promise<Output> => runTool(name, args, deps)
  return {
    get_crypto_price: tool({
      description: TEXTS.get_crypto_price,
      inputSchema: z.object({ ticker }),
      execute: (args) => run('get_crypto_price', args),
    }),
    get_crypto_prediction: tool({
      description: TEXTS.get_crypto_prediction,
      inputSchema: z.object({ ticker, timeframe }),
      execute: (args) => run('get_crypto_prediction', args),
    }),
    get_crypto_history: tool({
      description: TEXTS.get_crypto_history,
      inputSchema: z.object({ ticker, timeframe }),
      execute: (args) => run('get_crypto_history', args),
    }),
  }
}

async function runTool(
  name: ToolName,
  args: { readonly ticker: string; readonly timeframe?: number },
  { isCoin, run, log }: ToolsDeps,
): Promise<Output> {
  const symbol = args.ticker.replace('$', '').toUpperCase()
  const payload = args.timeframe === undefined ? symbol : `${symbol} ${args.timeframe}`
  const read = readPayload(COMMANDS[name], payload, isCoin)
  if (!read.ok) return { error: read.words }
  const call: Call = { name, arguments: { ticker: symbol, ...(args.timeframe !== undefined && { timeframe: args.timeframe }) } }
  const isKnown = log.calls.some((each) => isSameCall(each, call))
  if (!isKnown && log.calls.length >= CALLS_MAX) return { error: `no more than ${CALLS_MAX} calls in one answer` }
  if (!isKnown) log.calls.push(call)
  const { output, figures } = await run(call)
  log.figures.push(...figures)
  return output
}

export const isSameCall = (a: Call, b: Call): boolean =>
  a.name === b.name && a.arguments.ticker === b.arguments.ticker && a.arguments.timeframe === b.arguments.timeframe

/** Runs a call as the market-data calls do, through the same function; nothing of it counts as a call of the user. */
export const marketTools =
  (deps: AnswerDeps): ToolRun =>
  async ({ name, arguments: { ticker: symbol, timeframe: hours } }) => {
    const command = COMMANDS[name]
    const found = await answer(command === 'info' ? { command, ticker: symbol } : { command, ticker: symbol, hours: hours ?? 1 }, deps)
    return found.data === null ? { output: { error: found.error }, figures: [] } : toldOf(found, hours)
  }

const utc = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
const pointOf = ({ price, at }: ProvenFigure) => ({ price, at: utc(at) })

/** A result as the model reads it, and every figure in it. */
function toldOf(found: Answer, hours: number | undefined): { output: Output; figures: ProvenFigure[] } {
  const figure = figureOf(found)
  if (figure === undefined || found.data === null) return { output: { error: 'there is no data' }, figures: [] }
  const { currency, quote, source } = figure
  const shared = { currency, quote, source }
  if ('low80' in found.data) {
    const { low80, high80, currenttime } = found.data
    const band = [low80, high80].map((price): ProvenFigure => ({ ...figure, price }))
    const told = { predicted: pointOf(figure), band_80_percent: { low: low80, high: high80 }, hours, issued_at: utc(currenttime * 1000) }
    return { output: { ...shared, ...told }, figures: [figure, ...band] }
  }
  if ('closingPrices' in found.data) {
    const { closingPrices } = found.data
    const highest = closingPrices.indexOf(Math.max(...closingPrices))
    const lowest = closingPrices.indexOf(Math.min(...closingPrices))
    const data = found.data
    const points = [0, closingPrices.length - 1, highest, lowest].map((place) => closeOf(data, place, shared))
    const [first, last, high, low] = points.map((point) => point ?? figure)
    const change = Number(((defined(last).price / defined(first).price - 1) * 100).toFixed(2))
    const told = {
      hours,
      first: pointOf(defined(first)),
      last: pointOf(defined(last)),
      highest: pointOf(defined(high)),
      lowest: pointOf(defined(low)),
      change_percent: change,
    }
    return { output: { ...shared, ...told }, figures: [defined(first), defined(last), defined(high), defined(low)] }
  }
  return { output: { ...shared, price: figure.price, at: utc(figure.at) }, figures: [figure] }
}

/** Percentages that outputs name by themselves: a forecast tells the width of its band. */
export const namedPercents = (figures: readonly Pick<ProvenFigure, 'tool'>[]): readonly number[] =>
  figures.some(({ tool }) => tool === 'get_crypto_prediction') ? [80] : []

/** Times that a figure tells of. */
export const momentsOf = ({ at, as_of }: ProvenFigure): number[] => [at, as_of, Math.floor(as_of / HOUR_MS) * HOUR_MS]
