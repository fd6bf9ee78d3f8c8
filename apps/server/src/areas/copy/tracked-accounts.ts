import { type CopyEvent, type CopyShares, emptyShares, foldCopyEvent } from '@aerie/copy/copy-parts'
import { copyOfOrder } from '@aerie/copy/follow-graph'
import { type Size, size } from '@aerie/core/numbers/units'
import type { TradingEvent } from '@aerie/trading/events'
import { type AccountState, activeOrders } from '@aerie/trading/state'
import { storedForm, storedPart } from '@aerie/trading/stored/stored'
import { inArray } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { copyShares } from '../../platform/db/schema/copies.ts'
import { type ActiveTrading, eventOfRow } from '../trading/index.ts'

export type OnEvent = (event: TradingEvent, ownBefore: Size) => void

type Events = Pick<ActiveTrading['broker']['repository'], 'eventsAfter'>

const PAGE = 5_000
/** Unchanged shares may lag this many events behind in storage; those are read again after a crash. */
const MOST_READ_AGAIN = 500

/** All of it is the user's own; late fills of ended copies become so too. */
export function sharesAt(state: AccountState): CopyShares {
  const shares = emptyShares()
  shares.seq = state.seq
  for (const [symbol, position] of state.positions) shares.own.set(symbol, position.size)
  const orders = [...state.active.keys()].flatMap((symbol) => activeOrders(state, symbol))
  const ended = new Set(orders.flatMap(({ terms }) => copyOfOrder(terms.clientId) ?? []))
  if (ended.size > 0) shares.kept = ended
  return shares
}

function shareEventOf(event: TradingEvent): CopyEvent | undefined {
  if (event.kind === 'funded') return { kind: 'funded', symbol: event.symbol, amount: event.amount }
  if (event.kind !== 'filled') return undefined
  const { symbol, notional: worth, fee, clientId } = event
  const signed = size(event.side === 'buy' ? event.size : -event.size)
  return { kind: 'filled', symbol, size: signed, worth, fee, copy: copyOfOrder(clientId) }
}

export const storedShares = (shares: CopyShares): unknown => storedForm(shares)

/** Ownership of positions, maintained from stored events, each once and in order; gaps are read from storage. */
export class TrackedAccounts {
  readonly #shares = new Map<string, CopyShares>()
  readonly #stored = new Map<string, { readonly seq: number; isChanged: boolean }>()

  get(accountId: string): CopyShares | undefined {
    return this.#shares.get(accountId)
  }

  forget(accountId: string): void {
    this.#shares.delete(accountId)
    this.#stored.delete(accountId)
  }

  change(accountId: string): void {
    this.#stored.set(accountId, { seq: this.#stored.get(accountId)?.seq ?? 0, isChanged: true })
  }

  takeChanged(accountIds: Iterable<string>): Map<string, CopyShares> {
    const taken = new Map<string, CopyShares>()
    for (const id of accountIds) {
      const [shares, stored] = [this.#shares.get(id), this.#stored.get(id)]
      if (shares === undefined || (stored?.isChanged !== true && shares.seq - (stored?.seq ?? 0) < MOST_READ_AGAIN)) continue
      this.#stored.set(id, { seq: shares.seq, isChanged: false })
      taken.set(id, shares)
    }
    return taken
  }

  async load(db: Db, accountIds: readonly string[]): Promise<void> {
    const wanted = accountIds.filter((id) => !this.#shares.has(id))
    if (wanted.length === 0) return
    for (const { accountId, body } of await db.select().from(copyShares).where(inArray(copyShares.accountId, wanted))) {
      const shares = storedPart<CopyShares>(body)
      this.#shares.set(accountId, shares)
      this.#stored.set(accountId, { seq: shares.seq, isChanged: false })
    }
  }

  handle(accountId: string, events: readonly TradingEvent[], onEvent?: OnEvent): boolean {
    const shares = this.#shares.get(accountId)
    if (shares === undefined) return true
    for (const event of events) {
      if (event.seq <= shares.seq) continue
      if (event.seq > shares.seq + 1) return false
      if (take(shares, event, onEvent)) this.change(accountId)
    }
    return true
  }

  async catchUp(repository: Events, accountId: string, onEvent?: OnEvent): Promise<void> {
    for (;;) {
      const shares = this.#shares.get(accountId)
      if (shares === undefined) return
      const page = await repository.eventsAfter(accountId, shares.seq, PAGE)
      this.handle(accountId, page.map(eventOfRow), onEvent)
      if (page.length < PAGE) return
    }
  }
}

function take(shares: CopyShares, event: TradingEvent, onEvent: OnEvent | undefined): boolean {
  const symbol = 'symbol' in event ? (event.symbol ?? '') : ''
  const before = shares.own.get(symbol) ?? size(0n)
  const change = shareEventOf(event)
  if (change !== undefined) foldCopyEvent(shares, change, event.t)
  shares.seq = event.seq
  onEvent?.(event, before)
  return change !== undefined
}
