import { type Follows, wouldLoop } from '@aerie/copy/follow-graph'
import { microUsdc } from '@aerie/core/numbers/units'
import type { copyCycles } from '../../platform/db/schema/copies.ts'
import type { Copy } from './copy-rows.ts'
import type { Cycle } from './leader-signals.ts'

type StoredCycles = { readonly cyclesOf: (accountIds: readonly string[]) => PromiseLike<readonly (typeof copyCycles.$inferSelect)[]> }

export class CopyRegistry {
  readonly #copies = new Map<string, Copy>()
  readonly #byLeader = new Map<string, Map<string, Copy>>()
  readonly #cycles = new Map<string, Map<string, Cycle>>()
  readonly #inAccount = new Map<string, number>()
  #follows: Map<string, Set<string>> | undefined

  add(copy: Copy): void {
    this.#copies.set(copy.id, copy)
    const followers = this.#byLeader.get(copy.leaderAccountId) ?? new Map<string, Copy>()
    this.#byLeader.set(copy.leaderAccountId, followers.set(copy.id, copy))
    this.#inAccount.set(copy.accountId, (this.#inAccount.get(copy.accountId) ?? 0) + 1)
    this.#follows = undefined
  }

  remove(copy: Copy): void {
    if (!this.#copies.delete(copy.id)) return
    const left = (this.#inAccount.get(copy.accountId) ?? 0) - 1
    if (left > 0) this.#inAccount.set(copy.accountId, left)
    else this.#inAccount.delete(copy.accountId)
    const followers = this.#byLeader.get(copy.leaderAccountId)
    followers?.delete(copy.id)
    if (followers?.size === 0) this.#byLeader.delete(copy.leaderAccountId)
    this.#follows = undefined
  }

  get(id: string): Copy | undefined {
    return this.#copies.get(id)
  }

  all(): Copy[] {
    return [...this.#copies.values()]
  }

  leaders(): string[] {
    return [...this.#byLeader.keys()]
  }

  isLeader(accountId: string): boolean {
    return this.#byLeader.has(accountId)
  }

  followersOf(leaderAccountId: string): ReadonlyMap<string, Copy> {
    return this.#byLeader.get(leaderAccountId) ?? new Map<string, Copy>()
  }

  isUsed(accountId: string): boolean {
    return this.isLeader(accountId) || this.#inAccount.has(accountId)
  }

  isCircular({ userId, leaderUserId }: Copy): boolean {
    return wouldLoop(this.#graph(), userId, leaderUserId)
  }

  #graph(): Follows {
    if (this.#follows !== undefined) return this.#follows
    const follows = new Map<string, Set<string>>()
    for (const { userId, leaderUserId } of this.#copies.values())
      follows.set(userId, (follows.get(userId) ?? new Set<string>()).add(leaderUserId))
    this.#follows = follows
    return follows
  }

  cycle(accountId: string, symbol: string): Cycle | undefined {
    return this.#cycles.get(accountId)?.get(symbol)
  }

  begin(accountId: string, cycle: Cycle): void {
    const cycles = this.#cycles.get(accountId) ?? new Map<string, Cycle>()
    this.#cycles.set(accountId, cycles.set(cycle.symbol, cycle))
  }

  /** Very recent cycles may not be stored yet. */
  async loadCycles(repository: StoredCycles, accountIds: readonly string[]): Promise<void> {
    if (accountIds.length === 0) return
    for (const { accountId, symbol, fromSeq, startedAt, equity } of await repository.cyclesOf(accountIds))
      if (fromSeq > (this.cycle(accountId, symbol)?.fromSeq ?? 0))
        this.begin(accountId, { symbol, fromSeq, startedAt, equity: microUsdc(equity) })
  }
}
