import { forgetChanged, noteTake, type SharedTakes, takenByOthers } from '@aerie/copy/fill-draw'
import { copyOfOrder, leaderOfOrder } from '@aerie/copy/follow-graph'
import { type Price, type Size, size } from '@aerie/core/numbers/units'
import { displayedBy, type Market, oppositeLevels } from '@aerie/trading/matching/market'
import type { SharedBook } from '@aerie/trading/matching/working'
import type { Side } from '@aerie/trading/orders/order'
import { storedEvent } from '@aerie/trading/stored/stored'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import type { CopyRegistry } from './copy-registry.ts'

/** How long (market clock) takes count against the first book of another process. */
export const COUNTED_MS = 60_000

type StoredTake = {
  readonly leader: string
  readonly symbol: string
  readonly side: Side
  readonly at: number
  readonly levels: readonly (readonly [price: Price, size: Size])[]
}

const MOST_FILLS = 100

type Going = { readonly id: string; readonly account_id: string; readonly leader_account_id: string }
type Fill = { readonly account: string; readonly seq: string; readonly at: string; readonly payload: unknown }

/** Includes takes of copies that just stopped. */
export async function recentTakes(db: Db, { sourceId, since }: { sourceId: string; since: number }): Promise<StoredTake[]> {
  const { rows: going } = await db.execute<Going>(sql`
    select id, account_id, leader_account_id from copies
    where source_id = ${sourceId} and (state <> 'stopped' or updated_at > now() - interval '10 minutes')`)
  const leaderOf = new Map(going.map(({ id, leader_account_id: leader }) => [id, leader]))
  const leaders = new Set(leaderOf.values())
  const accounts = [...new Set([...leaders, ...going.map(({ account_id: account }) => account)])]
  const { rows } = await db.execute<Fill>(sql`
    select a.id as account, e.seq, e.at, e.payload
    from unnest(${sql.param(accounts)}::uuid[]) a(id), lateral (
      select seq, at, payload from trading_events where account_id = a.id and kind = 'filled' order by seq desc limit ${MOST_FILLS}
    ) e where e.at >= ${Math.floor(since)} order by e.at, a.id, e.seq`)
  return rows.flatMap(({ account, seq, at, payload }): StoredTake[] => {
    const event = storedEvent(Number(seq), 'filled', Number(at), payload)
    // Maker fills take nothing from the displayed size.
    if (event.kind !== 'filled' || event.liquidity !== 'taker') return []
    const copy = copyOfOrder(event.clientId)
    const leader = copy === undefined ? account : leaderOf.get(copy)
    if (leader === undefined || !leaders.has(leader)) return []
    return [{ leader, symbol: event.symbol, side: event.side, at: event.t, levels: event.evidence.levels }]
  })
}

type Deps = {
  readonly registry: () => CopyRegistry | undefined
  readonly market: (symbol: string) => Market | undefined
}
type Book = {
  readonly takes: Readonly<Record<Side, SharedTakes>>
  seq: number /* Takes from before this process, until a book arrives. */
  before: readonly StoredTake[]
}

const NOBODY = ''

const MOST_BOOKS = 1_000

/** Followers of a leader share a level's displayed size. Sizes taken before this process count against the first book seen. */
export class SharedBooks {
  readonly #deps: Deps
  readonly #books = new Map<string, Book>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  begin(takes: readonly StoredTake[]): void {
    this.#books.clear()
    for (const [name, before] of Map.groupBy(takes, ({ leader, symbol }) => `${nameOf(leader)} ${symbol}`)) this.#open(name).before = before
  }

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
    const book = this.#books.get(name)
    if (book !== undefined) this.#meet(book, symbol)
    return {
      takenByOthers: (side, at, displayed) => (book === undefined ? size(0n) : takenByOthers(book.takes[side], { account, at, displayed })),
      take: (...taken) => this.#note(account, name, symbol, taken),
    }
  }

  #note(account: string, name: string, symbol: string, [side, at, amount, displayed]: Parameters<SharedBook['take']>): void {
    const market = this.#deps.market(symbol)
    const book = this.#books.get(name) ?? this.#open(name)
    this.#meet(book, symbol)
    if (market !== undefined && market.bookSeq !== book.seq) {
      for (const each of ['buy', 'sell'] as const) forgetChanged(book.takes[each], displayedOf(market, each))
      book.seq = market.bookSeq
    }
    noteTake(book.takes[side], { account, at, amount, displayed })
  }

  /** Earlier takes count for everybody while the book still displays the level: an account's own takes are not known. */
  #meet(book: Book, symbol: string): void {
    const market = this.#deps.market(symbol)
    if (book.before.length === 0 || market?.receivedAt === undefined) return
    for (const { at: takenAt, side, levels } of book.before) {
      if (market.receivedAt - takenAt > COUNTED_MS) continue
      const displayed = displayedOf(market, side)
      for (const [at, amount] of levels)
        if (displayed(at) > 0n) noteTake(book.takes[side], { account: NOBODY, at, amount, displayed: displayed(at) })
    }
    book.before = []
    book.seq = market.bookSeq
  }

  #open(name: string): Book {
    const book: Book = { takes: { buy: new Map(), sell: new Map() }, seq: 0, before: [] }
    const [oldest] = this.#books.keys()
    if (this.#books.size >= MOST_BOOKS && oldest !== undefined) this.#books.delete(oldest)
    this.#books.set(name, book)
    return book
  }
}

/** As in follower orders' client ids. */
const nameOf = (leader: string): string => leader.slice(0, 8)

const displayedOf =
  (market: Market, side: Side) =>
  (at: Price): Size =>
    displayedBy(oppositeLevels(market, side)).get(at) ?? size(0n)
