import { realisedResult } from '@aerie/copy/copy-parts'
import type { CopyRegistry } from './copy-registry.ts'
import type { Copy, CopyResult } from './copy-rows.ts'
import type { CopyStore, CopyWrite, NewEntry } from './copy-store.ts'
import { storedShares, type TrackedAccounts } from './tracked-accounts.ts'

export type WrittenEntry = NewEntry & { readonly id: number }

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
