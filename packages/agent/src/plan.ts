import { itemAt } from '@aerie/core/item-at'
import type { Intent } from './intents.ts'
import type { Group } from './questions.ts'
import type { Problem } from './replies/reply-texts.ts'
import type { PlannedCall, RejectedCall } from './reply.ts'

/** Capabilities of the tools. */
export type Capabilities = {
  readonly predicted: ReadonlySet<string>
  readonly maxPredictionHours: number
  readonly maxHistoryHours: number
}

/** Maximum calls per reply; the excess is cut and reported. */
export const MAX_CALLS = 24

/** Maximum rejected coins named in a reply, for readability. */
const MOST_REJECTED = 48
/** Maximum coin-time pairs examined: a text can name hundreds of each. */
const MOST_PAIRS = 1_000

/** Plans the calls for a question without duplicates, and lists the rejected ones. */
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
  if (calls.length > MAX_CALLS) rejected.push({ problem: 'tooMany', ticker: itemAt(calls, MAX_CALLS).ticker })
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

/** 60 minutes are one hour, up to rounding error. */
const isWhole = (hours: number): boolean => Math.abs(hours - Math.round(hours)) < 1e-9
