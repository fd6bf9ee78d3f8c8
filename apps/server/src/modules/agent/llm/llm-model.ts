import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModel } from 'ai'
import type { Config } from '../../../config.ts'
import { boundedFetch, boundedModel } from './bounded-model.ts'

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
