import { randomUUID } from 'node:crypto'
import type { OwnCall } from '@aerie/agent/own/own-call'
import { type Clock, elapsedMs } from '@aerie/core/time'
import type { OwnResult } from '@aerie/wire/agent/agent-own'
import type { LanguageModel } from 'ai'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Db } from '../../../platform/db/client.ts'
import type { HealthRegistry } from '../../../platform/health/health-registry.ts'
import { FAILURES_BEFORE_REST, REST_MS, RUNNING_ANSWERS, SLOT_MS, TOKENS_A_DAY, TOKENS_RESERVED } from '../agent-limits.ts'
import type { agentMetrics } from '../agent-metrics.ts'
import { isSameCall, marketTools } from '../agent-tools.ts'
import { budgetRepository } from '../budget-repository.ts'
import { dayOf } from '../conversations/conversation-service.ts'
import { type LlmDeps, type LlmEngine, type LlmOutcome, llmEngine } from '../llm/llm-engine.ts'
import { LENGTH_LIMIT, type LlmFailure } from '../llm/llm-failure.ts'
import type { AnswerDeps } from '../market-data/answer.ts'
import type { MarketFigureSources } from '../own/market-figures.ts'
import type { OwnSources } from '../own/own-sources.ts'
import { ownAnswerText } from '../own/own-text.ts'
import { ownTools, type RunOwn } from '../own/own-tools.ts'
import { WITHHELD } from '../proof/prove-numbers.ts'
import type { Ask, BuiltIn, Call, Draft } from './draft.ts'
import { notes } from './notes.ts'

export type EngineDeps = {
  readonly db: Database
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly health: HealthRegistry
  readonly market: AnswerDeps['market']
  readonly newestForecast: AnswerDeps['newestForecast']
  readonly builtIn: BuiltIn
  readonly own: OwnSources
  readonly figures: MarketFigureSources
  readonly model: LanguageModel | undefined
  readonly timeouts?: NonNullable<LlmDeps['timeouts']>
}

export function engineOf(
  { db, clock, health, market, newestForecast, builtIn, model, own, figures, timeouts, logger }: EngineDeps,
  { countModel }: Pick<ReturnType<typeof agentMetrics>, 'countModel'>,
) {
  const report = agentHealth(health, model !== undefined)
  const isCoin = (symbol: string): boolean => market.hub.state(symbol) !== undefined
  const run = marketTools({ market, newestForecast })
  const runOwn = ownTools({
    sources: own,
    market: figures,
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
      if (failure !== undefined) logger.warn({ kind: failure.kind, reason: failure.message }, 'the language model gave no whole answer')
    },
  })
}

type Deps = {
  readonly builtIn: BuiltIn
  readonly llm: LlmEngine | undefined
  readonly budget: LlmBudget
  readonly runOwn: RunOwn
  readonly elapsedMs: () => number
  readonly onModel: (failure: LlmFailure | undefined, tokens: number) => void
}

function answering({ builtIn, llm, budget, runOwn, elapsedMs, onModel }: Deps): (ask: Ask) => Promise<Draft> {
  let failures = 0
  let restsUntil = Number.NEGATIVE_INFINITY
  const note = ({ failure, tokens }: LlmOutcome): void => {
    onModel(failure, tokens)
    failures = isFailed(failure) ? failures + 1 : 0
    if (failures >= FAILURES_BEFORE_REST) restsUntil = elapsedMs() + REST_MS
  }
  return async (ask) => {
    const { own: asked, ...plain } = plainAnswer(builtIn, ask)
    const builtInAnswer = () => withOwn(plain, asked, ask, runOwn)
    // Drafts always use the built-in parser, which is deterministic.
    if (llm === undefined || plain.alert !== undefined || plain.order !== undefined) return builtInAnswer()
    const texts = notes(plain.language)
    if (elapsedMs() < restsUntil) return under(texts.fallback, await builtInAnswer())
    const grant = await budget.take(ask.userId)
    if (grant.kind !== 'granted') return under(texts[grant.kind], await builtInAnswer())
    let used = 0
    try {
      const outcome = await llm.answer({
        ...ask,
        readOwn: (call) => runOwn(call, { userId: ask.userId, zone: ask.zone, language: plain.language }),
      })
      used = outcome.tokens
      note(outcome)
      return draftOf(outcome, isFailed(outcome.failure) ? await builtInAnswer() : plain)
    } finally {
      await grant.reservation.settle(used)
    }
  }
}

const isFailed = (failure: LlmFailure | undefined): boolean => failure !== undefined && failure !== LENGTH_LIMIT

type Plain = Draft & { readonly language: string }

function plainAnswer(builtIn: BuiltIn, { question, turns }: Ask): Omit<Plain, 'own'> & { readonly own: readonly OwnCall[] } {
  const textTurns = turns.filter(({ text }) => text !== '')
  const { text, calls, language, suggestions, alert, order, own = [] } = builtIn.answer(question, textTurns)
  return { text, calls, language, suggestions, engine: 'built-in', own, ...(alert && { alert }), ...(order && { order }) }
}

/** Reads the user's own data with their permissions; the text comes from the results. */
async function withOwn(plain: Plain, calls: readonly OwnCall[], { userId, zone }: Ask, runOwn: RunOwn): Promise<Plain> {
  if (calls.length === 0) return plain
  const results: OwnResult[] = []
  for (const call of calls) results.push(await runOwn(call, { userId, zone, language: plain.language }))
  const texts = [...results.map(ownAnswerText), ...(plain.text === '' ? [] : [plain.text])]
  return { ...plain, text: texts.join('\n\n'), own: results }
}

const under = (note: string, plain: Plain): Draft => ({ ...plain, text: `${note}\n\n${plain.text}` })

function draftOf({ text, struck, withheld, calls, figures, own, isStopped, failure }: LlmOutcome, plain: Plain): Draft {
  const { language, suggestions } = plain
  const texts = notes(language)
  const noted = [text, ...(struck > 0 ? [texts.struck] : []), ...(withheld > 0 ? [texts.withheld] : [])].join('\n\n')
  const shared = { engine: 'llm', figures, own, language } as const
  const both = { ...shared, calls: joined(calls, plain.calls), own: [...own, ...(plain.own ?? [])], ...(suggestions && { suggestions }) }
  if (isStopped) return { ...shared, text: noted === '' ? texts.stopped : noted, calls: [], ended: 'stopped' }
  if (failure === LENGTH_LIMIT) return { ...shared, text: `${noted}\n\n${texts.cutShort}`.trim(), calls, ended: 'failed' }
  // No text passed the check: add the built-in answer.
  if (withheld > 0 && text.replaceAll(WITHHELD, '').trim() === '') return { ...both, text: `${texts.withheld}\n\n${plain.text}` }
  if (failure === undefined) return { ...shared, text: noted === '' ? texts.leadIn : noted, calls, ...(suggestions && { suggestions }) }
  if (text === '') return under(texts.fallback, plain)
  return {
    ...shared,
    text: `${noted}\n\n${texts.brokeOff}\n\n${plain.text}`,
    calls: joined(calls, plain.calls),
    own: [...own, ...(plain.own ?? [])],
    ended: 'failed',
    ...(suggestions && { suggestions }),
  }
}

const joined = (first: readonly Call[], second: readonly Call[]): Call[] => [
  ...first,
  ...second.filter((call) => !first.some((each) => isSameCall(each, call))),
]

const PART = 'agent'

function agentHealth(registry: HealthRegistry, hasModel: boolean): (failure: LlmFailure | undefined) => void {
  registry.set(PART, 'ok', hasModel ? 'a language model answers; not asked yet' : 'the built-in engine answers')
  return (failure) => {
    if (failure === undefined || failure === LENGTH_LIMIT) registry.set(PART, 'ok', 'a language model answers')
    else registry.set(PART, 'degraded', `the language model ${failure.message}: the built-in engine answers meanwhile`)
  }
}

type BudgetReservation = { readonly settle: (tokens: number) => Promise<void> }
type Grant = { readonly kind: 'granted'; readonly reservation: BudgetReservation } | { readonly kind: 'busy' } | { readonly kind: 'used' }

/** Usage per user, counted in the database, so that restarts and multiple windows do not raise the limit. */
const llmBudget = ({ db, clock }: { readonly db: Db; readonly clock: Clock }) => {
  const budget = budgetRepository(db)
  const slotFor = async (userId: string, holder: string): Promise<number | undefined> => {
    const now = new Date(clock.now())
    const expiresAt = new Date(clock.now() + SLOT_MS)
    for (let slot = 1; slot <= RUNNING_ANSWERS; slot += 1)
      if (await budget.takeSlot({ userId, place: slot, holder }, now, expiresAt)) return slot
    return undefined
  }
  return {
    take: async (userId: string): Promise<Grant> => {
      const holder = randomUUID()
      const slot = await slotFor(userId, holder)
      if (slot === undefined) return { kind: 'busy' }
      const day = { userId, day: dayOf(new Date(clock.now())) }
      if (!(await budget.takeTokens(day, TOKENS_RESERVED, TOKENS_A_DAY))) {
        await budget.freeSlot({ userId, place: slot, holder })
        return { kind: 'used' }
      }
      const settle = async (tokens: number): Promise<void> => {
        await budget.correctTokens(day, tokens - TOKENS_RESERVED)
        await budget.freeSlot({ userId, place: slot, holder })
      }
      return { kind: 'granted', reservation: { settle } }
    },
  }
}

type LlmBudget = ReturnType<typeof llmBudget>
