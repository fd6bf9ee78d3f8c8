import { randomUUID } from 'node:crypto'
import type { MicroUsdc } from '@aerie/core/numbers/units'
import { serializeByKey } from '@aerie/runtime/serial-queue'
import type { Command } from '@aerie/trading/commands'
import type { MarketChange } from '@aerie/trading/engine'
import type { TradingEvent } from '@aerie/trading/events'
import type { Db } from '../../platform/db/client.ts'
import { sqlState } from '../../platform/db/database-errors.ts'
import type { Term } from '../../platform/duties/duty.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { AccountBatch, UsedId } from './accounts/account-batch.ts'
import { loadState } from './accounts/account-loader.ts'
import type { GroupCommit } from './accounts/group-commit.ts'
import { LiveAccount, type SharedOrderBook, type Venue } from './accounts/live-account.ts'
import { NO_TRIPS, type OpenTrips } from './accounts/trip-keeper.ts'
import { MOST_USED_IDS, UsedIds } from './accounts/used-ids.ts'
import { COPY_SLOT } from './slots.ts'
import { type AccountRow, accountReads, type StoredCommand, type TradingRepository, tradingRepository } from './store.ts'

/** Runs `work` immediately; the returned function returns its result or throws its error. */
function attempt<T>(work: () => T): () => T {
  try {
    const result = work()
    return () => result
  } catch (error) {
    return () => {
      throw error
    }
  }
}

export type BrokerSource = { readonly id: string; readonly kind: AccountRow['sourceKind'] }

type Deps = {
  readonly db: Db
  readonly source: BrokerSource
  readonly venue: Venue
  readonly commit: GroupCommit
  readonly isHeld: (slot: number) => boolean
  readonly termOf: (slot: number) => Term
  readonly openTrips: OpenTrips
  readonly pin: (symbol: string) => void
  readonly onStored: (account: LiveAccount, batch: AccountBatch) => void
  readonly onFault: (error: unknown, accountId: string) => void
  readonly isKept?: (accountId: string) => boolean
  readonly sharedBook?: SharedOrderBook
}

/** Idle accounts kept in memory for returning users. */
const IDLE_KEPT = 500
const ROWS_KEPT = 10_000
/** Accounts that load at once share their statements: 10,000 load in seconds. */
const LOADED_AT_ONCE = 250
const DEFAULT_DEPOSIT = 10_000_000_000n
/** Large, so that margin never makes the twin differ from the live order. */
const TWIN_DEPOSIT = 100_000_000_000_000n

/**
 * The accounts of the slots that this process holds. Commands of an account run sequentially and are acknowledged once stored. Idle
 * accounts may be evicted.
 */
export class Broker {
  readonly source: BrokerSource
  readonly repository: TradingRepository
  readonly #reads: ReturnType<typeof accountReads>
  readonly #deps: Deps
  readonly #lanes = serializeByKey()
  readonly #accounts = new Map<string, LiveAccount>()
  readonly #bySymbol = new Map<string, Set<LiveAccount>>()
  /** Accounts with an active dead-man switch: time-driven even with nothing open. */
  readonly #scheduled = new Set<LiveAccount>()
  readonly #missing = new Map<string, AccountRow>()
  readonly #open = new Map<string, AccountRow>()
  /** By user; of held slots only, since another process may move a user of its own. */
  readonly #slots = new Map<string, number>()
  /** Users who are being moved to another slot. */
  readonly #moving = new Set<string>()
  #isClosed = false

  constructor(deps: Deps) {
    this.#deps = deps
    this.source = deps.source
    this.repository = tradingRepository(deps.db)
    this.#reads = accountReads(deps.db)
  }

  /** Loads the accounts of slots that were taken. */
  async enter(slots: readonly number[]): Promise<void> {
    for (const row of await this.repository.busyAccounts(this.source.id, { slots })) this.#missing.set(row.id, row)
    await this.readMissing()
  }

  /** Waits until the decisions so far of these slots are stored. */
  async settled(slots: readonly number[]): Promise<void> {
    await Promise.allSettled(this.#accountsIn(slots).map(({ stored }) => stored))
  }

  /** Forgets the accounts of slots that another process holds or will take. */
  leave(slots: readonly number[]): void {
    for (const account of this.#accountsIn(slots)) {
      account.isBroken = true
      this.#leave(account)
      this.#accounts.delete(account.id)
    }
    for (const [userId, slot] of this.#slots) if (slots.includes(slot)) this.#slots.delete(userId)
    this.#open.clear()
  }

  #accountsIn(slots: readonly number[]): LiveAccount[] {
    return [...this.#accounts.values()].filter(({ slot }) => slots.includes(slot))
  }

  /** @throws Elsewhere */
  async #slotOf(userId: string): Promise<number> {
    if (this.#slots.size >= ROWS_KEPT) this.#slots.clear()
    const slot = this.#slots.get(userId) ?? (await this.repository.slotOf(userId))
    if (!this.#deps.isHeld(slot) || this.#moving.has(userId)) throw new Elsewhere()
    this.#slots.set(userId, slot)
    return slot
  }

  /** From now on the user's accounts trade in `COPY_SLOT`, which another process may hold. */
  move(userId: string): Promise<void> {
    return this.#lanes.run(`user:${userId}`, async () => {
      const slot = await this.#slotOf(userId)
      if (slot === COPY_SLOT) return
      const rows = await this.repository.accountsOf(userId)
      this.#moving.add(userId)
      try {
        for (const { id } of rows) await this.#lanes.run(id, () => this.#unload(id))
        await this.repository.move(userId, this.#deps.termOf(slot))
      } finally {
        this.#moving.delete(userId)
        this.#slots.delete(userId)
        // Loaded again if they are this process's still, or if it holds the other slot, too.
        for (const row of rows) if (row.sourceId === this.source.id && row.closedAt === null) this.#missing.set(row.id, row)
      }
    })
  }

  /** Loads the accounts of a user who was moved here. */
  async adopt(userId: string): Promise<void> {
    for (const row of await this.repository.busyAccounts(this.source.id, { userId })) this.#missing.set(row.id, row)
    await this.readMissing()
  }

  close(): void {
    this.#isClosed = true
    this.#accounts.clear()
    this.#bySymbol.clear()
    this.#scheduled.clear()
  }

  /** The user's open account; created with the default deposit if missing. @throws AppError */
  present(userId: string): Promise<LiveAccount> {
    return this.#lanes.run(`user:${userId}`, async () => {
      this.#refuseClosed()
      await this.#slotOf(userId)
      const row = this.#open.get(userId) ?? (await this.#findOpen(userId)) ?? (await this.#openAccount(userId, 'paper', DEFAULT_DEPOSIT))
      return this.account(row)
    })
  }

  /** Twin account that mirrors a user's live orders; created if missing. @throws AppError */
  twin(userId: string): Promise<LiveAccount> {
    return this.#lanes.run(`user:${userId}`, async () => {
      this.#refuseClosed()
      await this.#slotOf(userId)
      const row = await this.repository.openAccount(userId, this.source.id, 'twin')
      return this.account(row ?? (await this.#openAccount(userId, 'twin', TWIN_DEPOSIT)))
    })
  }

  async #findOpen(userId: string): Promise<AccountRow | undefined> {
    const row = await this.repository.openAccount(userId, this.source.id, 'paper')
    if (this.#open.size >= ROWS_KEPT) this.#open.clear()
    if (row !== undefined) this.#open.set(userId, row)
    return row
  }

  reset(userId: string, deposit: MicroUsdc): Promise<LiveAccount> {
    return this.#lanes.run(`user:${userId}`, async () => {
      this.#refuseClosed()
      await this.#slotOf(userId)
      const row = await this.repository.openAccount(userId, this.source.id, 'paper')
      this.#open.delete(userId)
      if (row !== undefined) await this.#closeAccount(row)
      return this.account(await this.#openAccount(userId, 'paper', deposit))
    })
  }

  /** Closes all open accounts of a user, also in other markets, without opening one. */
  closeAllOf(userId: string): Promise<void> {
    return this.#lanes.run(`user:${userId}`, async () => {
      this.#refuseClosed()
      await this.#slotOf(userId)
      this.#open.delete(userId)
      for (const row of await this.repository.accountsOf(userId)) if (row.closedAt === null) await this.#closeAny(row)
    })
  }

  /** The other source's market is not running: the account ends in its last state. */
  async #closeAny(row: AccountRow): Promise<void> {
    if (row.sourceId === this.source.id) return this.#closeAccount(row)
    await this.repository.closeAccount(row.id, (await this.repository.newestAt(row.id)) ?? row.openedAt)
  }

  account(row: AccountRow): Promise<LiveAccount> {
    return this.#lanes.run(row.id, () => this.#load(row))
  }

  inMemory(accountId: string): LiveAccount | undefined {
    const account = this.#accounts.get(accountId)
    return account?.isBroken === false ? account : undefined
  }

  /** `prepare` runs first and may return a response. @throws AppError unavailable: outcome unknown; retry with the same client ID */
  command<T>(
    row: AccountRow,
    {
      prepare,
      command,
      used,
      answer,
    }: {
      readonly prepare?: (account: LiveAccount) => Promise<T | undefined>
      readonly command: (account: LiveAccount) => Command
      readonly used?: Omit<UsedId, 'answer'>
      readonly answer: (account: LiveAccount, events: readonly TradingEvent[]) => T
    },
  ): Promise<T> {
    return this.#lanes.run(row.id, async () => {
      const account = await this.#load(row)
      await this.#catchUp(account)
      const early = await prepare?.(account)
      if (early !== undefined) return early
      this.#refuseClosed()
      if (account.isBroken) throw unstored()
      const { batch, events } = account.command(command(account), used)
      // Evaluated now, because the market may move until it is stored. Refusals are stored too before they are returned.
      const outcome = attempt(() => answer(account, events))
      if (batch !== undefined) await this.#storeNewest(account, batch)
      return outcome()
    })
  }

  handle(change: MarketChange): void {
    for (const account of this.#bySymbol.get(change.symbol) ?? []) this.#drive(account, () => account.handle(change))
  }

  passTime(): void {
    for (const account of this.#busy()) this.#drive(account, () => account.passTime())
  }

  missed(symbol: string): void {
    for (const account of this.#bySymbol.get(symbol) ?? []) account.missed(symbol)
  }

  isUsed(symbol: string): boolean {
    return (this.#bySymbol.get(symbol)?.size ?? 0) > 0
  }

  async readMissing(): Promise<void> {
    for (const symbol of this.#bySymbol.keys()) if (!this.#deps.venue.markets.has(symbol)) this.#pin(symbol, 'of several')
    const load = (row: AccountRow) =>
      this.account(row).catch((error: unknown) => {
        if (error instanceof Elsewhere) this.#missing.delete(row.id)
        else this.#deps.onFault(error, row.id)
      })
    const missing = [...this.#missing.values()]
    for (let at = 0; at < missing.length && !this.#isClosed; at += LOADED_AT_ONCE)
      await Promise.all(missing.slice(at, at + LOADED_AT_ONCE).map(load))
    for (const account of this.#busy()) await account.trips.mend()
    this.#forgetIdle()
  }

  #busy(): Set<LiveAccount> {
    return new Set([...this.#bySymbol.values(), this.#scheduled].flatMap((accounts) => [...accounts]))
  }

  #refuseClosed(): void {
    if (this.#isClosed) throw new AppError('unavailable', { detail: 'Trading is restarting. Try again in a moment.', retryAfterSeconds: 2 })
  }

  async #load(row: AccountRow): Promise<LiveAccount> {
    const present = this.#accounts.get(row.id)
    if (present !== undefined && !present.isBroken) {
      present.usedAt = performance.now()
      return present
    }
    if (present !== undefined) await present.stored.catch(() => undefined)
    const slot = await this.#slotOf(row.userId)
    const { term } = this.#deps.termOf(slot)
    const [head, usedIds] = await Promise.all([this.#reads.head(row.id), this.#readUsedIds(row.id)])
    if (head?.isClosed !== false)
      throw new AppError('conflict', { reason: 'account_closed', detail: 'This account was closed by a reset.' })
    const { newestAt, fundedAt } = head
    const state = await loadState({ snapshot: async () => head.snapshot, eventsAfter: this.#reads.eventsAfter }, row.id)
    const { venue, openTrips, sharedBook } = this.#deps
    // Twins are not part of the journal: their trades are automated.
    const trips = row.kind === 'twin' ? NO_TRIPS : await openTrips(row, state)
    const account = new LiveAccount(row, state, { venue, slot, newestAt, fundedAt, usedIds, trips, sharedBook })
    // Another process may have written since it was read.
    if (!this.#deps.isHeld(slot) || this.#deps.termOf(slot).term !== term) throw new Elsewhere()
    this.#take(account)
    if (account.state.seq === 0) await this.#storeIf(account, account.open())
    return account
  }

  /** Pays all missed funding hours in parts before any decision, yielding to the event loop in between. */
  async #catchUp(account: LiveAccount): Promise<void> {
    while (!account.isBroken && !this.#isClosed) {
      const batch = account.catchUp()
      if (batch === undefined) return
      await this.#store(account, batch)
    }
  }

  async usedFor(account: LiveAccount, clientId: string): Promise<StoredCommand | undefined> {
    if (account.usedIds.isFull) account.usedIds = await this.#readUsedIds(account.id)
    return account.usedIds.mayHave(clientId) ? await this.repository.command(account.id, clientId) : undefined
  }

  async #readUsedIds(accountId: string): Promise<UsedIds> {
    const ids = await this.#reads.usedIds(accountId)
    return new UsedIds(ids.length > MOST_USED_IDS ? undefined : ids)
  }

  #take(account: LiveAccount): void {
    const before = this.#accounts.get(account.id)
    if (before !== undefined) this.#leave(before)
    this.#missing.delete(account.id)
    this.#accounts.set(account.id, account)
    this.#index(account)
  }

  #index(account: LiveAccount): void {
    if (account.state.scheduled === null) this.#scheduled.delete(account)
    else this.#scheduled.add(account)
    const symbols = account.symbols()
    for (const symbol of symbols) {
      const accounts = this.#bySymbol.get(symbol)
      if (accounts?.has(account)) continue
      if (accounts === undefined) this.#bySymbol.set(symbol, new Set([account]))
      else accounts.add(account)
      this.#pin(symbol, account.id)
    }
  }

  /** If a market can no longer be followed, its orders and positions stay unchanged and wait. */
  #pin(symbol: string, accountId: string): void {
    try {
      this.#deps.pin(symbol)
    } catch (error) {
      this.#deps.onFault(error, accountId)
    }
  }

  #leave(account: LiveAccount): void {
    this.#scheduled.delete(account)
    for (const [symbol, accounts] of this.#bySymbol) if (accounts.delete(account) && accounts.size === 0) this.#bySymbol.delete(symbol)
  }

  #unindex(account: LiveAccount): void {
    const symbols = account.symbols()
    for (const [symbol, accounts] of this.#bySymbol)
      if (!symbols.has(symbol) && accounts.delete(account) && accounts.size === 0) this.#bySymbol.delete(symbol)
  }

  #drive(account: LiveAccount, work: () => AccountBatch | undefined): void {
    if (account.isBroken) return
    try {
      const batch = work()
      // Errors reach those who wait for the account.
      if (batch !== undefined) this.#store(account, batch).catch(() => undefined)
    } catch (error) {
      this.#breakOff(account, error)
    }
  }

  /** The latest sender is processed last for the next book. */
  #storeNewest(account: LiveAccount, batch: AccountBatch): Promise<void> {
    for (const { order } of batch.orders.values()) if (order.state === 'pending') this.#bySymbol.get(order.terms.symbol)?.delete(account)
    return this.#store(account, batch)
  }

  async #storeIf(account: LiveAccount, batch: AccountBatch | undefined): Promise<void> {
    if (batch !== undefined) await this.#store(account, batch)
  }

  #store(account: LiveAccount, batch: AccountBatch): Promise<void> {
    this.#index(account)
    const writing = this.#deps.commit.write(batch, account).then(
      () => {
        if (account.isBroken) return
        this.#unindex(account)
        this.#deps.onStored(account, batch)
      },
      (error: unknown) => {
        this.#breakOff(account, error)
        throw unstored(error)
      },
    )
    account.stored = writing
    writing.catch(() => undefined)
    return writing
  }

  /** Memory does not match storage: evict the account and reload it. */
  #breakOff(account: LiveAccount, error: unknown): void {
    account.isBroken = true
    this.#leave(account)
    if (this.#accounts.get(account.id) === account) this.#missing.set(account.id, account.row)
    this.#deps.onFault(error, account.id)
  }

  async #openAccount(userId: string, kind: AccountRow['kind'], deposit: bigint): Promise<AccountRow> {
    const { id: sourceId, kind: sourceKind } = this.source
    const openedAt = this.#deps.venue.now()
    const row = { id: randomUUID(), userId, sourceId, sourceKind, kind, deposit, seq: 0, openedAt } as const
    try {
      await this.repository.insertAccount(row)
      return { ...row, closedAt: null, createdAt: new Date() }
    } catch (error) {
      const present = sqlState(error) === '23505' ? await this.repository.openAccount(userId, sourceId, kind) : undefined
      if (present === undefined) throw error
      return present
    }
  }

  #closeAccount(row: AccountRow): Promise<void> {
    return this.#lanes.run(row.id, async () => {
      await this.#unload(row.id)
      await this.repository.closeAccount(row.id, this.#deps.venue.now())
    })
  }

  async #unload(accountId: string): Promise<void> {
    const account = this.#accounts.get(accountId)
    if (account !== undefined) {
      this.#leave(account)
      await account.stored.catch(() => undefined)
      await this.#storeLastTrips(account)
      account.isBroken = true
      this.#accounts.delete(accountId)
    }
    this.#missing.delete(accountId)
  }

  /** Market changes are already detached, so no decision can happen meanwhile. */
  async #storeLastTrips(account: LiveAccount): Promise<void> {
    const batch = account.isBroken ? undefined : account.lastTrips()
    if (batch === undefined) return
    await this.#deps.commit.write(batch, account).catch((error: unknown) => {
      this.#breakOff(account, error)
      throw unstored(error)
    })
  }

  #forgetIdle(): void {
    const isIdle = (one: LiveAccount): boolean => one.isIdle() && this.#deps.isKept?.(one.id) !== true
    const idle = [...this.#accounts.values()].filter(isIdle).sort((a, b) => b.usedAt - a.usedAt)
    for (const account of idle.slice(IDLE_KEPT)) this.#accounts.delete(account.id)
  }
}

const unstored = (cause?: unknown): AppError =>
  new AppError('unavailable', {
    detail: 'This could not be saved. Send it again with the same client id: it is never executed twice.',
    retryAfterSeconds: 2,
    cause,
  })

/** Another process holds the account's slot. */
class Elsewhere extends AppError {
  constructor() {
    super('unavailable', { detail: 'This account is moving to another process. Try again in a moment.', retryAfterSeconds: 2 })
  }
}
