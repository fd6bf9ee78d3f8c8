import { copyOfOrder } from '@aerie/copy/follow-graph'
import type { Size } from '@aerie/core/numbers/units'
import type { TradingEvent } from '@aerie/trading/events'
import type { CopyRegistry } from './copy-registry.ts'
import type { Copy } from './copy-rows.ts'
import type { NewEntry } from './copy-store.ts'
import type { StopsToRenew } from './late-entries.ts'
import type { TrackedAccounts } from './tracked-accounts.ts'

type Deps = {
  readonly registry: CopyRegistry
  readonly tracked: TrackedAccounts
  readonly isClosed: () => boolean
  readonly run: (leader: string, work: () => Promise<void>) => void
  readonly write: (copies: readonly Copy[], logs: readonly NewEntry[]) => Promise<void>
  readonly renewStops: (copy: Copy, stops: StopsToRenew) => Promise<NewEntry | undefined>
}

/** After the user closed some of a part, its stops would sell the user's own holdings. Runs in the leader's turn. */
export class TakenParts {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  handle(account: string, event: TradingEvent, ownBefore: Size): void {
    const { registry, tracked, run } = this.#deps
    const shares = tracked.get(account)
    if (shares === undefined || event.kind !== 'filled') return
    const { symbol, seq, t: at } = event
    const sender = copyOfOrder(event.clientId)
    // An active copy trades its own part only.
    if (sender !== undefined && shares.kept?.has(sender) !== true) return
    const signed = event.side === 'buy' ? event.size : -event.size
    if (ownBefore + signed === (shares.own.get(symbol) ?? 0n)) return
    for (const [id, { parts }] of shares.copies) {
      const copy = parts.has(symbol) ? registry.get(id) : undefined
      if (copy !== undefined) run(copy.leaderAccountId, () => this.#renew(copy, { symbol, key: `own.${seq}`, at }))
    }
  }

  async #renew(copy: Copy, stops: StopsToRenew): Promise<void> {
    const { isClosed, write, renewStops } = this.#deps
    // The stops of an ending copy are canceled with it.
    if (isClosed() || copy.state === 'stopping' || copy.state === 'stopped') return
    const entry = await renewStops(copy, stops)
    if (entry !== undefined) await write([copy], [entry])
  }
}
