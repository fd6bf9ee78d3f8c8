import { emptyHolding, realisedResult } from '@aerie/copy/copy-parts'
import type { CopyRegistry } from './copy-registry.ts'
import type { Copy } from './copy-rows.ts'
import type { CopyStore, CopyWrite, NewEntry } from './copy-store.ts'
import { storedShares, type TrackedAccounts } from './tracked-accounts.ts'

/** An entry with the number that the database gave it. */
export type WrittenEntry = NewEntry & { readonly id: number }

type Deps = {
  readonly store: CopyStore
  readonly registry: CopyRegistry
  readonly tracked: TrackedAccounts
  readonly onEntry: (copy: Copy, entry: WrittenEntry) => void
}

/** Writes what came of copying, with what the copies then hold and have brought, and tells of the entries. */
export class CopyWriter {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** @throws FencedError where another process copies now */
  async write(copies: readonly Copy[], logs: readonly NewEntry[], more: CopyWrite = {}): Promise<void> {
    const { store, registry, tracked, onEntry } = this.#deps
    const changed = tracked.takeChanged(new Set(copies.flatMap(({ accountId, leaderAccountId }) => [accountId, leaderAccountId])))
    const shares = [...changed].map(([account, one]) => ({ account, seq: one.seq, body: storedShares(one) }))
    const moved = copies.filter((copy) => changed.has(copy.accountId) || copy.day !== copy.storedDay)
    const results = this.resultsOf(moved)
    for (const copy of moved) copy.storedDay = copy.day
    const written = await store.write({ logs, shares, results, ...more })
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

  /** What copies have brought, as it is stored. */
  resultsOf(copies: readonly Copy[]): NonNullable<CopyWrite['results']> {
    return copies.flatMap(({ id, accountId, day, dayResult }) => {
      const shares = this.#deps.tracked.get(accountId)
      if (shares === undefined) return []
      const holding = shares.copies.get(id) ?? emptyHolding()
      const result = { realised: String(realisedResult(holding)), fees: String(holding.fees), fills: holding.fills }
      return [{ copy: id, ...result, day, dayResult: dayResult === null ? null : String(dayResult) }]
    })
  }
}
