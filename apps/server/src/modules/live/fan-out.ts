import type { AssetsPage, MarketStatus, RowStats, Tick } from '@aerie/wire/market'
import { type PageQuery, pageKey } from '../market/asset-list.ts'
import { encodeEvent, eventFrame } from './frame.ts'

/** One connected client, as the fan-out sees it. */
export type FanOutClient = {
  /** Bytes given to the connection that the client has not taken yet. */
  buffered(): number
  write(frame: Buffer): void
}

/** What the fan-out reads of the market. */
export type FanOutMarket = {
  listPage(query: PageQuery): AssetsPage
  ticksOf(symbols: Iterable<string>): Tick[]
  statsOf(symbol: string): RowStats | undefined
  status(): MarketStatus
  hasCoins(): boolean
}

type Member = { readonly client: FanOutClient; page: PageGroup | undefined; watch: WatchGroup | undefined; isBehind: boolean }
type PageGroup = {
  readonly key: string
  readonly query: PageQuery
  readonly members: Set<Member>
  symbols: string[]
  total: number
  stats: Map<string, string>
}
type WatchGroup = { readonly key: string; readonly symbols: readonly string[]; readonly members: Set<Member> }

/** A client with more than this untaken is left out until it has caught up: then it gets the newest state, once. */
export const BEHIND_BYTES = 16 * 1024
const SPARE_NOTICE_MS = 15_000

export type FanOut = ReturnType<typeof fanOut>

/**
 * Who is shown what. Clients that show the same page are one group, and so are those that watch the same symbols:
 * a group's message is encoded once, however many are in it.
 */
export function fanOut(market: FanOutMarket) {
  const members = new Map<FanOutClient, Member>()
  const behind = new Set<Member>()
  const pages = new Map<string, PageGroup>()
  const watches = new Map<string, WatchGroup>()
  let changed = new Set<string>()
  let changedWatched = new Set<string>()
  let toldStatus = ''
  let toldStatusAt = Number.NEGATIVE_INFINITY
  const pageFrames = new WeakMap<AssetsPage, Buffer>()

  const framed = (page: AssetsPage): Buffer => {
    const ready = pageFrames.get(page)
    if (ready !== undefined) return ready
    const frame = encodeEvent('assets', page)
    pageFrames.set(page, frame)
    return frame
  }
  const isLeftOut = (member: Member): boolean => {
    if (!member.isBehind && member.client.buffered() > BEHIND_BYTES) {
      member.isBehind = true
      behind.add(member)
    }
    return member.isBehind
  }
  const tell = (group: { readonly members: ReadonlySet<Member> }, frame: Buffer): void => {
    for (const member of group.members) if (!isLeftOut(member)) member.client.write(frame)
  }
  /** Clients that have taken what they were given get the newest state in one piece. */
  const catchUp = (): void => {
    for (const member of behind) {
      if (member.client.buffered() > BEHIND_BYTES) continue
      behind.delete(member)
      member.isBehind = false
      if (member.page !== undefined) member.client.write(framed(market.listPage(member.page.query)))
      if (member.watch !== undefined) member.client.write(encodeEvent('ticks', market.ticksOf(member.watch.symbols)))
      member.client.write(encodeEvent('status', market.status()))
    }
  }
  /** Sends the page again when other coins are on it, or in another order. Whether it did. */
  const tellNewMembership = (group: PageGroup): boolean => {
    const page = market.listPage(group.query)
    if (page.total === group.total && page.data.every((row, index) => row.symbol === group.symbols[index])) return false
    note(group, page)
    tell(group, framed(page))
    return true
  }
  const leavePage = (member: Member): void => {
    const group = member.page
    member.page = undefined
    if (group?.members.delete(member) && group.members.size === 0) pages.delete(group.key)
  }
  const leaveWatch = (member: Member): void => {
    const group = member.watch
    member.watch = undefined
    if (group?.members.delete(member) && group.members.size === 0) watches.delete(group.key)
  }

  return {
    join: (client: FanOutClient): void => {
      members.set(client, { client, page: undefined, watch: undefined, isBehind: false })
      client.write(encodeEvent('status', market.status()))
    },
    leave: (client: FanOutClient): void => {
      const member = members.get(client)
      if (member === undefined) return
      leavePage(member)
      leaveWatch(member)
      members.delete(client)
      behind.delete(member)
    },
    /** Shows a page to a client, now and from now on; before the market has any coin, as soon as it has. */
    showPage: (client: FanOutClient, query: PageQuery): void => {
      const member = members.get(client)
      if (member === undefined) return
      leavePage(member)
      const key = pageKey(query)
      const group = pages.get(key) ?? { key, query, members: new Set(), symbols: [], total: -1, stats: new Map() }
      pages.set(key, group)
      group.members.add(member)
      member.page = group
      if (!market.hasCoins()) return
      const page = market.listPage(query)
      if (group.total === -1) note(group, page)
      client.write(framed(page))
    },
    watch: (client: FanOutClient, symbols: readonly string[]): void => {
      const member = members.get(client)
      if (member === undefined) return
      leaveWatch(member)
      const wanted = [...new Set(symbols)].sort()
      if (wanted.length === 0) return
      const key = wanted.join()
      const group = watches.get(key) ?? { key, symbols: wanted, members: new Set() }
      watches.set(key, group)
      group.members.add(member)
      member.watch = group
      const ticks = market.ticksOf(wanted)
      if (ticks.length > 0) client.write(encodeEvent('ticks', ticks))
    },
    /** Notes new prices. Whether anyone watches one of them. */
    noteChanged: (symbols: readonly string[]): boolean => {
      for (const symbol of symbols) changed.add(symbol)
      for (const symbol of symbols) changedWatched.add(symbol)
      return watches.size > 0
    },
    /** Sends what has changed to whoever watches it. */
    flushWatched: (): void => {
      const now = changedWatched
      changedWatched = new Set()
      for (const group of watches.values()) {
        const symbols = group.symbols.filter((symbol) => now.has(symbol))
        if (symbols.length > 0) tell(group, encodeEvent('ticks', market.ticksOf(symbols)))
      }
    },
    /** Sends what has changed on each page on show. */
    flushPages: (): void => {
      const now = changed
      changed = new Set()
      catchUp()
      for (const group of pages.values()) {
        const symbols = group.symbols.filter((symbol) => now.has(symbol))
        if (symbols.length > 0) tell(group, encodeEvent('ticks', market.ticksOf(symbols)))
      }
    },
    /** Looks whether other coins belong on the pages on show. */
    flushMembership: (): void => {
      if (!market.hasCoins()) return
      for (const group of pages.values()) tellNewMembership(group)
    },
    /** Sends the slower figures that have moved. */
    flushStats: (): void => {
      for (const group of pages.values()) {
        const rows = group.symbols.flatMap((symbol) => movedStats(group, market.statsOf(symbol)))
        if (rows.length > 0) tell(group, eventFrame('stats', JSON.stringify({ as_of: market.status().market_time, rows })))
      }
    },
    /** Sends the status to all when its words have changed, and now and then for its clock. */
    flushStatus: (nowMs: number): void => {
      const status = market.status()
      const words = JSON.stringify([status.source, status.badge, status.detail, status.speed])
      if (words === toldStatus && nowMs - toldStatusAt < SPARE_NOTICE_MS) return
      toldStatus = words
      toldStatusAt = nowMs
      const frame = encodeEvent('status', status)
      for (const member of members.values()) if (!isLeftOut(member)) member.client.write(frame)
    },
    size: (): number => members.size,
  }
}

function note(group: PageGroup, page: AssetsPage): void {
  group.symbols = page.data.map((row) => row.symbol)
  group.total = page.total
}

function movedStats(group: PageGroup, stats: RowStats | undefined): RowStats[] {
  if (stats === undefined) return []
  const text = JSON.stringify(stats)
  if (group.stats.get(stats[0]) === text) return []
  group.stats.set(stats[0], text)
  return [stats]
}
