import { fraction, microUsdc } from '@aerie/core/numbers/units'
import { HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import { type Command, fireScheduledCancel } from '@aerie/trading/commands'
import { deposit, type MarketChange, onClock, onCommand, onFunding, onMarket } from '@aerie/trading/engine'
import type { TradingEvent } from '@aerie/trading/events'
import { hasMarks } from '@aerie/trading/margin/figures'
import type { Markets } from '@aerie/trading/margin/margin'
import { emptyWorking, type SharedBookOf, type Working } from '@aerie/trading/matching/working'
import { type AccountState, activeOrders } from '@aerie/trading/state'
import { storedForm } from '@aerie/trading/stored/stored'
import type { Rules, Turn } from '@aerie/trading/turn'
import { forgetEnded, forgetQueues, resetQueues } from '@aerie/trading/upkeep'
import { newsOf } from '../account-news.ts'
import type { MeanPremium } from '../markets/hourly-premiums.ts'
import type { AccountRow } from '../store.ts'
import { type AccountBatch, batchOf, type UsedId } from './account-batch.ts'
import type { TripKeeper } from './trip-keeper.ts'
import type { UsedIds } from './used-ids.ts'

export type Venue = {
  readonly rules: Rules
  readonly markets: Markets
  readonly now: () => number
  readonly premium: (symbol: string, hourMs: number) => MeanPremium | undefined
  /** False at times without prices, as in a hole of a recording. */
  readonly hasPrices: (symbol: string, at: number) => boolean
}

const SNAPSHOT_EVERY = 500
/** Missed funding hours paid per decision: each takes half a millisecond, and a replay jump may skip years. */
const HOURS_AT_ONCE = 48
/** Ended orders kept in memory; older ones are read from the database. */
const ENDED_KEPT = 200

export type SharedOrderBook = (accountId: string, ...order: Parameters<SharedBookOf>) => ReturnType<SharedBookOf>

type Known = {
  readonly venue: Venue
  /** Of its user. */
  readonly slot: number
  /** Time of the newest event; undefined before the first. */
  readonly newestAt: number | undefined
  /** Time of the newest event by which due funding was paid; undefined before the first. */
  readonly fundedAt: number | undefined
  readonly usedIds: UsedIds
  readonly trips: TripKeeper
  readonly sharedBook: SharedOrderBook | undefined
}

/** In-memory account, the only place where its decisions are made. Synchronous; results are batches to be stored. */
export class LiveAccount {
  readonly row: AccountRow
  readonly slot: number
  readonly working: Working
  usedAt = performance.now()
  /** Resolves once all decisions so far are stored; rejects if that failed. */
  stored: Promise<void> = Promise.resolve()
  /** A decision could not be stored: the account must be reloaded. */
  isBroken = false
  usedIds: UsedIds
  readonly trips: TripKeeper
  readonly #venue: Venue
  readonly #state: AccountState
  #at: number
  /** Funding is applied up to this hour (number since the epoch). */
  #fundedTo: number
  #snapshotAt: number
  /** Ended orders dropped from the newest snapshot are still in memory, for the pending response. */
  #isForgetDue = false

  constructor(row: AccountRow, state: AccountState, { venue, slot, newestAt, fundedAt, usedIds, trips, sharedBook }: Known) {
    this.row = row
    this.slot = slot
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

  get state(): AccountState {
    return this.#state
  }

  symbols(): Set<string> {
    return new Set([...this.#state.active.keys(), ...this.#state.positions.keys()])
  }

  /** Nothing open and no dead-man switch: may be evicted from memory. */
  isIdle(): boolean {
    return this.symbols().size === 0 && this.#state.scheduled === null
  }

  aheadMs(): number {
    return Math.max(0, this.#at - this.#venue.now() - MINUTE_MS)
  }

  /** Whether market time is well before the newest event: a replay was restarted, or a clock was wrong. */
  isAhead(): boolean {
    return this.aheadMs() > 0
  }

  /** Whether prices are known for decisions that need the account's value. */
  hasMarks(): boolean {
    return hasMarks(this.#state, this.#venue.markets)
  }

  /** If one of its markets cannot be followed, everything in the account waits. */
  #isDriven(): boolean {
    const { markets } = this.#venue
    return this.hasMarks() && !this.isAhead() && [...this.#state.active.keys()].every((symbol) => markets.has(symbol))
  }

  turn(): Turn {
    const { rules, markets } = this.#venue
    return { state: this.#state, working: this.working, markets, rules, now: Math.max(this.#at, this.#venue.now()), events: [] }
  }

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

  catchUp(): AccountBatch | undefined {
    this.#forget()
    return this.#isBehind() ? this.#decide(() => undefined) : undefined
  }

  #isBehind(): boolean {
    const hour = Math.floor(this.turn().now / HOUR_MS)
    return this.#state.positions.size > 0 && hour - this.#fundedTo > HOURS_AT_ONCE && this.hasMarks()
  }

  /** Applies a market change. Ignored while the account's value is unknown. */
  handle(change: MarketChange): AccountBatch | undefined {
    this.#watch(change.symbol)
    if (!this.#isDriven()) return undefined
    const missed = this.catchUp()
    if (missed !== undefined) return missed
    return this.#decide((turn) => {
      if (change.kind === 'book') resetQueues(turn, change.symbol)
      onMarket(turn, change)
    })
  }

  /** Worst and best of a position are tracked at every mark, even while decisions are suspended. */
  #watch(symbol: string): void {
    if (!this.isAhead()) this.trips.handle(symbol, this.#venue.markets.get(symbol)?.mark, this.turn().now)
  }

  /** Applies time-based effects, and stale markets' effects on triggers. */
  passTime(): AccountBatch | undefined {
    if (!this.#isDriven()) return this.#isCancelDue() ? this.#decide(fireScheduledCancel) : undefined
    const missed = this.catchUp()
    if (missed !== undefined) return missed
    return this.#decide((turn) => {
      onClock(turn)
      for (const symbol of this.#waitingSymbols()) onMarket(turn, { kind: 'mark', symbol })
    })
  }

  /** The dead-man switch needs neither a price nor a followed market. */
  #isCancelDue(): boolean {
    const { scheduled } = this.#state
    return scheduled !== null && this.turn().now >= scheduled.at
  }

  lastTrips(): AccountBatch | undefined {
    const journal = this.trips.take(this.#at, true)
    return journal && { ...batchOf(this.id, this.#state, []), journal }
  }

  /** Market updates were missed: queue positions are unknown now. */
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
      // Failed halfway: memory no longer matches the events.
      this.isBroken = true
      throw error
    }
  }

  /** Pays each hour that has ended since the last one exactly once, before anything else; also hours of downtime. */
  #payFunding(turn: Turn): void {
    const now = Math.floor(turn.now / HOUR_MS)
    if (this.#fundedTo >= now || !this.hasMarks()) return
    const hour = this.#state.positions.size > 0 ? Math.min(now, this.#fundedTo + HOURS_AT_ONCE) : now
    if (this.#state.positions.size > 0) for (let due = this.#fundedTo + 1; due <= hour; due += 1) this.#payHour(turn, due * HOUR_MS)
    this.#fundedTo = hour
  }

  #payHour(turn: Turn, at: number): void {
    for (const symbol of Array.from(this.#state.positions.keys())) {
      // Funding is a share of a price: an hour that ends without one costs nothing.
      if (!this.#venue.hasPrices(symbol, at - 1)) continue
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
    const batch = { ...batchOf(this.id, this.#state, events), journal }
    const usedIds = used === undefined ? [] : [{ ...used, answer: answerOf(events) }]
    return { ...batch, usedIds, news: newsOf(this.row, this.#state, batch), snapshot: this.#snapshot() }
  }

  #snapshot(): unknown {
    if (this.#state.seq - this.#snapshotAt < SNAPSHOT_EVERY) return undefined
    this.#snapshotAt = this.#state.seq
    this.#isForgetDue = true
    const kept = { ...this.#state, orders: new Map(this.#state.orders) }
    forgetEnded(kept, ENDED_KEPT)
    return storedForm(kept)
  }

  /** Never between a decision and its response, nor between an existence check and its command. */
  #forget(): void {
    if (this.#isForgetDue) forgetEnded(this.#state, ENDED_KEPT)
    this.#isForgetDue = false
  }
}

function answerOf(events: readonly TradingEvent[]): UsedId['answer'] {
  const orders = events.flatMap((event) => (event.kind === 'accepted' || event.kind === 'rejected' ? [event.order.terms.clientId] : []))
  const refused = events.find((event) => event.kind === 'refused')?.reason
  return { orders, ...(orders.length === 0 && refused !== undefined && { refused }) }
}
