import { isDeepStrictEqual } from 'node:util'
import { defined } from '@aerie/core/defined'
import { HOUR_MS } from '@aerie/core/time'
import type { ProvenFigure, ToolName } from '@aerie/wire/agent/agent'
import { type OwnResult, type OwnToolCall, type OwnToolName, ownArguments } from '@aerie/wire/agent/agent-own'
import { type Tool, type ToolSet, tool } from 'ai'
import * as z from 'zod/mini'
import { CALLS_MAX, OWN_CALLS_MAX } from './agent-limits.ts'
import type { Call } from './answers/draft.ts'
import { type Answer, type AnswerDeps, answer } from './market-data/answer.ts'
import { type MarketDataRequest, readPayload } from './market-data/payload.ts'
import { closeOf, figureOf } from './proof/recent-figures.ts'
import { AGENT_TOOLS, toolsFor } from './tool-registry.ts'

const COMMANDS = { get_crypto_price: 'info', get_crypto_prediction: 'price', get_crypto_history: 'historical' } as const satisfies Record<
  ToolName,
  MarketDataRequest['command']
>

/** JSON for the model; contains no third-party text. */
type Output = Readonly<Record<string, unknown>>
export type ToolRun = (call: Call) => Promise<{ readonly output: Output; readonly figures: readonly ProvenFigure[] }>

export type ToolLog = {
  readonly calls: Call[]
  readonly figures: ProvenFigure[]
  readonly own: OwnResult[]
}

/** Reads own data of the asking user only; the model cannot choose the user. */
export type ReadOwn = (call: OwnToolCall) => Promise<OwnResult>

type ToolsDeps = {
  readonly isCoin: (symbol: string) => boolean
  readonly run: ToolRun
  /** If absent, tools for own data are not offered. */
  readonly readOwn: ReadOwn | undefined
  readonly log: ToolLog
}

export const modelTools = (deps: ToolsDeps): ToolSet =>
  Object.fromEntries(toolsFor(deps.readOwn !== undefined).map((name) => [name, modelTool(name, deps)]))

function modelTool(name: ToolName | OwnToolName, deps: ToolsDeps): Tool {
  const { description, schema } = AGENT_TOOLS[name]
  const execute = async (args: unknown): Promise<Output> => {
    if (isMarketTool(name)) return runTool(name, z.parse(marketArguments, args), deps)
    const call = ownCallOf(name, args)
    return call === undefined || deps.readOwn === undefined
      ? { error: 'these arguments are not understood' }
      : runOwnTool(call, deps.readOwn, deps.log)
  }
  return tool({ description, inputSchema: schema as z.ZodMiniType<unknown>, execute })
}

export const isMarketTool = (name: ToolName | OwnToolName): name is ToolName => AGENT_TOOLS[name].runs === 'window'
export const marketArguments = z.object({ ticker: z.string(), timeframe: z.optional(z.number()) })

/** Undefined unless the arguments match the tool's schema exactly. */
export function ownCallOf(name: OwnToolName, args: unknown): OwnToolCall | undefined {
  const read = z.safeParse(ownArguments[name], args)
  return read.success ? ({ name, arguments: read.data } as OwnToolCall) : undefined
}

const isSameOwn = (result: OwnResult, { name, arguments: args }: OwnToolCall): boolean =>
  result.tool === name && isDeepStrictEqual(result.asked, args)

async function runOwnTool(call: OwnToolCall, readOwn: ReadOwn, log: ToolLog): Promise<Output> {
  const known = log.own.find((each) => isSameOwn(each, call))
  if (known === undefined && log.own.length >= OWN_CALLS_MAX) return { error: `no more than ${OWN_CALLS_MAX} such calls in one answer` }
  const result = known ?? (await readOwn(call))
  if (known === undefined) log.own.push(result)
  return ownOutput(result)
}

/** Model-readable output: numbers as text, tags escaped as data. */
export function ownOutput({ title, values, rows, more, compared, problem }: OwnResult): Output {
  if (problem !== undefined) return { error: problem }
  const shown = rows.map(({ name, values: cells }) => ({
    name: harmless(name),
    values: cells.map((cell) => ({ ...cell, value: cell.value && harmless(cell.value) })),
  }))
  return { of: title, values, rows: shown, more, ...(compared !== undefined && { compared }) }
}

export const harmless = (text: string): string => text.replaceAll('<', '‹').replaceAll('>', '›').replaceAll(/\s+/g, ' ')

async function runTool(name: ToolName, args: z.output<typeof marketArguments>, { isCoin, run, log }: ToolsDeps): Promise<Output> {
  const call = marketCallOf(name, args, isCoin)
  if ('error' in call) return call
  const isKnown = log.calls.some((each) => isSameCall(each, call))
  if (!isKnown && log.calls.length >= CALLS_MAX) return { error: `no more than ${CALLS_MAX} calls in one answer` }
  if (!isKnown) log.calls.push(call)
  const { output, figures } = await run(call)
  log.figures.push(...figures)
  return output
}

/** The call that `marketTools` can run, or why there is none. */
export function marketCallOf(
  name: ToolName,
  { ticker, timeframe }: z.output<typeof marketArguments>,
  isCoin: ToolsDeps['isCoin'],
): Call | { readonly error: string } {
  const symbol = ticker.replace('$', '').toUpperCase()
  const read = readPayload(COMMANDS[name], timeframe === undefined ? symbol : `${symbol} ${timeframe}`, isCoin)
  if (!read.ok) return { error: read.message }
  return { name, arguments: { ticker: symbol, ...(timeframe !== undefined && { timeframe }) } }
}

export const isSameCall = (a: Call, b: Call): boolean =>
  a.name === b.name && a.arguments.ticker === b.arguments.ticker && a.arguments.timeframe === b.arguments.timeframe

/** Uses the same function as user calls, but does not count against the user's limits. */
export const marketTools =
  (deps: AnswerDeps): ToolRun =>
  async ({ name, arguments: { ticker: symbol, timeframe: hours } }) => {
    const command = COMMANDS[name]
    const found = await answer(command === 'info' ? { command, ticker: symbol } : { command, ticker: symbol, hours: hours ?? 1 }, deps)
    return found.data === null ? { output: { error: found.error }, figures: [] } : foundResult(found, hours)
  }

const utc = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
const pointOf = ({ price, at }: ProvenFigure) => ({ price, at: utc(at) })

function foundResult(found: Answer, hours: number | undefined): { output: Output; figures: ProvenFigure[] } {
  const figure = figureOf(found)
  if (figure === undefined || found.data === null) return { output: { error: 'there is no data' }, figures: [] }
  const { currency, quote, source } = figure
  const shared = { currency, quote, source }
  if ('low80' in found.data) {
    const { low80, high80, currenttime } = found.data
    const band = [low80, high80].map((price): ProvenFigure => ({ ...figure, price }))
    const details = { predicted: pointOf(figure), band_80_percent: { low: low80, high: high80 }, hours, issued_at: utc(currenttime * 1000) }
    return { output: { ...shared, ...details }, figures: [figure, ...band] }
  }
  if ('closingPrices' in found.data) {
    const { closingPrices } = found.data
    const highest = closingPrices.indexOf(Math.max(...closingPrices))
    const lowest = closingPrices.indexOf(Math.min(...closingPrices))
    const data = found.data
    const points = [0, closingPrices.length - 1, highest, lowest].map((place) => closeOf(data, place, shared))
    const [first, last, high, low] = points.map((point) => point ?? figure)
    const change = Number(((defined(last).price / defined(first).price - 1) * 100).toFixed(2))
    const details = {
      hours,
      first: pointOf(defined(first)),
      last: pointOf(defined(last)),
      highest: pointOf(defined(high)),
      lowest: pointOf(defined(low)),
      change_percent: change,
    }
    return { output: { ...shared, ...details }, figures: [defined(first), defined(last), defined(high), defined(low)] }
  }
  return { output: { ...shared, price: figure.price, at: utc(figure.at) }, figures: [figure] }
}

export const namedPercents = (figures: readonly Pick<ProvenFigure, 'tool'>[]): readonly number[] =>
  figures.some(({ tool }) => tool === 'get_crypto_prediction') ? [80] : []

export const momentsOf = ({ at, as_of }: ProvenFigure): number[] => [at, as_of, Math.floor(as_of / HOUR_MS) * HOUR_MS]
