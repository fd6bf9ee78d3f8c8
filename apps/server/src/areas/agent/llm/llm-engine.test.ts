import { MockLanguageModelV4 } from 'ai/test'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ANSWER_CHARACTERS, MODEL_TIMEOUTS } from '../agent-limits.ts'
import { LONGEST_SENTENCE, NumberProof } from '../proof/prove-numbers.ts'
import { languageJudge } from '../proof/sentence-language.ts'
import { type LlmOutcome, llmEngine } from './llm-engine.ts'
import { LENGTH_LIMIT, NO_VALID_TOOL_CALL, TIMED_OUT } from './llm-failure.ts'

type StreamPart = Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never

const usageOf = (input: number) => ({
  inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
})
const finish = (reason: 'stop' | 'tool-calls' | 'length', input = 1): StreamPart => ({
  type: 'finish',
  finishReason: { unified: reason, raw: reason },
  usage: usageOf(input),
})
const textParts = (...pieces: string[]): StreamPart[] => [
  { type: 'text-start', id: '1' },
  ...pieces.map((delta): StreamPart => ({ type: 'text-delta', id: '1', delta })),
  { type: 'text-end', id: '1' },
]
const called = (toolName: string, input: string): StreamPart => ({
  type: 'tool-call',
  toolCallId: `${toolName} ${input.length}`,
  toolName,
  input,
})

/** A model that emits these parts in each step. `isSilentAtEnd`: after the last part it hangs and ignores an abort. */
function modelOf(steps: readonly (readonly StreamPart[])[], { isSilentAtEnd = false } = {}): MockLanguageModelV4 {
  let step = 0
  return new MockLanguageModelV4({
    doStream: async () => {
      const parts = steps[Math.min(step, steps.length - 1)] ?? []
      step += 1
      return {
        stream: new ReadableStream<StreamPart>({
          start: (controller) => {
            for (const part of parts) controller.enqueue(part)
            if (!isSilentAtEnd || step < steps.length) controller.close()
          },
        }),
      }
    },
  })
}

const onText = vi.fn<(text: string) => void>()
const answerOf = (model: MockLanguageModelV4, stop = new AbortController()): Promise<LlmOutcome> =>
  llmEngine({
    model,
    isCoin: (symbol) => symbol === 'BTC',
    run: async () => ({ output: { price: 1 }, figures: [] }),
    now: () => 0,
  }).answer({ question: 'BTC?', turns: [], signal: stop.signal, onText })

// Loads the judge from disk once: tests with fake timers cannot wait for it.
beforeAll(async () => void (await languageJudge()))

describe('a silent endpoint', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const answerBy = async (model: MockLanguageModelV4, ms: number): Promise<LlmOutcome | undefined> => {
    let outcome: LlmOutcome | undefined
    void answerOf(model).then((answer) => {
      outcome = answer
    })
    await vi.advanceTimersByTimeAsync(ms)
    return outcome
  }
  const deaf = () => new MockLanguageModelV4({ doStream: () => new Promise(() => undefined) })

  it('times out 15 seconds after the request, even when it ignores the abort', async () => {
    expect(MODEL_TIMEOUTS.firstChunkMs).toBe(15_000)
    expect(await answerBy(deaf(), 14_990)).toBeUndefined()
    expect(await answerBy(deaf(), 15_010)).toMatchObject({ failure: TIMED_OUT, text: '', calls: [] })
  })

  it('times out when it falls silent midway, keeping the text received so far', async () => {
    const model = modelOf([textParts('Let me think.')], { isSilentAtEnd: true })
    expect(await answerBy(model, MODEL_TIMEOUTS.chunkMs + 10)).toMatchObject({ failure: TIMED_OUT, text: 'Let me think.' })
  })

  it('times out eventually when it trickles output for ever', async () => {
    let timer: NodeJS.Timeout | undefined
    const model = new MockLanguageModelV4({
      doStream: async () => ({
        stream: new ReadableStream<StreamPart>({
          start: (controller) => {
            controller.enqueue({ type: 'text-start', id: '1' })
            timer = setInterval(() => controller.enqueue({ type: 'text-delta', id: '1', delta: '.' }), 5_000)
          },
          cancel: () => clearInterval(timer),
        }),
      }),
    })
    expect(await answerBy(model, MODEL_TIMEOUTS.totalMs + 10)).toMatchObject({ failure: TIMED_OUT })
  })
})

describe('the tokens of an answer', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    onText.mockReset()
  })

  const COUNTED = 5_001
  const first = [called('get_crypto_price', '{"ticker":"BTC"}'), finish('tool-calls', COUNTED - 1)]
  type Cut = { readonly last: readonly StreamPart[]; readonly isSilentAtEnd?: boolean; readonly isStopped?: boolean }
  const outcomeOf = async (steps: readonly (readonly StreamPart[])[], { isSilentAtEnd = false, isStopped = false }: Omit<Cut, 'last'>) => {
    const stop = new AbortController()
    if (isStopped) onText.mockImplementation(() => stop.abort())
    const answer = answerOf(modelOf(steps, { isSilentAtEnd }), stop)
    await vi.advanceTimersByTimeAsync(MODEL_TIMEOUTS.chunkMs + 10)
    return answer
  }

  it.each<[string, Cut]>([
    ['the user stops it', { last: textParts('Let me think.'), isSilentAtEnd: true, isStopped: true }],
    ['it is as long as it may be', { last: textParts('a'.repeat(60_000)) }],
    ['it falls silent', { last: textParts('Let me think.'), isSilentAtEnd: true }],
    ['the endpoint fails', { last: [{ type: 'error', error: new Error('It broke.') }] }],
    ['the endpoint hangs up', { last: textParts('Let me think.') }],
  ])('are those counted by the provider plus an estimate of the step in which %s', async (_what, { last, ...cut }) => {
    const estimated = (await outcomeOf([last], cut)).tokens
    expect(estimated).toBeGreaterThan(100)
    const { tokens, calls } = await outcomeOf([first, last], cut)
    expect([tokens, calls.length]).toEqual([COUNTED + estimated, 1])
  })

  it('include a requested step that has not started to respond when the user stops', async () => {
    const stop = new AbortController()
    const model = modelOf([first])
    const ask = model.doStream
    model.doStream = (options) => {
      if (model.doStreamCalls.length === 0) return ask(options)
      stop.abort()
      return new Promise(() => undefined)
    }
    const { isStopped, tokens } = await answerOf(model, stop)
    expect(isStopped).toBe(true)
    expect(tokens).toBeGreaterThan(COUNTED + 100)
  })

  it.each(['stop', 'length'] as const)('are only those of the provider when it finishes by itself: %s', async (reason) => {
    const { tokens } = await outcomeOf([first, [...textParts('At 1.'), finish(reason)]], {})
    expect(tokens).toBe(COUNTED + 2)
  })
})

describe('calls that no tool can answer', () => {
  it.each([
    ['a tool that there is not', called('send_money', '{"to":"me"}')],
    ['a coin that there is not', called('get_crypto_price', '{"ticker":"NOPE"}')],
    ['hours out of reach', called('get_crypto_prediction', '{"ticker":"BTC","timeframe":9000}')],
    ['arguments that are no JSON', called('get_crypto_price', '{"ticker": ')],
    ['arguments of a megabyte', called('get_crypto_price', JSON.stringify({ ticker: 'B'.repeat(1_000_000) }))],
    ['a name out of a prototype', called('constructor', '{}')],
  ])('are no answer, whatever text follows %s', async (_what, call) => {
    const outcome = await answerOf(
      modelOf([
        [call, finish('tool-calls')],
        [...textParts('Bitcoin is doing great.'), finish('stop')],
      ]),
    )
    expect(outcome).toMatchObject({ failure: NO_VALID_TOOL_CALL, text: '', calls: [] })
  })

  it('do not matter beside one that a tool answers', async () => {
    const calls = [called('send_money', '{}'), called('get_crypto_price', '{"ticker":"BTC"}'), finish('tool-calls')]
    const outcome = await answerOf(modelOf([calls, [...textParts('Here it is.'), finish('stop')]]))
    expect(outcome).toMatchObject({ failure: undefined, text: 'Here it is.', calls: [{ name: 'get_crypto_price' }] })
  })
})

it('reads no more than the maximum length of an answer, and reports that it is truncated', async () => {
  const outcome = await answerOf(modelOf([[...textParts('a '.repeat(30_000)), finish('stop')]]))
  expect(outcome).toMatchObject({ failure: LENGTH_LIMIT, text: 'a '.repeat(ANSWER_CHARACTERS / 2).trim() })
})

it('checks a piece of any length sentence by sentence, yielding to others in between', async () => {
  const add = vi.spyOn(NumberProof.prototype, 'add')
  const piece = 'Bitcoin is quiet today. '.repeat(150)
  const { text } = await answerOf(
    modelOf([
      [called('get_crypto_price', '{"ticker":"BTC"}'), finish('tool-calls')],
      [...textParts(piece), finish('stop')],
    ]),
  )
  expect(text).toBe(piece.trim())
  expect(Math.max(...add.mock.calls.map(([slice]) => slice.length))).toBeLessThanOrEqual(LONGEST_SENTENCE)
  add.mockRestore()
})

it('accepts 80 percent as known only after a forecast', async () => {
  const outcome = await answerOf(modelOf([[...textParts('A band of eighty percent, 80%.'), finish('stop')]]))
  expect(outcome.text).toBe('A band of ~~eighty~~ percent, ~~80~~%.')
})
