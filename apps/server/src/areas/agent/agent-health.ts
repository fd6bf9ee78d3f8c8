import type { HealthRegistry } from '../../platform/health/health-registry.ts'
import { LENGTH_LIMIT, type LlmFailure } from './llm/llm-failure.ts'

const PART = 'agent'

export function agentHealth(registry: HealthRegistry, hasModel: boolean): (failure: LlmFailure | undefined) => void {
  registry.set(PART, 'ok', hasModel ? 'a language model answers; not asked yet' : 'the built-in engine answers')
  return (failure) => {
    if (failure === undefined || failure === LENGTH_LIMIT) registry.set(PART, 'ok', 'a language model answers')
    else registry.set(PART, 'degraded', `the language model ${failure.message}: the built-in engine answers meanwhile`)
  }
}
