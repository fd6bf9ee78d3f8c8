import { once } from '@aerie/runtime/once'
import { type ChatMessage, feedbackId, type ToolCall, type ToolName, toolArguments } from '@aerie/wire/agent/agent'
import type { MarketDataCommand, MarketDataMessage } from '@aerie/wire/market/market-data'
import * as z from 'zod/mini'
import { create } from 'zustand'
import { ApiError } from '../../../platform/api/api-error.ts'
import { errorText } from '../../../platform/api/error-text.ts'
import { isOwnQuestion, sendResult } from '../../../platform/live/agent/agent-client.ts'
import { useAgent } from '../../../platform/live/agent/agent-state.ts'
import { askMarketData } from '../../../platform/live/messages/messages-client.ts'
import { parseJson } from '../../../platform/storage/storage.ts'
import { resultText } from './result-text.ts'

/** A tool call made by this window. `failed`: no result, for the reason `message`; it can be retried. */
export type CallRun =
  | { readonly state: 'running' }
  | { readonly state: 'answered'; readonly text: string; readonly result: MarketDataMessage }
  | { readonly state: 'failed'; readonly message: string }

/** Calls of this window by `feedbackId`. */
export const useCallRuns = create<Readonly<Record<string, CallRun>>>(() => ({}))

const COMMANDS: Readonly<Record<ToolName, MarketDataCommand>> = {
  get_crypto_price: 'info',
  get_crypto_prediction: 'price',
  get_crypto_history: 'historical',
}
const DEFAULT_HOURS = 24

/** Runs the tool calls of each reply to this window's questions, once. Other windows receive the results. */
export const answerToolCalls = once((): void => {
  useAgent.subscribe(({ threads }, before) => {
    if (threads === before.threads) return
    // The user has changed.
    if (Object.keys(threads).length === 0) useCallRuns.setState({}, true)
    for (const [id, { messages }] of Object.entries(threads)) if (messages !== before.threads[id]?.messages) runOwnCalls(messages)
  })
})

function runOwnCalls(messages: readonly ChatMessage[]): void {
  for (const message of messages) if (message.reply_to !== undefined && isOwnQuestion(message.reply_to)) runCalls(message)
}

/** Runs the calls that have no result yet and are not pending; stores results in call order. */
export function runCalls(reply: ChatMessage): void {
  const storedIds = new Set(useAgent.getState().threads[reply.conversation]?.messages.map(({ _id }) => _id))
  const due = (reply.tool_calls ?? []).flatMap((call, place) => {
    const id = feedbackId(reply._id, place)
    return storedIds.has(id) || id in useCallRuns.getState() ? [] : [{ id, run: run(id, call) }]
  })
  keepInOrder(reply.conversation, due).catch((error: unknown) => reportError(error))
}

export function runAgain(reply: ChatMessage, place: number): void {
  const again = feedbackId(reply._id, place)
  useCallRuns.setState((runs) => Object.fromEntries(Object.entries(runs).filter(([id]) => id !== again)), true)
  runCalls(reply)
}

async function keepInOrder(
  conversation: string,
  due: ReadonlyArray<{ readonly id: string; readonly run: Promise<CallRun> }>,
): Promise<void> {
  for (const { id, run } of due) {
    const outcome = await run
    if (outcome.state === 'answered') sendResult({ conversation, id, text: outcome.text, message_id: outcome.result.message_id })
  }
}

async function run(id: string, call: ToolCall): Promise<CallRun> {
  setRun(id, { state: 'running' })
  const outcome = await outcomeOf(call)
  setRun(id, outcome)
  return outcome
}

const setRun = (id: string, outcome: CallRun): void => useCallRuns.setState({ [id]: outcome })

async function outcomeOf({ name, arguments: json }: ToolCall): Promise<CallRun> {
  const asked = readArguments(json)
  if (asked === null) return { state: 'failed', message: 'The agent sent a request that this page does not understand.' }
  const command = COMMANDS[name]
  const hours = command === 'info' ? undefined : (asked.timeframe ?? DEFAULT_HOURS)
  try {
    const result = await askMarketData({ command, ticker: asked.ticker, hours })
    return { state: 'answered', text: resultText(result), result }
  } catch (error) {
    if (!(error instanceof ApiError)) reportError(error)
    return { state: 'failed', message: failureText(error) }
  }
}

/** The message for the daily limit is more specific than its code. */
const failureText = (error: unknown): string =>
  (error instanceof ApiError && error.code === 'rate_limited' && error.detail) || errorText(error)

export function readArguments(json: string): z.output<typeof toolArguments> | null {
  const parsed = z.safeParse(toolArguments, parseJson(json))
  return parsed.success ? parsed.data : null
}
