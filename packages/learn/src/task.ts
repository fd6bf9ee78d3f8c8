import type { Price, Size } from '@aerie/core/numbers/units'
import { ALERT_KINDS } from '@aerie/wire/alerts/alert-kinds'
import * as z from 'zod/mini'

const bps = z.int().check(z.gte(1), z.lte(10_000))

/** Completion check of a task. Basis points: 200 is 2 %. */
export const taskCheck = z.discriminatedUnion('kind', [
  /** A paper order that opened or increased a position was filled. */
  z.object({ kind: z.literal('trade') }),
  z.object({ kind: z.literal('resting-limit') }),
  /** An order with a stop loss was filled; the stop is on the losing side, at most this far from the fill. */
  z.object({ kind: z.literal('bracket'), maxStopBps: bps }),
  /** Like `bracket`, and the stop risks at most this share of the initial deposit. */
  z.object({ kind: z.literal('sized'), maxRiskBps: bps }),
  z.object({ kind: z.literal('leverage'), atMost: z.int().check(z.gte(1)) }),
  z.object({ kind: z.literal('funding') }),
  z.object({ kind: z.literal('drawing') }),
  z.object({ kind: z.literal('alert'), alert: z.enum(ALERT_KINDS) }),
  z.object({ kind: z.literal('watchlist'), coins: z.int().check(z.gte(1)) }),
  z.object({ kind: z.literal('wallet') }),
  z.object({ kind: z.literal('note'), characters: z.int().check(z.gte(1)) }),
])
/** Completion check of a task. */
export type TaskCheck = z.output<typeof taskCheck>

/** Filled order that was not an exit. Prices in picodollars, sizes in 10⁻¹² coins, `deposit` in micro-USDC. */
export type EntryFact = {
  readonly side: 'buy' | 'sell'
  readonly price: Price
  readonly size: Size
  /** Its own stop loss; undefined: none. */
  readonly stop: Price | undefined
  readonly deposit: bigint
}

/** Stored facts about a user's activity. */
export type TaskFacts = {
  readonly entries: readonly EntryFact[]
  readonly restingLimits: number
  readonly leverages: readonly number[]
  readonly fundings: number
  readonly drawings: number
  readonly alerts: readonly string[]
  readonly watched: number
  readonly wallets: number
  readonly ratedNotes: readonly number[]
}

/** Facts of a user without activity. */
export const NOTHING_DONE: TaskFacts = {
  entries: [],
  restingLimits: 0,
  leverages: [],
  fundings: 0,
  drawings: 0,
  alerts: [],
  watched: 0,
  wallets: 0,
  ratedNotes: [],
}

const BPS_ONE = 10_000n
/** Price times size is 10⁻²⁴ dollars, a deposit 10⁻⁶. */
const NOTIONAL_IN_MICRO = 10n ** 18n

/** Whether the facts fulfil a task. */
export function isTaskDone(check: TaskCheck, facts: TaskFacts): boolean {
  switch (check.kind) {
    case 'trade':
      return facts.entries.length > 0
    case 'resting-limit':
      return facts.restingLimits > 0
    case 'bracket':
      return facts.entries.some((entry) => isStopWithin(entry, BigInt(check.maxStopBps)))
    case 'sized':
      return facts.entries.some((entry) => isRiskWithin(entry, BigInt(check.maxRiskBps)))
    case 'leverage':
      return facts.leverages.some((leverage) => leverage <= check.atMost)
    default:
      return isRecordThere(check, facts)
  }
}

function isRecordThere(
  check: Exclude<TaskCheck, { kind: 'trade' | 'resting-limit' | 'bracket' | 'sized' | 'leverage' }>,
  facts: TaskFacts,
): boolean {
  switch (check.kind) {
    case 'funding':
      return facts.fundings > 0
    case 'drawing':
      return facts.drawings > 0
    case 'alert':
      return facts.alerts.includes(check.alert)
    case 'watchlist':
      return facts.watched >= check.coins
    case 'wallet':
      return facts.wallets > 0
    case 'note':
      return facts.ratedNotes.some((characters) => characters >= check.characters)
  }
}

/** Distance from fill to stop against the trade; undefined without a stop, or if it is on the winning side. */
function stopDistance({ side, price, stop }: EntryFact): bigint | undefined {
  if (stop === undefined) return undefined
  const distance = side === 'buy' ? price - stop : stop - price
  return distance > 0n ? distance : undefined
}

function isStopWithin(entry: EntryFact, maxBps: bigint): boolean {
  const distance = stopDistance(entry)
  return distance !== undefined && distance * BPS_ONE <= entry.price * maxBps
}

function isRiskWithin(entry: EntryFact, maxBps: bigint): boolean {
  const distance = stopDistance(entry)
  return distance !== undefined && distance * entry.size * BPS_ONE <= entry.deposit * maxBps * NOTIONAL_IN_MICRO
}
