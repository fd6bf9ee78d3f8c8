import type { AccountBatch } from '../trading/accounts/account-batch.ts'
import type { LiveAccount } from '../trading/accounts/live-account.ts'
import type { ActiveTrading } from '../trading/trading-service.ts'
import { delayMs } from './copy-entries.ts'
import type { CopyRegistry } from './copy-registry.ts'
import type { UnfinishedEntry } from './copy-repository.ts'
import type { Copy } from './copy-rows.ts'
import type { CopyWrite, LateFill, NewEntry } from './copy-store.ts'
import { lateFills, missedFills } from './late-fills.ts'

/** Signals of which it is known when they were heard: late fills come within seconds. */
const MOST_HEARD = 1_000

/** A part whose stops are to be the leader's; `key` names it in the log, where it is over it has none. */
export type StopsToRenew = { readonly symbol: string; readonly key: string; readonly at: number; readonly isOver?: boolean }

/** What is needed of the copier. */
type Deps = {
  readonly registry: CopyRegistry
  readonly now: () => number
  readonly isClosed: () => boolean
  readonly run: (leader: string, work: () => Promise<void>) => void
  readonly write: (copies: readonly Copy[], logs: readonly NewEntry[], more?: CopyWrite) => Promise<void>
  readonly renewStops: (copy: Copy, stops: StopsToRenew) => Promise<NewEntry | undefined>
}

/** Completes entries whose orders met the market after they were written, each in the turn of its leader, after the entry itself. */
export class LateEntries {
  readonly #deps: Deps
  /** By whose turn they wait for. */
  readonly #waiting = new Map<string, LateFill[]>()
  /** When the newest signals were heard, by name. */
  readonly #heardAt = new Map<string, number>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** A leader's trade was heard, from which delays are counted. */
  heard(signal: string, at: number): void {
    const [oldest] = this.#heardAt.keys()
    if (this.#heardAt.size >= MOST_HEARD && oldest !== undefined) this.#heardAt.delete(oldest)
    this.#heardAt.set(signal, at)
  }

  /** Events of an account were just stored. */
  hear(account: LiveAccount, batch: AccountBatch): void {
    for (const fill of lateFills(batch, (signal) => this.#delayOf(signal))) {
      const turn = this.#deps.registry.get(fill.copy)?.leaderAccountId ?? account.id
      const waiting = this.#waiting.get(turn)
      if (waiting !== undefined) waiting.push(fill)
      else {
        this.#waiting.set(turn, [fill])
        this.#deps.run(turn, () => this.#completeOf(turn))
      }
    }
  }

  /** Writes what the orders have traded, with what the copies hold by it. */
  async #complete(fills: readonly LateFill[]): Promise<void> {
    if (fills.length > 0) await this.#deps.write(this.#copiesOf(fills), [], { late: fills })
  }

  /** The same for orders that ended while nobody copied. */
  async completeMissed(trading: ActiveTrading, entries: readonly UnfinishedEntry[]): Promise<void> {
    await this.#complete(await missedFills(trading, entries))
  }

  #delayOf(signal: string): number | null {
    const at = this.#heardAt.get(signal)
    return at === undefined ? null : delayMs(at)
  }

  #copiesOf(fills: readonly LateFill[]): Copy[] {
    return [...new Set(fills.flatMap(({ copy }) => this.#deps.registry.get(copy) ?? []))]
  }

  async #completeOf(turn: string): Promise<void> {
    const fills = this.#waiting.get(turn) ?? []
    this.#waiting.delete(turn)
    if (this.#deps.isClosed()) return
    await this.#complete(fills)
    await this.#renewAfter(fills)
  }

  /** A part that was filled late has its stops from then on. */
  async #renewAfter(fills: readonly LateFill[]): Promise<void> {
    const at = this.#deps.now()
    const renewing = fills.map(async ({ copy: id, signal, symbol }) => {
      const copy = this.#deps.registry.get(id)
      return copy && this.#deps.renewStops(copy, { symbol, key: `${signal}.late`, at })
    })
    const entries: NewEntry[] = (await Promise.all(renewing)).filter((one) => one !== undefined)
    if (entries.length > 0) await this.#deps.write(this.#copiesOf(fills), entries)
  }
}
