import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { type LanguageModel, wrapLanguageModel } from 'ai'
import type { Config } from '../../../config.ts'
import { CALLS_MAX, OWN_CALLS_MAX, RESPONSE_BYTES, TOOL_INPUT_CHARACTERS } from '../agent-limits.ts'

type Settings = Pick<Config, 'AGENT_LLM_PROVIDER' | 'AGENT_LLM_URL' | 'AGENT_LLM_KEY' | 'AGENT_LLM_MODEL'>

const DEFAULT_URLS = { openai: 'https://api.openai.com/v1', anthropic: 'https://api.anthropic.com/v1' } as const

/** The model that the settings name; undefined where the built-in engine answers alone. As an object: a name would go to a gateway. */
export function modelOf({ AGENT_LLM_PROVIDER, AGENT_LLM_URL, AGENT_LLM_KEY, AGENT_LLM_MODEL }: Settings): LanguageModel | undefined {
  if (AGENT_LLM_PROVIDER === undefined || AGENT_LLM_MODEL === undefined) return undefined
  // The library would print its warnings on the console.
  globalThis.AI_SDK_LOG_WARNINGS = false
  const baseURL = (AGENT_LLM_URL ?? DEFAULT_URLS[AGENT_LLM_PROVIDER]).replace(/\/+$/, '')
  // A local model needs no key, and the library would look for one in the environment.
  const apiKey = AGENT_LLM_KEY ?? 'none'
  const endpoint = { baseURL, apiKey, fetch: boundedFetch }
  if (AGENT_LLM_PROVIDER === 'anthropic') return boundedModel(createAnthropic(endpoint)(AGENT_LLM_MODEL))
  return boundedModel(createOpenAICompatible({ name: 'operator', ...endpoint, includeUsage: true })(AGENT_LLM_MODEL))
}

/** What a model may not send; nothing of it is read on. */
class TooMuchSent extends Error {
  override readonly name = 'TooMuchSent'
}

/** Ends a response beyond `RESPONSE_BYTES`: what the library keeps of one it parses again with each piece. */
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

/** Room for calls that are corrected or repeated. */
const MOST_CALLS = 2 * (CALLS_MAX + OWN_CALLS_MAX)

type WrappedModel = Parameters<typeof wrapLanguageModel>[0]['model']

/** A model whose step ends where it asks for too many tools or sends too much to them: before the library runs one of the rest. */
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
