import { type Clock, elapsedMs } from '@aerie/core/time'
import type { LanguageModel } from 'ai'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../db/client.ts'
import type { AnswerDeps } from '../../market-data/answer.ts'
import type { HealthRegistry } from '../../status/health-registry.ts'
import { agentHealth } from '../agent-health.ts'
import type { agentMetrics } from '../agent-metrics.ts'
import { marketTools } from '../agent-tools.ts'
import { llmBudget } from '../llm/llm-budget.ts'
import { type LlmDeps, llmEngine } from '../llm/llm-engine.ts'
import type { OwnSources } from '../own/own-sources.ts'
import { ownTools } from '../own/own-tools.ts'
import { answering } from './answering.ts'
import type { BuiltIn } from './draft.ts'

/** What an answer is made of. */
export type EngineDeps = {
  readonly db: Database
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly health: HealthRegistry
  readonly market: AnswerDeps['market']
  readonly newestForecast: AnswerDeps['newestForecast']
  readonly builtIn: BuiltIn
  /** What other areas tell of the asking user. */
  readonly own: OwnSources
  /** The language model of the operator; undefined: the built-in engine answers alone. */
  readonly model: LanguageModel | undefined
  readonly timeouts?: NonNullable<LlmDeps['timeouts']>
}

/** The engine that was chosen over the one that is always there; reports and counts each failure of the language model. */
export function engineOf(
  { db, clock, health, market, newestForecast, builtIn, model, own, timeouts, logger }: EngineDeps,
  { countModel }: Pick<ReturnType<typeof agentMetrics>, 'countModel'>,
) {
  const report = agentHealth(health, model !== undefined)
  const isCoin = (symbol: string): boolean => market.hub.state(symbol) !== undefined
  const run = marketTools({ market, newestForecast })
  const runOwn = ownTools({
    sources: own,
    now: () => market.hub.now(),
    onFailure: (error) => logger.error({ err: error }, 'own data could not be read for the agent'),
  })
  const llm =
    model === undefined ? undefined : llmEngine({ model, isCoin, run, now: () => market.hub.now(), ...(timeouts && { timeouts }) })
  return answering({
    builtIn,
    llm,
    budget: llmBudget({ db, clock }),
    runOwn,
    elapsedMs: () => elapsedMs(clock),
    onModel: (failure, tokens) => {
      report(failure)
      countModel(failure, tokens)
      if (failure !== undefined) logger.warn({ kind: failure.kind, reason: failure.words }, 'the language model gave no whole answer')
    },
  })
}
