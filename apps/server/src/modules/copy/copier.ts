import { setImmediate as nextTurn } from 'node:timers/promises'
import { keepCopy, partOf } from '@aerie/copy/copy-parts'
import { drawOrder } from '@aerie/copy/fill-draw'
import { copyOfOrder, signalName } from '@aerie/copy/follow-graph'
import { type MicroUsdc, microUsdc, type Size, size, sizeText } from '@aerie/core/numbers/units'
import { serializeByKey } from '@aerie/runtime/serial-queue'
import type { TradingEvent } from '@aerie/trading/events'
import { accountFigures } from '@aerie/trading/margin/figures'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/client.ts'
import { AppError } from '../../plugins/app-error.ts'
import type { AccountBatch } from '../trading/accounts/account-batch.ts'
import { eventOfRow } from '../trading/accounts/account-loader.ts'
import type { LiveAccount } from '../trading/accounts/live-account.ts'
import type { ActiveTrading } from '../trading/trading-service.ts'
import { renewStops } from './copied-stop-orders.ts'
import { entryOf } from './copy-entries.ts'
import { CopyRegistry } from './copy-registry.ts'
import { type CopyRepository, copyRepository } from './copy-repository.ts'
import { type Copy, type CopyRecord, copyOfRecord } from './copy-rows.ts'
import { runStep, type StepResult, type StepTask } from './copy-step.ts'
import type { CopyStore, CopyWrite, NewEntry } from './copy-store.ts'
import { CopyWriter, type WrittenEntry } from './copy-writer.ts'
import { LateEntries, type StopsToRenew } from './late-entries.ts'
import {
  beforeOf,
  beginsCycle,
  type Cycle,
  changesStops,
  hasUnderWay,
  type LeaderSignal,
  newest,
  passed,
  signalOf,
  symbolOf,
} from './leader-signals.ts'
import { TakenParts } from './taken-parts.ts'
import { TrackedAccounts } from './tracked-accounts.ts'

export type CopierDeps = {
  readonly db: Database
  readonly logger: FastifyBaseLogger
  readonly trading: ActiveTrading
  readonly store: CopyStore
  /** How much faster than ours the market's clock runs. */
  readonly speed: () => number
  readonly onEntry: (copy: Copy, entry: WrittenEntry) => void
  readonly onChanged: (copy: Copy) => void
  /** What it knows may not be what is stored: it must be opened anew. */
  readonly onLost: (error: unknown) => void
  /** Whether this process still trades in this market. */
  readonly isTrading: () => boolean
}

const PAGE = 1_000
/** Accounts of followers that are read at once after a start. */
const READ_AT_ONCE = 8
/** Followers that are decided in one turn of the event loop. */
const AT_ONCE = 50
/** Signals that are gone through one by one after a restart. */
const MOST_MISSED = 500
const NO_RESULT: StepResult = {
  decision: undefined,
  held: size(0n),
  filled: size(0n),
  paid: 0n,
  fee: microUsdc(0n),
  refused: 'unavailable',
}

/**
 * Copies what leaders do into the accounts of their followers, off the stored events of the leaders: each event once for each follower, by
 * the cursor of the leader's account and the client id of the order. What was decided and not written when the process ended is decided
 * again and found done.
 */
export class Copier {
  readonly registry = new CopyRegistry()
  readonly tracked = new TrackedAccounts()
  readonly repository: CopyRepository
  readonly deps: CopierDeps
  readonly #pending = new Map<string, LeaderSignal[]>()
  readonly #newCycles = new Map<string, Cycle[]>()
  readonly #rows = new Map<string, LiveAccount['row']>()
  readonly #writer: CopyWriter
  readonly #late: LateEntries
  readonly #taken: TakenParts
  readonly #queue = serializeByKey()
  #isClosed = false

  constructor(deps: CopierDeps) {
    this.deps = deps
    this.repository = copyRepository(deps.db)
    this.#writer = new CopyWriter({ ...deps, registry: this.registry, tracked: this.tracked })
    const ours = {
      registry: this.registry,
      tracked: this.tracked,
      now: () => deps.trading.followed.now(),
      isClosed: () => this.#isClosed,
      run: (leader: string, work: () => Promise<void>) => this.run(leader, work),
      write: (...given: Parameters<Copier['write']>) => this.write(...given),
      renewStops: (...given: Parameters<Copier['renewStops']>) => this.renewStops(...given),
    }
    this.#late = new LateEntries(ours)
    this.#taken = new TakenParts(ours)
  }

  close(): void {
    this.#isClosed = true
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Reads every copy of the source, and follows up what leaders did meanwhile. */
  async start(): Promise<void> {
    const records = await this.repository.goingOn(this.deps.trading.broker.source.id)
    for (const record of records) this.registry.add(copyOfRecord(record))
    const leaders = this.registry.leaders()
    await this.registry.loadCycles(this.repository, leaders)
    await this.tracked.load(this.deps.db, [...leaders, ...records.map(({ accountId }) => accountId)])
    const accounts = [...new Set(records.map(({ accountId }) => accountId))]
    for (let first = 0; first < accounts.length; first += READ_AT_ONCE)
      await Promise.all(accounts.slice(first, first + READ_AT_ONCE).map((id) => this.#readFollower(id)))
    for (const leader of leaders) await this.inTurn(leader, () => this.#catchUp(leader))
    await this.#late.completeMissed(this.deps.trading, await this.repository.unfinished(this.deps.trading.broker.source.id))
  }

  async #readFollower(accountId: string): Promise<void> {
    const { broker } = this.deps.trading
    await broker.account(await this.row(accountId)).catch(() => undefined)
    if (!this.registry.isLeader(accountId)) await this.tracked.catchUp(broker.repository, accountId)
  }

  /** Begins a copy that was just stored. */
  async begin(record: CopyRecord): Promise<void> {
    this.registry.add(copyOfRecord(record))
    const { leaderAccountId, accountId } = record
    await this.tracked.load(this.deps.db, [leaderAccountId, accountId])
    await this.registry.loadCycles(this.repository, [leaderAccountId])
    await this.inTurn(leaderAccountId, () => this.#catchUp(leaderAccountId))
    // It may have traded since its shares were stored, before there was anybody who copied in it.
    if (!this.registry.isLeader(accountId)) await this.inTurn(accountId, () => this.#catchUp(accountId))
  }

  /** One after the other for each leader. */
  inTurn<T>(leader: string, work: () => Promise<T>): Promise<T> {
    return this.#queue.run(leader, work)
  }

  /** The row of an account; it does not change while a copy goes on, but for its end, which the broker tells. */
  async row(accountId: string): Promise<LiveAccount['row']> {
    const row = this.#rows.get(accountId) ?? (await this.deps.trading.broker.repository.account(accountId))
    if (row === undefined) throw new AppError('conflict', { word: 'account_closed' })
    this.#rows.set(accountId, row)
    return row
  }

  /** Events of an account were just stored. */
  hear(account: LiveAccount, batch: AccountBatch): void {
    const { events } = batch
    if (this.#isClosed || events.length === 0) return
    this.#late.hear(account, batch)
    const { id } = account
    const isWhole = this.tracked.hear(id, events, (...given) => this.#take(id, ...given))
    if (!isWhole) this.run(id, () => this.#catchUp(id))
    else if (this.registry.isLeader(id) && this.#pending.has(id)) this.run(id, () => this.#follow(id))
  }

  /** One after the other for each leader, by nobody who waits; trouble begins anew from what is stored. */
  run(leader: string, work: () => Promise<void>): void {
    this.inTurn(leader, work).catch((error: unknown) => this.deps.onLost(error))
  }

  /** What was stored while nobody looked; of a leader it is followed. */
  #catchUp(account: string): Promise<void> {
    if (this.registry.isLeader(account)) return this.#catchUpLeader(account)
    return this.tracked.catchUp(this.deps.trading.broker.repository, account, (...given) => this.#taken.hear(account, ...given))
  }

  async #catchUpLeader(leader: string): Promise<void> {
    const [cursor] = await this.repository.cursorsOf([leader])
    const shares = this.tracked.get(leader)
    if (shares === undefined) return
    const from = cursor?.seq ?? shares.seq
    for (let after = Math.min(from, shares.seq); ; ) {
      const page = (await this.deps.trading.broker.repository.eventsAfter(leader, after, PAGE)).map(eventOfRow)
      for (const event of page) this.#takeMissed(leader, event, { from, folded: shares.seq })
      after = page.at(-1)?.seq ?? after
      if (page.length < PAGE) break
    }
    await this.#follow(leader, true)
  }

  /** One that is in the shares already may still have to be copied. */
  #takeMissed(leader: string, event: TradingEvent, { from, folded }: { readonly from: number; readonly folded: number }): void {
    if (event.seq > folded) this.tracked.hear(leader, [event], (...given) => this.#take(leader, ...given))
    else if (event.seq > from) this.#note(leader, event, beforeOf(event))
  }

  /** An event of an account in its place. */
  #take(account: string, event: TradingEvent, ownBefore: Size): void {
    this.#taken.hear(account, event, ownBefore)
    this.#note(account, event, ownBefore)
  }

  /** An event of a leader in its place: what of it is to be copied waits for its turn. */
  #note(leader: string, event: TradingEvent, before: Size): void {
    if (!this.registry.isLeader(leader)) return
    const live = this.deps.trading.broker.inMemory(leader)
    const isOwnFill = event.kind === 'filled' && copyOfOrder(event.clientId) === undefined
    if (!isOwnFill && !changesStops(event, live?.state)) return
    const symbol = symbolOf(event, live?.state)
    if (symbol === undefined) return
    const position = this.tracked.get(leader)?.own.get(symbol) ?? size(0n)
    if (isOwnFill && beginsCycle(before, position)) this.#beginCycle(leader, { symbol, event })
    this.#push(leader, signalOf(event, { symbol, position }))
  }

  #push(leader: string, signal: LeaderSignal): void {
    const waiting = this.#pending.get(leader) ?? []
    this.#pending.set(leader, waiting)
    waiting.push(signal)
  }

  #beginCycle(leader: string, { symbol, event }: { readonly symbol: string; readonly event: TradingEvent }): void {
    // One that comes again after a crash has its scale already.
    if ((this.registry.cycle(leader, symbol)?.fromSeq ?? 0) >= event.seq) return
    const equity = this.#equityOf(leader)
    if (equity === undefined || equity <= 0n) return
    const cycle = { symbol, fromSeq: event.seq, startedAt: event.t, equity }
    this.registry.begin(leader, cycle)
    this.#newCycles.set(leader, [...(this.#newCycles.get(leader) ?? []), cycle])
  }

  #equityOf(leader: string): MicroUsdc | undefined {
    const live = this.deps.trading.broker.inMemory(leader)
    return live?.hasMarks() === true ? accountFigures(live.state, this.deps.trading.followed.markets).equity : undefined
  }

  /** @param wasMissed each is asked for by its own name then: an order that was sent before a crash and not logged is found */
  async #follow(leader: string, wasMissed = false): Promise<void> {
    const waiting = this.#pending.get(leader) ?? []
    const signals = wasMissed ? passed(waiting.slice(-MOST_MISSED)) : newest(waiting)
    this.#pending.delete(leader)
    if (signals.length === 0 || this.#isClosed) return
    const cycles = this.#newCycles.get(leader) ?? []
    this.#newCycles.delete(leader)
    // What it is scaled by must be the same after a crash.
    if (cycles.length > 0)
      await this.deps.store.write({ cycles: cycles.map((cycle) => ({ account: leader, ...cycle, equity: String(cycle.equity) })) })
    for (const signal of signals) await this.#copySignal(leader, signal)
  }

  async #copySignal(leader: string, signal: LeaderSignal): Promise<void> {
    const followers = this.registry.followersOf(leader)
    const key = signalName(leader, signal.seq)
    this.#late.heard(key, signal.heardAt)
    const drawn = drawOrder(`${leader}:${signal.seq}`, [...followers.keys()])
      .flatMap((id) => followers.get(id) ?? [])
      // What the leader did before a copy began is none of its business.
      .filter(({ leaderSeq }) => leaderSeq < signal.seq)
    const steps: Promise<NewEntry[]>[] = []
    for (const [index, copy] of drawn.entries()) {
      steps.push(this.follower(copy, { ...signal, leader, key }))
      // What is decided is written while the next are decided, and nobody else waits for a thousand.
      if (index % AT_ONCE === AT_ONCE - 1) await nextTurn()
    }
    const entries = await Promise.all(steps)
    await this.write(drawn, entries.flat(), { cursors: [{ account: leader, seq: signal.seq }] })
  }

  /** One follower of one signal. @returns its entries for the log */
  async follower(copy: Copy, given: LeaderSignal & { leader: string; key: string; kind?: NewEntry['kind'] }): Promise<NewEntry[]> {
    const { leader, key, heardAt, symbol, position, price, at, leverage, kind = 'position', isPassed = false } = given
    const row = await this.row(copy.accountId)
    const signal = { symbol, position, price, at }
    const cycle = kind === 'close' ? undefined : this.registry.cycle(leader, symbol)
    const task: StepTask = { copy, row, signal, cycle, isCircular: this.registry.isCircular(copy), leverage, key, isPassed }
    const entry = given.isFill ? entryOf({ copy, signal, key, kind, heardAt }, await this.#try(task)) : undefined
    const stopEntry = await this.renewStops(copy, { symbol, key, at, isOver: kind === 'close' })
    return [entry, stopEntry].filter((one) => one !== undefined)
  }

  /** What could not be stored is asked for once more: the client id tells whether it was. */
  async #try(task: StepTask, isSecond = false): Promise<StepResult> {
    const { trading, logger } = this.deps
    try {
      return await runStep({ trading, tracked: this.tracked, speed: this.deps.speed }, task)
    } catch (error) {
      if (this.#isClosed) throw error
      if (error instanceof AppError && error.code !== 'unavailable') return { ...NO_RESULT, refused: error.word }
      if (!isSecond) return this.#try(task, true)
      // Another process trades by now: it goes on from the cursor, so that nothing may be written as done.
      if (!this.deps.isTrading()) throw error
      logger.error({ err: error, copy: task.copy.id }, 'a trade could not be copied')
      return NO_RESULT
    }
  }

  /** Writes what came of copying, and tells of it. */
  write(copies: readonly Copy[], logs: readonly NewEntry[], more: CopyWrite = {}): Promise<void> {
    return this.#writer.write(copies, logs, more)
  }

  /** Whether what is stored of it is behind: its stops and its user trade without a signal. */
  isMoved(copy: Copy): boolean {
    return this.#writer.isMoved(copy)
  }

  /** No copy trades for the account any more, and it leads none: nothing of it is kept in memory. */
  forget(copy: Copy): void {
    this.registry.remove(copy)
    for (const account of [copy.accountId, copy.leaderAccountId]) {
      if (this.registry.isUsed(account)) continue
      this.tracked.forget(account)
      this.#rows.delete(account)
    }
  }

  /**
   * Ends a copy: what it holds becomes the user's own, and its stops go. In the leader's turn. Entries, shares, results and the end are written
   * together: a crash leaves all of it or nothing.
   */
  async keepParts(copy: Copy): Promise<void> {
    const shares = this.tracked.get(copy.accountId)
    const parts = [...(shares?.copies.get(copy.id)?.parts ?? [])].filter(([, part]) => part.size !== 0n)
    const key = `keep.${Date.now().toString(36)}`
    const at = this.deps.trading.followed.now()
    for (const [symbol] of parts) await this.renewStops(copy, { symbol, key, at, isOver: true })
    const results = this.#writer.resultsOf([copy])
    // By now, not as it was before its stops went: one may have traded meanwhile.
    const kept = [...(shares?.copies.get(copy.id)?.parts ?? [])].flatMap(([symbol, { size: part }]) =>
      part === 0n ? [] : [keptEntry(copy, { symbol, part, key: `${key}.${symbol}`, at })],
    )
    const live = this.deps.trading.broker.inMemory(copy.accountId)
    if (shares !== undefined) keepCopy(shares, copy.id, (id) => hasUnderWay(live?.state, id) || live?.state.seq !== shares.seq)
    this.tracked.change(copy.accountId)
    await this.write([copy], kept, { results, states: [{ copy: copy.id, state: 'stopped', reason: copy.reason }] })
  }

  /**
   * Makes the stops of a copied part what the leader's are; none where it is over. In the leader's turn.
   *
   * @returns the entry for the log; undefined where nothing had to change, or it could not be done
   */
  async renewStops(copy: Copy, { symbol, key, at, isOver = false }: StopsToRenew): Promise<NewEntry | undefined> {
    const { trading, logger } = this.deps
    const leader = isOver ? undefined : trading.broker.inMemory(copy.leaderAccountId)?.state
    const position = isOver ? size(0n) : (this.tracked.get(copy.leaderAccountId)?.own.get(symbol) ?? size(0n))
    const task = async () => ({ copy, row: await this.row(copy.accountId), symbol, position, leader, key, at })
    const renewing = task().then((one) => renewStops({ trading, tracked: this.tracked }, one))
    return renewing.catch((error: unknown) => {
      logger.warn({ err: error, copy: copy.id }, 'the stops of a copy were not renewed')
      return undefined
    })
  }

  /** What a copy holds of a coin; negative: short. */
  heldBy({ id, accountId }: Copy, symbol: string): { readonly part: Size } {
    const shares = this.tracked.get(accountId)
    return { part: shares === undefined ? size(0n) : partOf(shares, id, symbol) }
  }
}

type Kept = { readonly symbol: string; readonly part: Size; readonly key: string; readonly at: number }

const keptEntry = ({ id, userId }: Copy, { symbol, part, key, at }: Kept): NewEntry => ({
  copyId: id,
  userId,
  signal: key,
  symbol,
  kind: 'kept',
  outcome: 'copied',
  reason: null,
  body: { held: sizeText(part) },
  at,
  delayMs: 0,
})
