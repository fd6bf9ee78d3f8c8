import { MarketSourceError, type MarketTrade, type OrderBook } from '@aerie/market/market-source'
import { type BookSnapshot, TRADES_SHOWN } from '@aerie/wire/charts'
import type { AssetDetails, SourceKind } from '@aerie/wire/market'
import { BEHIND_BYTES, type FanOutClient } from './fan-out.ts'
import { encodeEvent } from './frame.ts'

/** What the fan-out of books reads of the market. */
export type BookMarket = {
  book(symbol: string): Promise<OrderBook | undefined>
  trades(symbol: string): readonly MarketTrade[]
  details(symbol: string): AssetDetails | undefined
  kind(): SourceKind
  now(): number
}

type Deps = {
  readonly market: BookMarket
  /** Told of a book that could not be had, other than by the source's own word. */
  readonly onError: (error: unknown) => void
}

type Group = {
  readonly symbol: string
  readonly members: Set<FanOutClient>
  isLooking: boolean
  /** What was last sent, without its time; and when, and as what. */
  words: string
  sentAtMs: number
  frame: Buffer | undefined
}

/** A book that stands still is sent again now and then, so that its age is seen to be small. */
const REPEAT_MS = 1_000

/**
 * Who is shown which book. Everyone who looks at a coin is one group: the market is asked once and the answer encoded
 * once, however many they are. A client that has not taken the last snapshot is left out of this one; the next is whole.
 */
export class BookFan {
  readonly #deps: Deps
  readonly #groups = new Map<string, Group>()
  readonly #shown = new Map<FanOutClient, Set<Group>>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Shows the books of `symbols` to a client, at once and from now on, in place of what it showed. Asking for the same again shows them again. */
  show(client: FanOutClient, symbols: readonly string[]): void {
    const before = this.#shown.get(client) ?? new Set()
    for (const group of before) if (!symbols.includes(group.symbol)) this.#part(client, group)
    const groups = symbols.map((symbol) => this.#groups.get(symbol) ?? emptyGroup(symbol))
    const added = groups.filter((group) => !before.has(group))
    this.#shown.set(client, new Set(groups))
    for (const group of groups) {
      this.#groups.set(group.symbol, group)
      group.members.add(client)
    }
    for (const group of added.length === 0 ? groups : added) {
      if (group.frame !== undefined) client.write(group.frame)
      else void this.#look(group, performance.now())
    }
    if (groups.length === 0) this.#shown.delete(client)
  }

  leave(client: FanOutClient): void {
    for (const group of this.#shown.get(client) ?? []) this.#part(client, group)
    this.#shown.delete(client)
  }

  #part(client: FanOutClient, group: Group): void {
    group.members.delete(client)
    if (group.members.size === 0) this.#groups.delete(group.symbol)
  }

  /** Sends what has changed of every book on show. */
  async flush(nowMs: number): Promise<void> {
    await Promise.all([...this.#groups.values()].map((group) => this.#look(group, nowMs)))
  }

  async #look(group: Group, nowMs: number): Promise<void> {
    // The first book of an exchange takes seconds: it is asked for once.
    if (group.isLooking) return
    group.isLooking = true
    try {
      this.#tell(group, await this.#snapshot(group.symbol), nowMs)
    } catch (error) {
      this.#deps.onError(error)
    } finally {
      group.isLooking = false
    }
  }

  #tell(group: Group, snapshot: BookSnapshot, nowMs: number): void {
    const { as_of: _, ...rest } = snapshot
    const words = JSON.stringify(rest)
    const isRepeat = words === group.words
    if (isRepeat && (snapshot.state !== 'known' || nowMs - group.sentAtMs < REPEAT_MS)) return
    group.words = words
    group.sentAtMs = nowMs
    group.frame = encodeEvent('book', snapshot)
    for (const client of group.members) if (client.buffered() <= BEHIND_BYTES) client.write(group.frame)
  }

  async #snapshot(symbol: string): Promise<BookSnapshot> {
    const { market } = this.#deps
    const details = market.details(symbol)
    const found = details === undefined ? ('none' as const) : await this.#book(symbol)
    const book = typeof found === 'string' ? undefined : found
    const trades = details === undefined ? [] : market.trades(symbol).slice(0, TRADES_SHOWN)
    return {
      symbol,
      state: typeof found === 'string' ? found : 'known',
      bids: (book?.bids ?? []).map(([price, size]) => [price, size]),
      asks: (book?.asks ?? []).map(([price, size]) => [price, size]),
      trades: trades.map(({ asOf, price, size, side }) => [Math.floor(asOf), price, size, side]),
      quote: details?.quote ?? 'USD',
      source: market.kind(),
      as_of: Math.floor(book?.asOf ?? market.now()),
    }
  }

  async #book(symbol: string): Promise<OrderBook | 'none' | 'unavailable'> {
    try {
      return (await this.#deps.market.book(symbol)) ?? 'none'
    } catch (error) {
      if (!(error instanceof MarketSourceError)) throw error
      return 'unavailable'
    }
  }
}

const emptyGroup = (symbol: string): Group => ({
  symbol,
  members: new Set(),
  isLooking: false,
  words: '',
  sentAtMs: Number.NEGATIVE_INFINITY,
  frame: undefined,
})
