import type { AssetsPage, MarketStatus, RowStats, Tick } from '@aerie/wire/market/market'
import { type PageQuery, pageKey } from '../asset-list.ts'
import { encodeEvent } from './frame.ts'

export type FanOutClient = {
  buffered(): number
  write(frame: Buffer): void
}

export type FanOutMarket = {
  listPage(query: PageQuery): AssetsPage
  ticksOf(symbols: Iterable<string>): Tick[]
  statsOf(symbol: string): RowStats | undefined
  listedSymbols(): readonly string[]
  status(): MarketStatus
  hasCoins(): boolean
}

type Member = { readonly client: FanOutClient; page: PageGroup | undefined; watch: WatchGroup | undefined; isBehind: boolean }
type Group = { readonly members: Set<Member>; readonly symbols: readonly string[]; readonly stats: Map<string, string> }
type PageGroup = {
  readonly key: string
  readonly query: PageQuery
  readonly members: Set<Member>
  symbols: string[]
  /** Number of sparkline points per row: only the page itself carries sparklines. */
  lines: number[]
  total: number
  stats: Map<string, string>
}
type WatchGroup = { readonly key: string; readonly symbols: readonly string[]; readonly members: Set<Member> }

/** Clients with more unsent bytes are skipped until they catch up, then receive the latest state once. */
export const BEHIND_BYTES = 16 * 1024
const SPARE_NOTICE_MS = 15_000

/** Groups clients by page and by watched symbols: each group's message is encoded only once. */
export class FanOut {
  readonly #market: FanOutMarket
  readonly #members = new Map<FanOutClient, Member>()
  readonly #behind = new Set<Member>()
  readonly #pages = new Map<string, PageGroup>()
  readonly #watches = new Map<string, WatchGroup>()
  readonly #board: { readonly members: Set<Member>; symbols: readonly string[]; readonly stats: Map<string, string> } = {
    members: new Set(),
    symbols: [],
    stats: new Map(),
  }
  readonly #pageFrames = new WeakMap<AssetsPage, Buffer>()
  #changed = new Set<string>()
  #changedWatched = new Set<string>()
  #sentStatus = ''
  #sentStatusAt = Number.NEGATIVE_INFINITY

  constructor(market: FanOutMarket) {
    this.#market = market
  }

  size(): number {
    return this.#members.size
  }

  join(client: FanOutClient): void {
    this.#members.set(client, { client, page: undefined, watch: undefined, isBehind: false })
    client.write(encodeEvent('status', this.#market.status()))
  }

  leave(client: FanOutClient): void {
    const member = this.#members.get(client)
    if (member === undefined) return
    this.#leavePage(member)
    this.#leaveWatch(member)
    this.#board.members.delete(member)
    this.#members.delete(client)
    this.#behind.delete(member)
  }

  showPage(client: FanOutClient, query: PageQuery): void {
    const member = this.#members.get(client)
    if (member === undefined) return
    this.#leavePage(member)
    const key = pageKey(query)
    const group: PageGroup = this.#pages.get(key) ?? { key, query, members: new Set(), ...nothingNoted() }
    this.#pages.set(key, group)
    group.members.add(member)
    member.page = group
    this.#writePage(client, group)
  }

  watch(client: FanOutClient, symbols: readonly string[]): void {
    const member = this.#members.get(client)
    if (member === undefined) return
    this.#leaveWatch(member)
    const wanted = [...new Set(symbols)].sort()
    if (wanted.length === 0) return
    const key = wanted.join()
    const group = this.#watches.get(key) ?? { key, symbols: wanted, members: new Set() }
    this.#watches.set(key, group)
    group.members.add(member)
    member.watch = group
    const ticks = this.#market.ticksOf(wanted)
    if (ticks.length > 0) client.write(encodeEvent('ticks', ticks))
  }

  /** Subscribes to or unsubscribes from all coins. Sends the latest state immediately; the rows themselves come over HTTP. */
  showBoard(client: FanOutClient, show: boolean): void {
    const member = this.#members.get(client)
    if (member === undefined) return
    if (!show) {
      this.#board.members.delete(member)
      return
    }
    this.#board.members.add(member)
    this.#writeBoard(client)
  }

  /** @returns whether anyone watches anything */
  noteChanged(symbols: readonly string[]): boolean {
    for (const symbol of symbols) this.#changed.add(symbol)
    for (const symbol of symbols) this.#changedWatched.add(symbol)
    return this.#watches.size > 0
  }

  refresh(): void {
    for (const group of this.#pages.values()) Object.assign(group, nothingNoted())
    this.#board.stats.clear()
    for (const member of this.#members.values()) {
      member.isBehind = true
      this.#behind.add(member)
    }
  }

  flushWatched(): void {
    const now = this.#changedWatched
    this.#changedWatched = new Set()
    for (const group of this.#watches.values()) this.#sendTicks(group, now)
  }

  flushPages(): void {
    const now = this.#changed
    this.#changed = new Set()
    this.#catchUp()
    for (const group of this.#pages.values()) this.#sendTicks(group, now)
    if (this.#board.members.size === 0) return
    this.#board.symbols = this.#market.listedSymbols()
    this.#sendTicks(this.#board, now)
  }

  flushMembership(): void {
    if (!this.#market.hasCoins()) return
    for (const group of this.#pages.values()) {
      const page = this.#market.listPage(group.query)
      if (isAsNoted(group, page)) continue
      note(group, page)
      this.#send(group, this.#framed(page))
    }
  }

  flushStats(): void {
    for (const group of this.#pages.values()) this.#sendStats(group)
    if (this.#board.members.size > 0) this.#sendStats(this.#board)
  }

  flushStatus(nowMs: number): void {
    const status = this.#market.status()
    const text = JSON.stringify([status.source, status.badge, status.detail, status.speed, status.replay, status.without_prices])
    if (text === this.#sentStatus && nowMs - this.#sentStatusAt < SPARE_NOTICE_MS) return
    this.#sentStatus = text
    this.#sentStatusAt = nowMs
    const frame = encodeEvent('status', status)
    for (const member of this.#members.values()) if (!this.#isLeftOut(member)) member.client.write(frame)
  }

  #framed(page: AssetsPage): Buffer {
    const ready = this.#pageFrames.get(page)
    if (ready !== undefined) return ready
    const frame = encodeEvent('assets', page)
    this.#pageFrames.set(page, frame)
    return frame
  }

  #sendTicks(group: Pick<Group, 'members' | 'symbols'>, changed: ReadonlySet<string>): void {
    const symbols = group.symbols.filter((symbol) => changed.has(symbol))
    if (symbols.length > 0) this.#send(group, encodeEvent('ticks', this.#market.ticksOf(symbols)))
  }

  #sendStats(group: Group): void {
    const rows = group.symbols.flatMap((symbol) => movedStats(group, this.#market.statsOf(symbol)))
    if (rows.length > 0) this.#send(group, this.#framedStats(rows))
  }

  #framedStats(rows: readonly RowStats[]): Buffer {
    return encodeEvent('stats', { as_of: this.#market.status().market_time, rows: [...rows] })
  }

  /** Sends the current page. Recorded as sent only if the client is alone on it; otherwise `flushMembership` resends it to all. */
  #writePage(client: FanOutClient, group: PageGroup): void {
    if (!this.#market.hasCoins()) return
    const page = this.#market.listPage(group.query)
    if (group.members.size === 1) note(group, page)
    client.write(this.#framed(page))
  }

  #writeBoard(client: FanOutClient): void {
    if (!this.#market.hasCoins()) return
    const symbols = this.#market.listedSymbols()
    client.write(encodeEvent('ticks', this.#market.ticksOf(symbols)))
    client.write(this.#framedStats(symbols.map((symbol) => this.#market.statsOf(symbol)).filter((stats) => stats !== undefined)))
  }

  #send(group: Pick<Group, 'members'>, frame: Buffer): void {
    for (const member of group.members) if (!this.#isLeftOut(member)) member.client.write(frame)
  }

  #isLeftOut(member: Member): boolean {
    if (!member.isBehind && member.client.buffered() > BEHIND_BYTES) {
      member.isBehind = true
      this.#behind.add(member)
    }
    return member.isBehind
  }

  #catchUp(): void {
    for (const member of this.#behind) {
      if (member.client.buffered() > BEHIND_BYTES) continue
      this.#behind.delete(member)
      member.isBehind = false
      if (member.page !== undefined) this.#writePage(member.client, member.page)
      if (member.watch !== undefined) member.client.write(encodeEvent('ticks', this.#market.ticksOf(member.watch.symbols)))
      if (this.#board.members.has(member)) this.#writeBoard(member.client)
      member.client.write(encodeEvent('status', this.#market.status()))
    }
  }

  #leavePage(member: Member): void {
    const group = member.page
    member.page = undefined
    if (group?.members.delete(member) && group.members.size === 0) this.#pages.delete(group.key)
  }

  #leaveWatch(member: Member): void {
    const group = member.watch
    member.watch = undefined
    if (group?.members.delete(member) && group.members.size === 0) this.#watches.delete(group.key)
  }
}

type Noted = Pick<PageGroup, 'symbols' | 'lines' | 'total' | 'stats'>
const nothingNoted = (): Noted => ({ symbols: [], lines: [], total: -1, stats: new Map() })

function note(group: PageGroup, page: AssetsPage): void {
  group.symbols = page.data.map((row) => row.symbol)
  group.lines = page.data.map((row) => row.sparkline.length)
  group.total = page.total
}

const isAsNoted = (group: PageGroup, page: AssetsPage): boolean =>
  page.total === group.total &&
  page.data.every((row, index) => row.symbol === group.symbols[index] && row.sparkline.length === group.lines[index])

function movedStats(group: Pick<Group, 'stats'>, stats: RowStats | undefined): RowStats[] {
  if (stats === undefined) return []
  const text = JSON.stringify(stats)
  if (group.stats.get(stats[0]) === text) return []
  group.stats.set(stats[0], text)
  return [stats]
}
