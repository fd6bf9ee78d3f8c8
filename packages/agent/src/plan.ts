import { itemAt } from '@aerie/core/item-at'
import type { Intent } from './intents.ts'
import type { Group } from './questions.ts'
import type { Problem } from './replies/reply-texts.ts'
import type { PlannedCall, RejectedCall } from './reply.ts'

/** What the tools can do. */
export type Capabilities = {
  readonly predicted: ReadonlySet<string>
  readonly maxPredictionHours: number
  readonly maxHistoryHours: number
}

/** Most calls of one reply: a question that names half the catalogue is cut, and told so. */
export const MAX_CALLS = 24

/** Most coins that are named as those of which something cannot be answered: more is no sentence that anybody reads. */
const MOST_REJECTED = 48
/** Most pairs of a coin and a time that are looked at: a text can name hundreds of each. */
const MOST_PAIRS = 1_000

/**
 * The calls that answer a question, and those that cannot be made. Nothing is asked twice.
 *
 * @throws never
 */
export function planCalls(groups: readonly Group[], capabilities: Capabilities): { planned: PlannedCall[]; rejected: RejectedCall[] } {
  const planned = new Map<string, PlannedCall>()
  const rejected: RejectedCall[] = []
  for (const { ticker, intent } of pairsOf(groups)) {
    const problem = problemOf(intent, ticker, capabilities)
    if (problem !== undefined) rejected.push({ problem, ticker })
    else addCall(planned, intent, ticker)
    if (planned.size > MAX_CALLS || rejected.length > MOST_REJECTED) break
  }
  const calls = [...planned.values()]
  if (calls.length > MAX_CALLS) rejected.push({ problem: 'tooMany', ticker: itemAt(calls, MAX_CALLS).ticker }) // longer than MAX_CALLS
  return { planned: calls.slice(0, MAX_CALLS), rejected }
}

function* pairsOf(groups: readonly Group[]): Generator<{ readonly ticker: string; readonly intent: Intent }> {
  let left = MOST_PAIRS
  for (const { coins, intents } of groups)
    for (const ticker of coins)
      for (const intent of intents) {
        if (left === 0) return
        left -= 1
        yield { ticker, intent }
      }
}

function addCall(planned: Map<string, PlannedCall>, { kind = 'price', hours }: Intent, ticker: string): void {
  const call = { kind, ticker, hours: kind === 'price' ? 0 : Math.round(hours) }
  planned.set(`${call.kind} ${ticker} ${call.hours}`, call)
}

function problemOf({ kind, hours, isFar }: Intent, ticker: string, capabilities: Capabilities): Problem | undefined {
  if (kind === 'prediction')
    return capabilities.predicted.has(ticker)
      ? problemOfHours(hours, isFar, capabilities.maxPredictionHours, 'predictionHours')
      : 'noPrediction'
  if (kind === undefined) return isFar === true ? 'far' : 'vague'
  return kind === 'history' ? problemOfHours(hours, isFar, capabilities.maxHistoryHours, 'historyHours') : undefined
}

// four plain values beat an object that is built for one call
function problemOfHours(
  hours: number,
  isFar: boolean | undefined,
  most: number,
  unfit: 'predictionHours' | 'historyHours',
): Problem | undefined {
  if (isFar === true) return 'far'
  if (Number.isNaN(hours)) return 'vague'
  if (!isWhole(hours) || hours < 1) return unfit
  if (hours <= most) return undefined
  return unfit === 'historyHours' ? 'far' : unfit
}

/** 60 minutes are an hour: the division leaves no more than a rounding. */
const isWhole = (hours: number): boolean => Math.abs(hours - Math.round(hours)) < 1e-9
