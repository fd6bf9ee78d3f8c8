import { forgetChanged, noteTake, type SharedTakes, takenByOthers } from '@aerie/copy/fill-draw'
import { copyOfOrder, leaderOfOrder } from '@aerie/copy/follow-graph'
import { type Price, type Size, size } from '@aerie/core/numbers/units'
import type { Market } from '@aerie/trading/matching/market'
import type { SharedBook } from '@aerie/trading/matching/working'
import type { CopyRegistry } from './copy-registry.ts'

type Deps = {
  /** Absent while this process does not copy. */
  readonly registry: () => CopyRegistry | undefined
  readonly market: (symbol: string) => Market | undefined
}
type Book = { readonly takes: SharedTakes; seq: number }

/** Of more leaders and coins than this the oldest is forgotten. */
const MOST_BOOKS = 1_000

/**
 * What leaders and their followers have taken from the books, for as long as this process runs: each leader's followers share what a level
 * displays, whenever and by whichever order they take it. A leader is before them, and does not wait for them.
 */
export class SharedBooks {
  readonly #deps: Deps
  readonly #books = new Map<string, Book>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** The book that an order shares; undefined for one that neither leads nor follows. */
  of(account: string, symbol: string, clientId: string): SharedBook | undefined {
    const copy = copyOfOrder(clientId)
    const registry = this.#deps.registry()
    if (copy === undefined) return registry?.isLeader(account) === true ? this.#led(account, symbol) : undefined
    const leader = registry?.get(copy)?.leaderAccountId ?? leaderOfOrder(clientId)
    return leader === undefined ? undefined : this.#followed(account, leader, symbol)
  }

  #led(account: string, symbol: string): SharedBook {
    return { takenByOthers: () => size(0n), take: (...taken) => this.#note(account, `${nameOf(account)} ${symbol}`, symbol, taken) }
  }

  #followed(account: string, leader: string, symbol: string): SharedBook {
    const name = `${nameOf(leader)} ${symbol}`
    const takes = this.#books.get(name)?.takes
    return {
      takenByOthers: (at, displayed) => (takes === undefined ? size(0n) : takenByOthers(takes, { account, at, displayed })),
      take: (...taken) => this.#note(account, name, symbol, taken),
    }
  }

  #note(account: string, name: string, symbol: string, [at, amount, displayed]: readonly [Price, Size, Size]): void {
    const market = this.#deps.market(symbol)
    const book = this.#books.get(name) ?? this.#open(name)
    if (market !== undefined && market.bookSeq !== book.seq) {
      forgetChanged(book.takes, displayedOf(market))
      book.seq = market.bookSeq
    }
    noteTake(book.takes, { account, at, amount, displayed })
  }

  #open(name: string): Book {
    const book = { takes: new Map(), seq: 0 }
    const [oldest] = this.#books.keys()
    if (this.#books.size >= MOST_BOOKS && oldest !== undefined) this.#books.delete(oldest)
    this.#books.set(name, book)
    return book
  }
}

/** As the orders of followers name their leader. */
const nameOf = (leader: string): string => leader.slice(0, 8)

/** What a market displays at a price; 0 where nothing. */
function displayedOf({ bids, asks }: Market): (at: Price) => Size {
  const levels = new Map([...bids, ...asks])
  return (at) => levels.get(at) ?? size(0n)
}
