import type { OwnCall } from '@aerie/agent/own/own-call'
import type { OwnResult } from '@aerie/wire/agent/agent-own'
import { FAILURES_BEFORE_REST, REST_MS } from '../agent-limits.ts'
import { isSameCall } from '../agent-tools.ts'
import type { LlmBudget } from '../llm/llm-budget.ts'
import type { LlmEngine, LlmOutcome } from '../llm/llm-engine.ts'
import { LENGTH_LIMIT, type LlmFailure } from '../llm/llm-failure.ts'
import { ownAnswerText } from '../own/own-text.ts'
import type { RunOwn } from '../own/own-tools.ts'
import { WITHHELD } from '../proof/prove-numbers.ts'
import type { Ask, BuiltIn, Call, Draft } from './draft.ts'
import { notes } from './notes.ts'

type Deps = {
  readonly builtIn: BuiltIn
  /** Absent: the built-in engine answers alone. */
  readonly llm: LlmEngine | undefined
  readonly budget: LlmBudget
  readonly runOwn: RunOwn
  readonly elapsedMs: () => number
  /** Told of every answer that the model was asked for; undefined: it answered. */
  readonly onModel: (failure: LlmFailure | undefined, tokens: number) => void
}

/** One question, one reply: by the language model where there is one, and by the built-in engine wherever that fails. */
export function answering({ builtIn, llm, budget, runOwn, elapsedMs, onModel }: Deps): (ask: Ask) => Promise<Draft> {
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
    // An alert is drafted by words that are understood for certain, whatever model there is.
    if (llm === undefined || plain.alert !== undefined) return builtInAnswer()
    const words = notes(plain.language)
    if (elapsedMs() < restsUntil) return under(words.fallback, await builtInAnswer())
    const grant = await budget.take(ask.userId)
    if (grant.kind !== 'granted') return under(words[grant.kind], await builtInAnswer())
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
  const told = turns.filter(({ text }) => text !== '')
  const { text, calls, language, suggestions, alert, own = [] } = builtIn.answer(question, told)
  return { text, calls, language, suggestions, engine: 'built-in', own, ...(alert && { alert }) }
}

/** What is asked of the user's own data is read now, under his rights; the words are those of the results. */
async function withOwn(plain: Plain, calls: readonly OwnCall[], { userId, zone }: Ask, runOwn: RunOwn): Promise<Plain> {
  if (calls.length === 0) return plain
  const results: OwnResult[] = []
  for (const call of calls) results.push(await runOwn(call, { userId, zone, language: plain.language }))
  return { ...plain, text: results.map(ownAnswerText).join('\n\n'), own: results }
}

const under = (note: string, plain: Plain): Draft => ({ ...plain, text: `${note}\n\n${plain.text}` })

/** What the model said, with what is to be said about it. */
function draftOf({ text, struck, withheld, calls, figures, own, isStopped, failure }: LlmOutcome, plain: Plain): Draft {
  const { language, suggestions } = plain
  const words = notes(language)
  const noted = [text, ...(struck > 0 ? [words.struck] : []), ...(withheld > 0 ? [words.withheld] : [])].join('\n\n')
  const shared = { engine: 'llm', figures, own, language } as const
  const both = { ...shared, calls: joined(calls, plain.calls), own: [...own, ...(plain.own ?? [])], ...(suggestions && { suggestions }) }
  if (isStopped) return { ...shared, text: noted === '' ? words.stopped : noted, calls: [], ended: 'stopped' }
  if (failure === LENGTH_LIMIT) return { ...shared, text: `${noted}\n\n${words.cutShort}`.trim(), calls, ended: 'failed' }
  // Nothing of it could be checked: the built-in engine answers beside it.
  if (withheld > 0 && text.replaceAll(WITHHELD, '').trim() === '') return { ...both, text: `${words.withheld}\n\n${plain.text}` }
  if (failure === undefined) return { ...shared, text: noted === '' ? words.leadIn : noted, calls, ...(suggestions && { suggestions }) }
  if (text === '') return under(words.fallback, plain)
  return {
    ...shared,
    text: `${noted}\n\n${words.brokeOff}\n\n${plain.text}`,
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
