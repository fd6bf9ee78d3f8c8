import { fraction, microUsdc } from '@aerie/core/numbers/units'
import { HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import type { Command } from '@aerie/trading/commands'
import { deposit, type MarketChange, onClock, onCommand, onFunding, onMarket } from '@aerie/trading/engine'
import type { TradingEvent } from '@aerie/trading/events'
import { hasMarks } from '@aerie/trading/margin/figures'
import type { Markets } from '@aerie/trading/margin/margin'
import { emptyWorking, type SharedBookOf, type Working } from '@aerie/trading/matching/working'
import { fireScheduledCancel } from '@aerie/trading/scheduled-cancel'
import { type AccountState, activeOrders } from '@aerie/trading/state'
import { storedForm } from '@aerie/trading/stored/stored'
import type { Rules, Turn } from '@aerie/trading/turn'
import { forgetEnded, forgetQueues, resetQueues } from '@aerie/trading/upkeep'
import type { MeanPremium } from '../markets/hourly-premiums.ts'
import type { AccountRow } from '../trading-repository.ts'
import { type AccountBatch, batchOf, type UsedId } from './account-batch.ts'
import type { TripKeeper } from './trip-keeper.ts'
import type { UsedIds } from './used-ids.ts'

/** What all accounts of a broker share. */
export type Venue = {
  readonly rules: Rules
  readonly markets: Markets
  readonly now: () => number
  /** Mean premium of an hour that has ended; undefined where none was sampled. */
  readonly premium: (symbol: string, hourMs: number) => MeanPremium | undefined
}

const SNAPSHOT_EVERY = 500
/** Missed funding hours that one decision pays: each costs half a millisecond, and a jump of a recording may miss years. */
const HOURS_AT_ONCE = 48
/** Ended orders that stay in memory; of older ones the database answers. */
const ENDED_KEPT = 200

/** The book that an order shares with those of other accounts, by account, market and client id. */
export type SharedOrderBook = (accountId: string, ...order: Parameters<SharedBookOf>) => ReturnType<SharedBookOf>

/** What is read of an account beside its state. */
type Known = {
  readonly venue: Venue
  /** Instant of its newest event; undefined before the first. */
  readonly newestAt: number | undefined
  /** Instant of its newest event before which the funding due was paid; undefined before the first. */
  readonly fundedAt: number | undefined
  readonly usedIds: UsedIds
  readonly trips: TripKeeper
  readonly sharedBook: SharedOrderBook | undefined
}

/** One account in memory: the only one who decides for it. Everything here is synchronous; what it leads to is a batch to be stored. */
export class LiveAccount {
  readonly row: AccountRow
  readonly working: Working
  usedAt = performance.now()
  /** Resolves when all that was decided so far is stored; rejects where it could not be. */
  stored: Promise<void> = Promise.resolve()
  /** What was decided could not be stored: it must be read again. */
  isBroken = false
  /** Every client id that it has used. */
  usedIds: UsedIds
  readonly trips: TripKeeper
  readonly #venue: Venue
  readonly #state: AccountState
  #at: number
  /** Funding has been applied up to this hour (its number since the epoch). */
  #fundedTo: number
  #snapshotAt: number
  /** Ended orders that the newest snapshot has left out are in memory still, for the answer to what led to it. */
  #isForgetDue = false

  constructor(row: AccountRow, state: AccountState, { venue, newestAt, fundedAt, usedIds, trips, sharedBook }: Known) {
    this.row = row
    this.working = emptyWorking(sharedBook && ((...order) => sharedBook(row.id, ...order)))
    this.usedIds = usedIds
    this.trips = trips
    this.#state = state
    this.#venue = venue
    this.#at = newestAt ?? row.openedAt
    this.#fundedTo = Math.floor((fundedAt ?? row.openedAt) / HOUR_MS)
    this.#snapshotAt = state.seq
  }

  get id(): string {
    return this.row.id
  }

  /** Only this class changes it. */
  get state(): AccountState {
    return this.#state
  }

  /** Symbols that it has an order or a position in. */
  symbols(): Set<string> {
    return new Set([...this.#state.active.keys(), ...this.#state.positions.keys()])
  }

  /** Whether nothing is open and no dead-man switch runs: it may leave memory. */
  isIdle(): boolean {
    return this.symbols().size === 0 && this.#state.scheduled === null
  }

  /** How long it is until the market's clock reaches the account's newest event, less a minute that is tolerated; 0 where it has. */
  aheadMs(): number {
    return Math.max(0, this.#at - this.#venue.now() - MINUTE_MS)
  }

  /** Whether the market's clock is well before the account's newest event: a recording was started over, or a clock was wrong. */
  isAhead(): boolean {
    return this.aheadMs() > 0
  }

  /** Whether anything may be decided that needs to know what the account is worth. */
  hasMarks(): boolean {
    return hasMarks(this.#state, this.#venue.markets)
  }

  /** A market that cannot be followed leaves everything of the account waiting. */
  #isDriven(): boolean {
    const { markets } = this.#venue
    return this.hasMarks() && !this.isAhead() && [...this.#state.active.keys()].every((symbol) => markets.has(symbol))
  }

  /** The account at this moment, for those who only look. */
  turn(): Turn {
    const { rules, markets } = this.#venue
    return { state: this.#state, working: this.working, markets, rules, now: Math.max(this.#at, this.#venue.now()), events: [] }
  }

  /** The deposit that it was opened with. */
  open(): AccountBatch | undefined {
    return this.#decide((turn) => deposit(turn, microUsdc(this.row.deposit)))
  }

  command(
    command: Command,
    used?: Omit<UsedId, 'answer'>,
  ): { readonly batch: AccountBatch | undefined; readonly events: readonly TradingEvent[] } {
    let events: readonly TradingEvent[] = []
    const batch = this.#decide((turn) => {
      const before = turn.events.length
      onCommand(turn, command)
      events = turn.events.slice(before)
    }, used)
    return { batch, events }
  }

  /** What comes before a decision: a part of the missed funding hours. Undefined: nothing is left to pay. */
  catchUp(): AccountBatch | undefined {
    this.#forget()
    return this.#isBehind() ? this.#decide(() => undefined) : undefined
  }

  /** Whether more hours have ended than one decision pays. */
  #isBehind(): boolean {
    const hour = Math.floor(this.turn().now / HOUR_MS)
    return this.#state.positions.size > 0 && hour - this.#fundedTo > HOURS_AT_ONCE && this.hasMarks()
  }

  /** What a change of a market means for it. Nothing while it is not known what the account is worth. */
  hear(change: MarketChange): AccountBatch | undefined {
    this.#watch(change.symbol)
    if (!this.#isDriven()) return undefined
    const missed = this.catchUp()
    if (missed !== undefined) return missed
    return this.#decide((turn) => {
      if (change.kind === 'book') resetQueues(turn, change.symbol)
      onMarket(turn, change)
    })
  }

  /** The worst and the best of a position are looked for at every mark, whatever may be decided. */
  #watch(symbol: string): void {
    if (!this.isAhead()) this.trips.hear(symbol, this.#venue.markets.get(symbol)?.mark, this.turn().now)
  }

  /** What time alone does, and what a market that has gone stale means for its triggers. */
  passTime(): AccountBatch | undefined {
    if (!this.#isDriven()) return this.#isCancelDue() ? this.#decide(fireScheduledCancel) : undefined
    const missed = this.catchUp()
    if (missed !== undefined) return missed
    return this.#decide((turn) => {
      onClock(turn)
      for (const symbol of this.#waitingSymbols()) onMarket(turn, { kind: 'mark', symbol })
    })
  }

  /** The dead-man switch needs no price, and no market that can be followed. */
  #isCancelDue(): boolean {
    const { scheduled } = this.#state
    return scheduled !== null && this.turn().now >= scheduled.at
  }

  /** What is not stored yet of its trips, before it is closed. */
  lastTrips(): AccountBatch | undefined {
    const journal = this.trips.take(this.#at, true)
    return journal && { ...batchOf(this.id, this.#state, []), journal }
  }

  /** Something was missed in a market: places in its queues are not known any more. */
  missed(symbol: string): void {
    forgetQueues(this.#state, this.working, symbol)
    this.trips.missed(symbol)
  }

  #waitingSymbols(): string[] {
    return [...this.#state.active.keys()].filter((symbol) => activeOrders(this.#state, symbol).some(({ state }) => state === 'untriggered'))
  }

  #decide(work: (turn: Turn) => void, used?: Omit<UsedId, 'answer'>): AccountBatch | undefined {
    try {
      const turn = this.turn()
      this.#at = turn.now
      this.#payFunding(turn)
      work(turn)
      return this.#batch(turn.events, used)
    } catch (error) {
      // It stopped in the middle: what is in memory is not what the events say.
      this.isBroken = true
      throw error
    }
  }

  /** Every hour that has ended since the last, once, before anything else: also those in which nobody was there. */
  #payFunding(turn: Turn): void {
    const now = Math.floor(turn.now / HOUR_MS)
    if (this.#fundedTo >= now || !this.hasMarks()) return
    const hour = this.#state.positions.size > 0 ? Math.min(now, this.#fundedTo + HOURS_AT_ONCE) : now
    if (this.#state.positions.size > 0) for (let due = this.#fundedTo + 1; due <= hour; due += 1) this.#payHour(turn, due * HOUR_MS)
    this.#fundedTo = hour
  }

  #payHour(turn: Turn, at: number): void {
    for (const symbol of Array.from(this.#state.positions.keys())) {
      const premium = this.#venue.premium(symbol, at)
      const isInferred = premium?.isWhole !== true
      onFunding({ ...turn, now: at }, { kind: 'funding', symbol, premium: premium?.premium ?? fraction(0n), isInferred })
    }
  }

  #batch(events: readonly TradingEvent[], used: Omit<UsedId, 'answer'> | undefined): AccountBatch | undefined {
    this.trips.fold(events)
    const journal = this.trips.take(this.#at, events.length > 0)
    if (events.length === 0 && used === undefined && journal === undefined) return undefined
    if (used !== undefined) this.usedIds.add(used.clientId)
    const batch = batchOf(this.id, this.#state, events)
    const usedIds = used === undefined ? [] : [{ ...used, answer: answerOf(events) }]
    return { ...batch, usedIds, journal, snapshot: this.#snapshot() }
  }

  #snapshot(): unknown {
    if (this.#state.seq - this.#snapshotAt < SNAPSHOT_EVERY) return undefined
    this.#snapshotAt = this.#state.seq
    this.#isForgetDue = true
    const kept = { ...this.#state, orders: new Map(this.#state.orders) }
    forgetEnded(kept, ENDED_KEPT)
    return storedForm(kept)
  }

  /** Never between a decision and its answer, nor between a look whether an order is there and the command for it. */
  #forget(): void {
    if (this.#isForgetDue) forgetEnded(this.#state, ENDED_KEPT)
    this.#isForgetDue = false
  }
}

/** What a command led to: the orders that it made, or why it made none. */
function answerOf(events: readonly TradingEvent[]): UsedId['answer'] {
  const orders = events.flatMap((event) => (event.kind === 'accepted' || event.kind === 'rejected' ? [event.order.terms.clientId] : []))
  const refused = events.find((event) => event.kind === 'refused')?.reason
  return { orders, ...(orders.length === 0 && refused !== undefined && { refused }) }
}
