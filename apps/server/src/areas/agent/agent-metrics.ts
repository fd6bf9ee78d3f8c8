import type { ChatMessage } from '@aerie/wire/agent/agent'
import { Counter, type Registry } from 'prom-client'
import type { LlmFailure } from './llm/llm-failure.ts'

export function agentMetrics(registry: Registry) {
  const registers = [registry]
  const replies = new Counter({ name: 'agent_replies_total', help: 'Replies of the agent', labelNames: ['engine', 'ended'], registers })
  const failures = new Counter({
    name: 'agent_model_failures_total',
    help: 'Answers that the language model did not finish',
    labelNames: ['kind'],
    registers,
  })
  const tokens = new Counter({
    name: 'agent_model_tokens_total',
    help: 'Tokens of the language model, estimated where it reports none',
    registers,
  })
  return {
    countReply: ({ engine = 'built-in', ended }: ChatMessage): void => replies.inc({ engine, ended: ended ?? 'whole' }),
    countModel: (failure: LlmFailure | undefined, used: number): void => {
      tokens.inc(used)
      if (failure !== undefined) failures.inc({ kind: failure.kind })
    },
  }
}
