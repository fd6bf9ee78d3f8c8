import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { type LanguageModel, wrapLanguageModel } from 'ai'
import type { Config } from '../../../config.ts'
import { CALLS_MAX, OWN_CALLS_MAX, RESPONSE_BYTES, TOOL_INPUT_CHARACTERS } from '../agent-limits.ts'

type Settings = Pick<Config, 'AGENT_LLM_PROVIDER' | 'AGENT_LLM_URL' | 'AGENT_LLM_KEY' | 'AGENT_LLM_MODEL'>

const DEFAULT_URLS = { openai: 'https://api.openai.com/v1', anthropic: 'https://api.anthropic.com/v1' } as const

/** Configured model; undefined for the built-in engine only. Passed as an object, because a name would be routed to a gateway. */
export function modelOf({ AGENT_LLM_PROVIDER, AGENT_LLM_URL, AGENT_LLM_KEY, AGENT_LLM_MODEL }: Settings): LanguageModel | undefined {
  if (AGENT_LLM_PROVIDER === undefined || AGENT_LLM_MODEL === undefined) return undefined
  // Otherwise the library prints warnings to the console.
  globalThis.AI_SDK_LOG_WARNINGS = false
  const baseURL = (AGENT_LLM_URL ?? DEFAULT_URLS[AGENT_LLM_PROVIDER]).replace(/\/+$/, '')
  // A local model needs no key, but the library would look for one in the environment.
  const apiKey = AGENT_LLM_KEY ?? 'none'
  const endpoint = { baseURL, apiKey, fetch: boundedFetch }
  if (AGENT_LLM_PROVIDER === 'anthropic') return boundedModel(createAnthropic(endpoint)(AGENT_LLM_MODEL))
  return boundedModel(createOpenAICompatible({ name: 'operator', ...endpoint, includeUsage: true })(AGENT_LLM_MODEL))
}

class TooMuchSent extends Error {
  override readonly name = 'TooMuchSent'
}

/** Aborts responses beyond `RESPONSE_BYTES`: the library parses its buffer again with each chunk. */
const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (response.body === null) return response
  let left: number = RESPONSE_BYTES
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      left -= chunk.byteLength
      if (left < 0) controller.error(new TooMuchSent('the response is too long'))
      else controller.enqueue(chunk)
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(bounded), { status, statusText, headers })
}

const MOST_CALLS = 2 * (CALLS_MAX + OWN_CALLS_MAX)

type WrappedModel = Parameters<typeof wrapLanguageModel>[0]['model']

/** Ends a step with too many tool calls or too much input, before the library runs the remaining calls. */
const boundedModel = (model: WrappedModel): Exclude<LanguageModel, string> =>
  wrapLanguageModel({
    model,
    middleware: {
      wrapStream: async ({ doStream }) => {
        const { stream, ...rest } = await doStream()
        let calls = 0
        let characters = 0
        type Part = typeof stream extends ReadableStream<infer P> ? P : never
        const bounded = new TransformStream<Part, Part>({
          transform: (part, controller) => {
            if (part.type === 'tool-input-delta') characters += part.delta.length
            if (part.type === 'tool-call') {
              calls += 1
              characters = Math.max(characters, part.input.length)
            }
            if (calls <= MOST_CALLS && characters <= TOOL_INPUT_CHARACTERS) return controller.enqueue(part)
            controller.enqueue({ type: 'error', error: new TooMuchSent('too many tool calls, or too long ones') })
            controller.terminate()
          },
        })
        return { ...rest, stream: stream.pipeThrough(bounded) }
      },
    },
  })
