import { copyOfOrder } from '@aerie/copy/follow-graph'
import { type MicroUsdc, microUsdc, priceText, type Size, sizeText, usdcText } from '@aerie/core/numbers/units'
import type { TradingEvent } from '@aerie/trading/events'
import { isEnded, type Order } from '@aerie/trading/orders/order'
import { averagePrice } from '@aerie/trading/state'
import { storedPart } from '@aerie/trading/stored/stored'
import { type AccountBatch, type ActiveTrading, eventOfRow, type LiveAccount } from '../trading/index.ts'
import { delayMs, verdictOf } from './copy-entries.ts'
import type { CopyRegistry } from './copy-registry.ts'
import type { UnfinishedEntry } from './copy-repository.ts'
import type { Copy } from './copy-rows.ts'
import type { CopyWrite, LateFill, NewEntry } from './copy-store.ts'
import type { TrackedAccounts } from './tracked-accounts.ts'

const MOST_RECEIVED = 1_000

/** `key` identifies it in the log; `isOver`: the part has no stops. */
export type StopsToRenew = { readonly symbol: string; readonly key: string; readonly at: number; readonly isOver?: boolean }

type Deps = {
  readonly registry: CopyRegistry
  readonly now: () => number
  readonly isClosed: () => boolean
  readonly run: (leader: string, work: () => Promise<void>) => void
  readonly write: (copies: readonly Copy[], logs: readonly NewEntry[], more?: CopyWrite) => Promise<void>
  readonly renewStops: (copy: Copy, stops: StopsToRenew) => Promise<NewEntry | undefined>
}

/** Completes entries whose orders traded after they were written, in the leader's turn. */
export class LateEntries {
  readonly #deps: Deps
  readonly #waiting = new Map<string, LateFill[]>()
  readonly #heardAt = new Map<string, number>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  noteReceived(signal: string, at: number): void {
    const [oldest] = this.#heardAt.keys()
    if (this.#heardAt.size >= MOST_RECEIVED && oldest !== undefined) this.#heardAt.delete(oldest)
    this.#heardAt.set(signal, at)
  }

  handle(account: LiveAccount, batch: AccountBatch): void {
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

  async #complete(fills: readonly LateFill[]): Promise<void> {
    if (fills.length > 0) await this.#deps.write(this.#copiesOf(fills), [], { late: fills })
  }

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

function lateFills({ events, orders }: AccountBatch, delayOf: (signal: string) => number | null): LateFill[] {
  return [...orders.values()].flatMap(({ order }) => {
    const copy = copyOfOrder(order.terms.clientId)
    const isLate = copy !== undefined && order.liveAt !== undefined && order.terms.type === 'market' && isEnded(order)
    return isLate ? [{ ...lateFillOf(copy, order, feeOf(events, order.terms.clientId)), delayMs: delayOf(signalOf(order)) }] : []
  })
}

async function missedFills({ broker }: ActiveTrading, entries: readonly UnfinishedEntry[]): Promise<LateFill[]> {
  const found: LateFill[] = []
  for (const { copyId, accountId, clientId, body } of entries) {
    const fills = await broker.repository.fills({ accountId, before: undefined, limit: 100, clientId })
    found.push({ ...lateFillOf(copyId, storedPart<Order>(body), feeOf(fills.map(eventOfRow), clientId)), delayMs: null })
  }
  return found
}

const feeOf = (events: readonly TradingEvent[], clientId: string): MicroUsdc =>
  microUsdc(events.reduce((sum, event) => (event.kind === 'filled' && event.clientId === clientId ? sum + event.fee : sum), 0n))

const signalOf = ({ terms }: Order): string => terms.clientId.split(':')[2] ?? ''

function lateFillOf(copy: string, order: Order, fee: MicroUsdc): Omit<LateFill, 'delayMs'> {
  const { filled, paid, reason } = order
  const refused = filled === 0n ? reason : undefined
  const verdict = verdictOf({ decision: undefined, held: filled, filled, paid, fee, refused })
  const price = averagePrice({ filled, paid })
  return {
    copy,
    signal: signalOf(order),
    symbol: order.terms.symbol,
    outcome: verdict?.outcome ?? 'copied',
    reason: verdict?.reason ?? null,
    body: { filled: sizeText(filled), price: price === undefined ? null : priceText(price), fee: usdcText(fee) },
  }
}

type PartDeps = {
  readonly registry: CopyRegistry
  readonly tracked: TrackedAccounts
  readonly isClosed: () => boolean
  readonly run: (leader: string, work: () => Promise<void>) => void
  readonly write: (copies: readonly Copy[], logs: readonly NewEntry[]) => Promise<void>
  readonly renewStops: (copy: Copy, stops: StopsToRenew) => Promise<NewEntry | undefined>
}

/** After the user closed some of a part, its stops would sell the user's own holdings. Runs in the leader's turn. */
export class TakenParts {
  readonly #deps: PartDeps

  constructor(deps: PartDeps) {
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
