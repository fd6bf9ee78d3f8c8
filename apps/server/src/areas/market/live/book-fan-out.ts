import { type FollowedTrade, MarketSourceError, type MarketTrade, type OrderBook, type SyntheticDepth } from '@aerie/market/market-source'
import { type BookSnapshot, TRADES_SHOWN, type TradeTuple } from '@aerie/wire/market/charts'
import type { AssetDetails, SourceKind } from '@aerie/wire/market/market'
import { BEHIND_BYTES, type FanOutClient } from './fan-out.ts'
import { encodeEvent } from './frame.ts'

export type BookMarket = {
  book(symbol: string): Promise<OrderBook | undefined>
  trades(symbol: string): readonly MarketTrade[]
  synthetic(symbol: string, count: number): SyntheticDepth | undefined
  details(symbol: string): AssetDetails | undefined
  /** False in a hole of a recording and after its end. */
  hasPrices(symbol: string): boolean
  kind(): SourceKind
  now(): number
}

type Deps = {
  readonly market: BookMarket
  /** Called for failures other than the source's own error. */
  readonly onError: (error: unknown) => void
}

type Depth = {
  readonly state: BookSnapshot['state']
  readonly book: OrderBook | undefined
  readonly trades: readonly (MarketTrade | FollowedTrade)[]
  readonly isSynthetic: boolean
}
const NOTHING: Depth = { state: 'none', book: undefined, trades: [], isSynthetic: false }

type Group = {
  readonly symbol: string
  readonly members: Set<FanOutClient>
  isLooking: boolean
  text: string
  sentAtMs: number
  frame: Buffer | undefined
}

/** An unchanged book is repeated at this interval, so that clients see it is current. */
const REPEAT_MS = 1_000

/** One market request and one encoding per coin. Clients with unsent data skip a snapshot; the next one is complete. */
export class BookFanOut {
  readonly #deps: Deps
  readonly #groups = new Map<string, Group>()
  readonly #shown = new Map<FanOutClient, Set<Group>>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

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

  async flush(nowMs: number): Promise<void> {
    await Promise.all([...this.#groups.values()].map((group) => this.#look(group, nowMs)))
  }

  async #look(group: Group, nowMs: number): Promise<void> {
    // The first book of an exchange takes seconds: avoid duplicate requests.
    if (group.isLooking) return
    group.isLooking = true
    try {
      this.#send(group, await this.#snapshot(group.symbol), nowMs)
    } catch (error) {
      this.#deps.onError(error)
    } finally {
      group.isLooking = false
    }
  }

  #send(group: Group, snapshot: BookSnapshot, nowMs: number): void {
    const { as_of: _, ...rest } = snapshot
    const text = JSON.stringify(rest)
    const isRepeat = text === group.text
    if (isRepeat && (snapshot.state !== 'known' || nowMs - group.sentAtMs < REPEAT_MS)) return
    group.text = text
    group.sentAtMs = nowMs
    group.frame = encodeEvent('book', snapshot)
    for (const client of group.members) if (client.buffered() <= BEHIND_BYTES) client.write(group.frame)
  }

  async #snapshot(symbol: string): Promise<BookSnapshot> {
    const { market } = this.#deps
    const details = market.details(symbol)
    const { state, book, trades, isSynthetic } = details === undefined ? NOTHING : await this.#depth(symbol)
    return {
      symbol,
      state,
      bids: (book?.bids ?? []).map(([price, size]) => [price, size]),
      asks: (book?.asks ?? []).map(([price, size]) => [price, size]),
      trades: trades.slice(0, TRADES_SHOWN).map(tradeTupleOf),
      quote: details?.quote ?? 'USD',
      source: market.kind(),
      ...(isSynthetic && { is_synthetic: true }),
      as_of: Math.floor(book?.asOf ?? market.now()),
    }
  }

  /** The source's book, else one derived from its candles. */
  async #depth(symbol: string): Promise<Depth> {
    const { market } = this.#deps
    try {
      const book = await market.book(symbol)
      const made = book === undefined ? market.synthetic(symbol, TRADES_SHOWN) : undefined
      if (made === undefined && !market.hasPrices(symbol)) return { ...NOTHING, state: 'unavailable' as const }
      if (made !== undefined) return { state: 'known', ...made, isSynthetic: true }
      return { state: book === undefined ? 'none' : 'known', book, trades: market.trades(symbol), isSynthetic: false }
    } catch (error) {
      if (!(error instanceof MarketSourceError)) throw error
      return { state: 'unavailable', book: undefined, trades: market.trades(symbol), isSynthetic: false }
    }
  }
}

const tradeTupleOf = (trade: MarketTrade | FollowedTrade): TradeTuple => {
  const side = 'side' in trade ? trade.side : trade.aggressor
  return [Math.floor(trade.asOf), trade.price, trade.size, side ?? null]
}

const emptyGroup = (symbol: string): Group => ({
  symbol,
  members: new Set(),
  isLooking: false,
  text: '',
  sentAtMs: Number.NEGATIVE_INFINITY,
  frame: undefined,
})
