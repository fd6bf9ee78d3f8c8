import { copyTarget } from '@aerie/copy/copy-decision'
import { magnitude, type Size, size } from '@aerie/core/numbers/units'
import { isFresh } from '@aerie/trading/matching/market'
import { AppError } from '../../platform/http/app-error.ts'
import type { Copier } from './copier.ts'
import { type Copy, isFinal } from './copy-rows.ts'
import { lossesNow, marksOf } from './copy-step.ts'
import type { NewEntry } from './copy-store.ts'
import { hasUnderWay } from './leader-signals.ts'
import { COPY_MESSAGES } from './messages.ts'

const SLOW_EVERY = 5

type Closing = { readonly symbol: string; readonly position: Size; readonly kind: NewEntry['kind']; readonly name: string }

/** Handles what no leader's trade triggers: losses, leaders that left, and parts still to be closed. */
export class CopyTending {
  readonly #copier: Copier
  #looks = 0

  constructor(copier: Copier) {
    this.#copier = copier
  }

  async tend(): Promise<void> {
    this.#looks += 1
    const isSlow = this.#looks % SLOW_EVERY === 0
    if (isSlow) await this.#breakOff()
    const copies = this.#copier.registry.all()
    const lost = copies.filter((copy) => this.#hasLost(copy))
    await this.#setStates(lost.filter(canBePausedForLoss), 'paused', 'total_loss')
    await this.#writeMoved(copies.filter((copy) => (isSlow ? this.#copier.isMoved(copy) : copy.day !== copy.storedDay)))
    const urgent = copies.filter((copy) => copy.state === 'stopping' || this.#isToClose(copy))
    for (const copy of isSlow ? new Set([...urgent, ...copies]) : urgent) {
      if (this.#copier.isClosed) return
      await this.#tendOne(copy)
    }
  }

  /** In the leader's turn: results of a copy are written in order, and none after its end. */
  async #writeMoved(copies: readonly Copy[]): Promise<void> {
    for (const [leader, own] of Map.groupBy(copies, ({ leaderAccountId }) => leaderAccountId))
      await this.#copier.inTurn(leader, () =>
        this.#copier.write(
          own.filter(({ state }) => state !== 'stopped'),
          [],
        ),
      )
  }

  setState(copy: Copy, state: Copy['state'], reason: string | null): Promise<void> {
    return this.#setStates([copy], state, reason)
  }

  /** Batched: in a falling market many copies reach their limits at once. */
  async #setStates(copies: readonly Copy[], state: Copy['state'], reason: string | null): Promise<void> {
    if (copies.length === 0) return
    await this.#copier.deps.store.write({ states: copies.map(({ id }) => ({ copy: id, state, reason })) })
    for (const copy of copies) this.#setState(copy, state, reason)
  }

  keep(copy: Copy): Promise<void> {
    return this.#copier.inTurn(copy.leaderAccountId, async () => {
      if (copy.state === 'stopped') return
      await this.#copier.keepParts(copy).catch((error: unknown) => {
        // Memory may say kept while storage does not.
        this.#copier.deps.onLost(error)
        throw new AppError('unavailable', { detail: COPY_MESSAGES.interrupted, retryAfterSeconds: 2, cause: error })
      })
      this.#setState(copy, 'stopped', copy.reason)
    })
  }

  /** After a start: restores stops that were removed or not placed before a crash. */
  async mendStops(): Promise<void> {
    const at = this.#copier.deps.trading.followed.now()
    for (const copy of this.#copier.registry.all().filter(({ state }) => state !== 'stopping'))
      await this.#copier.inTurn(copy.leaderAccountId, async () => {
        const renewing = this.partsOf(copy).map((symbol) => this.#copier.renewStops(copy, { symbol, key: `start.${symbol}.${at}`, at }))
        const entries = (await Promise.all(renewing)).filter((entry) => entry !== undefined)
        if (entries.length > 0) await this.#copier.write([copy], entries)
      })
  }

  #setState(copy: Copy, state: Copy['state'], reason: string | null): void {
    // The user ended it during the write; the store keeps that.
    if (state === 'paused' && isEnding(copy)) return
    copy.state = state
    copy.reason = reason
    if (state === 'stopped') this.#copier.forget(copy)
    this.#copier.deps.onChanged(copy)
  }

  partsOf({ id, accountId }: Copy): string[] {
    const parts = this.#copier.tracked.get(accountId)?.copies.get(id)?.parts ?? new Map<string, { readonly size: Size }>()
    return [...parts].flatMap(([symbol, part]) => (part.size === 0n ? [] : [symbol]))
  }

  isEmpty(copy: Copy): boolean {
    const state = this.#copier.deps.trading.broker.inMemory(copy.accountId)?.state
    const isFolded = state === undefined || state.seq === this.#copier.tracked.get(copy.accountId)?.seq
    return isFolded && !hasUnderWay(state, copy.id) && this.partsOf(copy).length === 0
  }

  /** Skips coins with a stale book. */
  closeAll(copy: Copy, name: string): Promise<void> {
    return this.#copier.inTurn(copy.leaderAccountId, async () => {
      for (const symbol of this.partsOf(copy)) await this.#reduce(copy, { symbol, position: size(0n), kind: 'close', name })
    })
  }

  #followDown(copy: Copy): Promise<void> {
    return this.#copier.inTurn(copy.leaderAccountId, async () => {
      for (const symbol of this.partsOf(copy)) {
        const position = this.#copier.tracked.get(copy.leaderAccountId)?.own.get(symbol) ?? size(0n)
        if (isAbove(this.#copier, copy, symbol, position)) await this.#reduce(copy, { symbol, position, kind: 'position', name: 'down' })
      }
    })
  }

  /** Reduces a part to `position`, never opens. Logged only when done; retried until then. */
  async #reduce(copy: Copy, { symbol, position, kind, name }: Closing): Promise<void> {
    const { followed } = this.#copier.deps.trading
    const market = followed.markets.get(symbol)
    const now = followed.now()
    if (market?.mark === undefined || !isFresh(market, now)) return
    const key = `${name}.${Date.now().toString(36)}`
    // An old timestamp, so it is too late to open anything.
    const signal = { symbol, seq: 0, position, price: market.mark, at: 0, leverage: undefined, isFill: true }
    const given = { ...signal, receivedAt: performance.now(), leader: copy.leaderAccountId, key, kind }
    const entries = await this.#copier.follower(copy, given)
    const done = entries.filter(({ outcome }) => outcome === 'copied').map((entry) => ({ ...entry, at: now }))
    await this.#copier.write([copy], done)
  }

  /** Evaluated for every copy, because it also starts the day's accounting. */
  #hasLost(copy: Copy): boolean {
    const shares = this.#copier.tracked.get(copy.accountId)
    if (shares === undefined) return false
    const { trading } = this.#copier.deps
    const losses = lossesNow(copy, shares, marksOf(trading), trading.followed.now())
    return losses !== undefined && losses.total >= copy.limits.totalLoss
  }

  /** At the total loss limit holdings are closed, even if paused for another reason. */
  #isToClose(copy: Copy): boolean {
    const isLost = copy.reason === 'total_loss' || (isFinal(copy.reason) && this.#hasLost(copy))
    return isLost && this.partsOf(copy).length > 0
  }

  async #tendOne(copy: Copy): Promise<void> {
    if (copy.state === 'stopping' && this.isEmpty(copy)) await this.setState(copy, 'stopped', copy.reason)
    else if (copy.state === 'stopping' || this.#isToClose(copy)) await this.closeAll(copy, 'close')
    else await this.#followDown(copy)
  }

  async #breakOff(): Promise<void> {
    const { repository, registry, deps } = this.#copier
    for (const { id, reason } of await repository.broken(deps.trading.broker.source.id)) {
      const copy = registry.get(id)
      if (copy !== undefined) await this.setState(copy, reason === 'account_reset' ? 'stopped' : 'paused', reason)
    }
  }
}

const isEnding = ({ state }: Copy): boolean => state === 'stopping' || state === 'stopped'
/** A final pause keeps its reason: another one would offer to resume. */
const canBePausedForLoss = (copy: Copy): boolean => !isEnding(copy) && copy.reason !== 'total_loss' && !isFinal(copy.reason)

function isAbove(copier: Copier, copy: Copy, symbol: string, position: Size): boolean {
  const cycle = copier.registry.cycle(copy.leaderAccountId, symbol)
  const market = copier.deps.trading.followed.markets.get(symbol)
  if (market === undefined) return false
  const { part } = copier.heldBy(copy, symbol)
  const target =
    cycle === undefined ? size(0n) : copyTarget(position, { allocation: copy.allocation, equity: cycle.equity }, market.instrument.lot)
  return part * target < 0n || magnitude<bigint>(part) > magnitude<bigint>(target)
}
