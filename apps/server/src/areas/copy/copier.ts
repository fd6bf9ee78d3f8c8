import { setImmediate as nextTurn } from 'node:timers/promises'
import { keepCopy, partOf, realisedResult } from '@aerie/copy/copy-parts'
import { drawOrder } from '@aerie/copy/fill-draw'
import { copyOfOrder, signalName } from '@aerie/copy/follow-graph'
import { type MicroUsdc, microUsdc, type Size, size, sizeText } from '@aerie/core/numbers/units'
import { serializeByKey } from '@aerie/runtime/serial-queue'
import type { TradingEvent } from '@aerie/trading/events'
import { accountFigures } from '@aerie/trading/margin/figures'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../platform/db/client.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type AccountBatch, type ActiveTrading, eventOfRow, type LiveAccount } from '../trading/index.ts'
import { renewStops } from './copied-stop-orders.ts'
import { entryOf } from './copy-entries.ts'
import { CopyRegistry } from './copy-registry.ts'
import { type CopyRepository, copyRepository } from './copy-repository.ts'
import { type Copy, type CopyRecord, type CopyResult, copyOfRecord } from './copy-rows.ts'
import { runStep, type StepResult, type StepTask } from './copy-step.ts'
import type { CopyStore, CopyWrite, NewEntry } from './copy-store.ts'
import { LateEntries, type StopsToRenew, TakenParts } from './late-entries.ts'
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
import { storedShares, TrackedAccounts } from './tracked-accounts.ts'

type WrittenEntry = NewEntry & { readonly id: number }

type Deps = {
  readonly store: CopyStore
  readonly registry: CopyRegistry
  readonly tracked: TrackedAccounts
  readonly onEntry: (copy: Copy, entry: WrittenEntry) => void
}

export class CopyWriter {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async write(copies: readonly Copy[], logs: readonly NewEntry[], more: CopyWrite = {}): Promise<void> {
    const { store, registry, tracked, onEntry } = this.#deps
    const changed = tracked.takeChanged(new Set(copies.flatMap(({ accountId, leaderAccountId }) => [accountId, leaderAccountId])))
    const shares = [...changed].map(([account, one]) => ({ account, seq: one.seq, body: storedShares(one) }))
    const moved = copies.filter((copy) => this.isMoved(copy))
    // Captured now: the values may change during the write.
    const asWritten = moved.map((copy) => ({ copy, day: copy.day, result: this.#resultOf(copy) ?? copy.storedResult }))
    const written = await store.write({ logs, shares, results: this.resultsOf(moved), ...more })
    for (const { copy, day, result } of asWritten) {
      copy.storedDay = day
      copy.storedResult = result
    }
    const byName = new Map(logs.map((entry) => [`${entry.copyId} ${entry.signal} ${entry.kind}`, entry]))
    const entries = written.logs.flatMap(({ id, copy_id: copyId, signal, kind }): WrittenEntry[] => {
      const entry = byName.get(`${copyId} ${signal} ${kind}`)
      return entry === undefined ? [] : [{ ...entry, id }]
    })
    for (const entry of [...entries, ...written.late]) {
      const copy = registry.get(entry.copyId)
      if (copy !== undefined) onEntry(copy, entry)
    }
  }

  isMoved(copy: Copy): boolean {
    const [now, stored] = [this.#resultOf(copy), copy.storedResult]
    if (now === undefined) return false
    const isOther =
      now.realised !== stored.realised || now.fees !== stored.fees || now.fills !== stored.fills || now.closes !== stored.closes
    return isOther || copy.day !== copy.storedDay
  }

  resultsOf(copies: readonly Copy[]): NonNullable<CopyWrite['results']> {
    return copies.flatMap((copy) => {
      const result = this.#resultOf(copy)
      if (result === undefined) return []
      const { realised, fees, fills, closes } = result
      const dayResult = copy.dayResult === null ? null : String(copy.dayResult)
      return [{ copy: copy.id, realised: String(realised), fees: String(fees), fills, closes, day: copy.day, dayResult }]
    })
  }

  #resultOf({ id, accountId, storedResult }: Copy): CopyResult | undefined {
    const shares = this.#deps.tracked.get(accountId)
    if (shares === undefined) return undefined
    const holding = shares.copies.get(id)
    // Nothing traded, or kept: then the result was written at its end.
    if (holding === undefined) return storedResult
    return { realised: realisedResult(holding), fees: holding.fees, fills: holding.fills, closes: holding.closes ?? 0 }
  }
}

export type CopierDeps = {
  readonly db: Database
  readonly logger: FastifyBaseLogger
  readonly trading: ActiveTrading
  readonly store: CopyStore
  /** Replay speed of the market's clock. */
  readonly speed: () => number
  readonly onEntry: (copy: Copy, entry: WrittenEntry) => void
  readonly onChanged: (copy: Copy) => void
  readonly onLost: (error: unknown) => void
  readonly isTrading: () => boolean
}

const PAGE = 1_000
const READ_AT_ONCE = 8
const AT_ONCE = 50
/** Missed signals replayed individually after a restart. */
const MOST_MISSED = 500
const NO_RESULT: StepResult = {
  decision: undefined,
  held: size(0n),
  filled: size(0n),
  paid: 0n,
  fee: microUsdc(0n),
  refused: 'unavailable',
}

/** Each event is applied once per follower, by the leader's cursor and the order's client id, so crashes are safe. */
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

  async begin(record: CopyRecord): Promise<void> {
    this.registry.add(copyOfRecord(record))
    const { leaderAccountId, accountId } = record
    await this.tracked.load(this.deps.db, [leaderAccountId, accountId])
    await this.registry.loadCycles(this.repository, [leaderAccountId])
    await this.inTurn(leaderAccountId, () => this.#catchUp(leaderAccountId))
    // It may have traded since its shares were stored, before anything was copied in it.
    if (!this.registry.isLeader(accountId)) await this.inTurn(accountId, () => this.#catchUp(accountId))
  }

  inTurn<T>(leader: string, work: () => Promise<T>): Promise<T> {
    return this.#queue.run(leader, work)
  }

  /** Rows do not change while a copy is active, except for their end, which the broker reports. */
  async row(accountId: string): Promise<LiveAccount['row']> {
    const row = this.#rows.get(accountId) ?? (await this.deps.trading.broker.repository.account(accountId))
    if (row === undefined) throw new AppError('conflict', { reason: 'account_closed' })
    this.#rows.set(accountId, row)
    return row
  }

  handle(account: LiveAccount, batch: AccountBatch): void {
    const { events } = batch
    if (this.#isClosed || events.length === 0) return
    this.#late.handle(account, batch)
    const { id } = account
    const isWhole = this.tracked.handle(id, events, (...given) => this.#take(id, ...given))
    if (!isWhole) this.run(id, () => this.#catchUp(id))
    else if (this.registry.isLeader(id) && this.#pending.has(id)) this.run(id, () => this.#follow(id))
  }

  /** Sequential per leader, not awaited; errors trigger a reload from storage. */
  run(leader: string, work: () => Promise<void>): void {
    this.inTurn(leader, work).catch((error: unknown) => this.deps.onLost(error))
  }

  #catchUp(account: string): Promise<void> {
    if (this.registry.isLeader(account)) return this.#catchUpLeader(account)
    return this.tracked.catchUp(this.deps.trading.broker.repository, account, (...given) => this.#taken.handle(account, ...given))
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

  /** An event already in the shares may still have to be copied. */
  #takeMissed(leader: string, event: TradingEvent, { from, folded }: { readonly from: number; readonly folded: number }): void {
    if (event.seq > folded) this.tracked.handle(leader, [event], (...given) => this.#take(leader, ...given))
    else if (event.seq > from) this.#note(leader, event, beforeOf(event))
  }

  #take(account: string, event: TradingEvent, ownBefore: Size): void {
    this.#taken.handle(account, event, ownBefore)
    this.#note(account, event, ownBefore)
  }

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
    // Replayed after a crash: its scale is already stored.
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

  /** @param wasMissed looks up orders by client id, to find those sent but not logged before a crash */
  async #follow(leader: string, wasMissed = false): Promise<void> {
    const waiting = this.#pending.get(leader) ?? []
    const signals = wasMissed ? passed(waiting.slice(-MOST_MISSED)) : newest(waiting)
    this.#pending.delete(leader)
    if (signals.length === 0 || this.#isClosed) return
    const cycles = this.#newCycles.get(leader) ?? []
    this.#newCycles.delete(leader)
    // The scale must be the same after a crash.
    if (cycles.length > 0)
      await this.deps.store.write({ cycles: cycles.map((cycle) => ({ account: leader, ...cycle, equity: String(cycle.equity) })) })
    for (const signal of signals) await this.#copySignal(leader, signal)
  }

  async #copySignal(leader: string, signal: LeaderSignal): Promise<void> {
    const followers = this.registry.followersOf(leader)
    const key = signalName(leader, signal.seq)
    this.#late.noteReceived(key, signal.receivedAt)
    const drawn = drawOrder(`${leader}:${signal.seq}`, [...followers.keys()])
      .flatMap((id) => followers.get(id) ?? [])
      // Leader events before the copy began are ignored.
      .filter(({ leaderSeq }) => leaderSeq < signal.seq)
    const steps: Promise<NewEntry[]>[] = []
    for (const [index, copy] of drawn.entries()) {
      steps.push(this.follower(copy, { ...signal, leader, key }))
      // Yields, so that decided ones are written and a thousand followers do not block others.
      if (index % AT_ONCE === AT_ONCE - 1) await nextTurn()
    }
    const entries = await Promise.all(steps)
    await this.write(drawn, entries.flat(), { cursors: [{ account: leader, seq: signal.seq }] })
  }

  async follower(copy: Copy, given: LeaderSignal & { leader: string; key: string; kind?: NewEntry['kind'] }): Promise<NewEntry[]> {
    const { leader, key, receivedAt, symbol, position, price, at, leverage, kind = 'position', isPassed = false } = given
    const row = await this.row(copy.accountId)
    const signal = { symbol, position, price, at }
    const cycle = kind === 'close' ? undefined : this.registry.cycle(leader, symbol)
    const task: StepTask = { copy, row, signal, cycle, isCircular: this.registry.isCircular(copy), leverage, key, isPassed }
    const entry = given.isFill ? entryOf({ copy, signal, key, kind, receivedAt }, await this.#try(task)) : undefined
    const stopEntry = await this.renewStops(copy, { symbol, key, at, isOver: kind === 'close' })
    return [entry, stopEntry].filter((one) => one !== undefined)
  }

  /** Retries once after a storage failure: the client id shows whether it was stored. */
  async #try(task: StepTask, isSecond = false): Promise<StepResult> {
    const { trading, logger } = this.deps
    try {
      return await runStep({ trading, tracked: this.tracked, speed: this.deps.speed }, task)
    } catch (error) {
      if (this.#isClosed) throw error
      if (error instanceof AppError && error.code !== 'unavailable') return { ...NO_RESULT, refused: error.reason }
      if (!isSecond) return this.#try(task, true)
      // Another process trades now and resumes from the cursor: nothing may be marked as done.
      if (!this.deps.isTrading()) throw error
      logger.error({ err: error, copy: task.copy.id }, 'a trade could not be copied')
      return NO_RESULT
    }
  }

  write(copies: readonly Copy[], logs: readonly NewEntry[], more: CopyWrite = {}): Promise<void> {
    return this.#writer.write(copies, logs, more)
  }

  /** Whether the stored result is stale: stops and the user trade without a signal. */
  isMoved(copy: Copy): boolean {
    return this.#writer.isMoved(copy)
  }

  forget(copy: Copy): void {
    this.registry.remove(copy)
    for (const account of [copy.accountId, copy.leaderAccountId]) {
      if (this.registry.isUsed(account)) continue
      this.tracked.forget(account)
      this.#rows.delete(account)
    }
  }

  /** Its holdings become the user's own and its stops are canceled, atomically. Runs in the leader's turn. */
  async keepParts(copy: Copy): Promise<void> {
    const shares = this.tracked.get(copy.accountId)
    const parts = [...(shares?.copies.get(copy.id)?.parts ?? [])].filter(([, part]) => part.size !== 0n)
    const key = `keep.${Date.now().toString(36)}`
    const at = this.deps.trading.followed.now()
    for (const [symbol] of parts) await this.renewStops(copy, { symbol, key, at, isOver: true })
    const results = this.#writer.resultsOf([copy])
    const kept = [...(shares?.copies.get(copy.id)?.parts ?? [])].flatMap(([symbol, { size: part }]) =>
      part === 0n ? [] : [keptEntry(copy, { symbol, part, key: `${key}.${symbol}`, at })],
    )
    const live = this.deps.trading.broker.inMemory(copy.accountId)
    if (shares !== undefined) keepCopy(shares, copy.id, (id) => hasUnderWay(live?.state, id) || live?.state.seq !== shares.seq)
    this.tracked.change(copy.accountId)
    await this.write([copy], kept, { results, states: [{ copy: copy.id, state: 'stopped', reason: copy.reason }] })
  }

  /** Runs in the leader's turn. @returns the log entry; undefined if nothing changed or it failed */
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

  /** Negative: short. */
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
