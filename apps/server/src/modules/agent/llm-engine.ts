import type { ProvenFigure } from '@aerie/wire/agent'
import { isStepCount, type LanguageModel, type LanguageModelUsage, streamText, type TextStreamPart } from 'ai'
import { CALLS_MAX, MODEL_STEPS, MODEL_TIMEOUTS, OUTPUT_TOKENS } from './agent-limits.ts'
import { modelTools, momentsOf, NAMED_PERCENTS, type ToolLog, type ToolRun } from './agent-tools.ts'
import type { Ask, Call, Turn } from './draft.ts'
import { BROKE_OFF, CUT_SHORT, failureOf, type LlmFailure, SAID_NOTHING, TIMED_OUT } from './llm-failure.ts'
import { instructions, promptMessages } from './llm-prompt.ts'
import type { NumberFacts } from './number-facts.ts'
import { proveNumbers } from './prove-numbers.ts'

type Timeouts = { readonly totalMs: number; readonly firstChunkMs: number; readonly chunkMs: number }
export type LlmDeps = {
  readonly model: LanguageModel
  readonly isCoin: (symbol: string) => boolean
  readonly run: ToolRun
  /** The market's clock: a recorded market has a present of its own. */
  readonly now: () => number
  readonly timeouts?: Timeouts
}

/** What came of asking the model: `text` is proven, and as far as it got. */
export type LlmOutcome = {
  readonly text: string
  readonly struck: number
  readonly calls: readonly Call[]
  readonly figures: readonly ProvenFigure[]
  readonly tokens: number
  readonly isStopped: boolean
  readonly failure: LlmFailure | undefined
}

/** A token is about so many characters of English, fewer in other scripts: estimates err on the dear side. */
const CHARACTERS_PER_TOKEN = 2.5

/** The language model behind the tools: it can only speak numbers that they gave it. */
export const llmEngine = (deps: LlmDeps) => ({
  answer: async (ask: Omit<Ask, 'userId'>): Promise<LlmOutcome> => {
    const log: ToolLog = { calls: [], figures: [] }
    const messages = promptMessages(ask.question, ask.turns)
    const heard = new HeardText()
    const now = deps.now()
    const prove = (isWhole: boolean) => proveNumbers(heard.text, factsOf(ask, log, now), { isWhole })
    const end = await listen(ask, deps, {
      log,
      messages,
      heard,
      now,
      onText: () => {
        const { text } = prove(false)
        if (text !== '') ask.onText(text)
      },
    })
    const proven = prove(true)
    const isSilent = proven.text.trim() === '' && log.calls.length === 0
    return {
      text: proven.text.trim(),
      struck: proven.struck,
      calls: log.calls,
      figures: log.figures,
      tokens: end.tokens ?? estimate(messages, heard.text),
      isStopped: ask.signal.aborted,
      failure: end.failure ?? (isSilent && !ask.signal.aborted ? SAID_NOTHING : undefined),
    }
  },
})
export type LlmEngine = ReturnType<typeof llmEngine>

/** The text of an answer over all its steps: each step's begins a paragraph. */
class HeardText {
  #text = ''
  #isNewStep = false

  get text(): string {
    return this.#text
  }
  newStep(): void {
    this.#isNewStep = this.#text !== ''
  }
  add(piece: string): void {
    if (this.#isNewStep && piece.trim() !== '') {
      this.#text = `${this.#text.trimEnd()}\n\n`
      this.#isNewStep = false
    }
    this.#text += piece
  }
}

type Listening = {
  readonly log: ToolLog
  readonly messages: ReturnType<typeof promptMessages>
  readonly heard: HeardText
  readonly now: number
  readonly onText: () => void
}
type End = { readonly failure: LlmFailure | undefined; readonly tokens: number | undefined }
type Tools = ReturnType<typeof modelTools>

async function listen({ signal }: Pick<Ask, 'signal'>, deps: LlmDeps, { log, messages, heard, now, onText }: Listening): Promise<End> {
  const ending: { failure?: LlmFailure; tokens?: number; finish?: string } = {}
  const note = (part: TextStreamPart<Tools>): void => {
    if (part.type === 'start-step') heard.newStep()
    else if (part.type === 'text-delta') {
      heard.add(part.text)
      onText()
    } else if (part.type === 'finish-step') addTokens(ending, part.usage)
    else if (part.type === 'finish') ending.finish = part.finishReason
    else if (part.type === 'error') ending.failure ??= failureOf(part.error)
    else if (part.type === 'abort') ending.failure ??= TIMED_OUT
  }
  try {
    const { stream } = streamText({
      model: deps.model,
      instructions: instructions(now),
      messages,
      tools: modelTools({ isCoin: deps.isCoin, run: deps.run, log }),
      stopWhen: isStepCount(MODEL_STEPS),
      maxOutputTokens: OUTPUT_TOKENS,
      // Whoever waits for an answer is better served by the built-in engine now than by a second try later.
      maxRetries: 0,
      abortSignal: signal,
      timeout: deps.timeouts ?? MODEL_TIMEOUTS,
      // What goes wrong comes as a part of the stream; without this the library prints it.
      onError: () => undefined,
    })
    for await (const part of stream) note(part)
  } catch (error) {
    ending.failure ??= failureOf(error)
  }
  if (signal.aborted) return { failure: undefined, tokens: undefined }
  return { failure: ending.failure ?? failureOfFinish(ending.finish), tokens: ending.failure === undefined ? ending.tokens : undefined }
}

/** A stream that ends without saying why was cut. */
function failureOfFinish(reason: string | undefined): LlmFailure | undefined {
  if (reason === 'stop' || reason === 'tool-calls' || reason === 'content-filter') return undefined
  return reason === 'length' ? CUT_SHORT : BROKE_OFF
}

function addTokens(ending: { tokens?: number }, { totalTokens, inputTokens, outputTokens }: LanguageModelUsage): void {
  const tokens = totalTokens ?? (inputTokens ?? 0) + (outputTokens ?? 0)
  if (tokens > 0) ending.tokens = (ending.tokens ?? 0) + tokens
}

const estimate = (messages: Listening['messages'], text: string): number =>
  Math.ceil((JSON.stringify(messages).length + instructions(0).length + text.length) / CHARACTERS_PER_TOKEN)

const HOURS_IN_QUESTION = /\d{1,4}/g

/** What the tools of this conversation have said so far, and the hours that were asked for. */
function factsOf({ question, turns }: Pick<Ask, 'question' | 'turns'>, log: ToolLog, now: number): NumberFacts {
  const figures = [...turns.flatMap((turn) => turn.figures ?? []), ...log.figures]
  const asked = (question.match(HOURS_IN_QUESTION) ?? []).slice(0, CALLS_MAX).map(Number)
  const called = [...turns.flatMap((turn) => turn.calls ?? []), ...log.calls].flatMap((call) => call.arguments.timeframe ?? [])
  return { figures, percents: NAMED_PERCENTS, hours: [...asked, ...called, 1, 24, 2160], moments: [now, ...figures.flatMap(momentsOf)] }
}

/**
 * Which tools a model calls for a question, without a market: each call is answered with nothing but that it was shown.
 *
 * @throws Error with the reason where the model gave no answer
 */
export async function callsOfModel(
  { model, isCoin }: Pick<LlmDeps, 'model' | 'isCoin'>,
  { question, turns }: { readonly question: string; readonly turns: readonly Turn[] },
): Promise<readonly Call[]> {
  const run: ToolRun = async () => ({ output: { shown_to_user: true }, figures: [] })
  const engine = llmEngine({ model, isCoin, run, now: () => Date.now() })
  const { calls, failure } = await engine.answer({ question, turns, signal: new AbortController().signal, onText: () => undefined })
  if (failure !== undefined && failure !== SAID_NOTHING && failure !== CUT_SHORT) throw new Error(`The language model ${failure.words}.`)
  return calls
}
