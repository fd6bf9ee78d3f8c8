import type { Price, Size } from '@aerie/core/numbers/units'
import { ALERT_KINDS } from '@aerie/wire/alerts/alerts'
import * as z from 'zod/mini'

const bps = z.int().check(z.gte(1), z.lte(10_000))

/** What a task asks for. Basis points: 200 is 2 %. */
export const taskCheck = z.discriminatedUnion('kind', [
  /** A paper order that opened or enlarged a position was filled. */
  z.object({ kind: z.literal('trade') }),
  /** A limit order waited in the book. */
  z.object({ kind: z.literal('resting-limit') }),
  /** An order with a stop loss was filled, with the stop at most this far from the fill, on its losing side. */
  z.object({ kind: z.literal('bracket'), maxStopBps: bps }),
  /** The same, and what the stop puts at risk is at most this share of what the account began with. */
  z.object({ kind: z.literal('sized'), maxRiskBps: bps }),
  /** The leverage of a market was set to this or less. */
  z.object({ kind: z.literal('leverage'), atMost: z.int().check(z.gte(1)) }),
  /** Funding was paid or received. */
  z.object({ kind: z.literal('funding') }),
  /** A chart was marked with a drawing. */
  z.object({ kind: z.literal('drawing') }),
  /** There is an alert of this kind. */
  z.object({ kind: z.literal('alert'), alert: z.enum(ALERT_KINDS) }),
  /** A watchlist has this many coins. */
  z.object({ kind: z.literal('watchlist'), coins: z.int().check(z.gte(1)) }),
  /** A wallet is linked. */
  z.object({ kind: z.literal('wallet') }),
  /** A trade in the journal has a rating and a note of this many characters. */
  z.object({ kind: z.literal('note'), characters: z.int().check(z.gte(1)) }),
])
/** What a task asks for. */
export type TaskCheck = z.output<typeof taskCheck>

/** A filled order that was no exit. Prices are picodollars, sizes 10⁻¹² coins, `deposit` micro-USDC. */
export type EntryFact = {
  readonly side: 'buy' | 'sell'
  /** Price and size of its first fill. */
  readonly price: Price
  readonly size: Size
  /** Where its own stop loss was placed; undefined: it had none. */
  readonly stop: Price | undefined
  /** What its account began with. */
  readonly deposit: bigint
}

/** What a user has really done, as it is stored. */
export type TaskFacts = {
  readonly entries: readonly EntryFact[]
  /** Limit orders that have waited in the book. */
  readonly restingLimits: number
  /** Leverages that were set. */
  readonly leverages: readonly number[]
  readonly fundings: number
  /** Drawings on charts. */
  readonly drawings: number
  /** Kinds of alerts that there are. */
  readonly alerts: readonly string[]
  /** Coins on the longest watchlist. */
  readonly watched: number
  readonly wallets: number
  /** Characters of notes on trades that have a rating. */
  readonly ratedNotes: readonly number[]
}

/** Somebody who has done nothing. */
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

/**
 * Whether what was done fulfils a task.
 *
 * @throws never
 * @example isTaskDone({ kind: 'watchlist', coins: 4 }, { ...NOTHING_DONE, watched: 4 }) // true
 */
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

/** Way from the fill to the stop against the trade; undefined where there is no stop, or where it stands on the winning side. */
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
