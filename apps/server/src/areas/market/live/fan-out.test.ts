import { jsonAs } from '@aerie/testkit/json-as'
import type { AssetRow, AssetsPage, Tick } from '@aerie/wire/market/market'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type PageQuery, pageQuery } from '../asset-list.ts'
import { BEHIND_BYTES, FanOut, type FanOutMarket } from './fan-out.ts'

const EVENT = z.tuple([z.string(), z.unknown()])

const first = pageQuery({ page: 1, size: 10, order: 'desc' })
const second = pageQuery({ page: 2, size: 10, order: 'desc' })

function scriptedMarket() {
  const prices = new Map<string, number>([
    ['AAA', 1],
    ['BBB', 2],
    ['CCC', 3],
  ])
  const pages = new Map<number, string[]>([
    [1, ['AAA', 'BBB']],
    [2, ['CCC']],
  ])
  const sparklines = new Map<string, number[]>()
  const asked = { ticks: 0 }
  let hasCoins = true
  const setHasCoins = (to: boolean): void => {
    hasCoins = to
  }
  const market: FanOutMarket = {
    listPage: ({ page, size, industry, sort, order }: PageQuery): AssetsPage => ({
      data: (pages.get(page) ?? []).map(
        (symbol) => ({ symbol, price: prices.get(symbol), sparkline: sparklines.get(symbol) ?? [] }) as Partial<AssetRow> as AssetRow,
      ),
      page,
      size,
      industry,
      sort,
      order,
      total: 3,
      source: 'sim',
      as_of: 1,
    }),
    ticksOf: (symbols): Tick[] => {
      asked.ticks += 1
      return [...symbols].map((symbol) => [symbol, prices.get(symbol) ?? 0, 1])
    },
    statsOf: (symbol) => [symbol, prices.get(symbol) ?? null, null, null, null, null],
    listedSymbols: () => (hasCoins ? [...prices.keys()] : []),
    status: () => ({ source: 'sim', badge: 'SIMULATED', detail: 'x', market_time: 1, speed: 1, stale_after_ms: 1, newest_tick: 1 }),
    hasCoins: () => hasCoins,
  }
  return { market, prices, pages, sparklines, asked, setHasCoins }
}

function scriptedClient() {
  const frames: Buffer[] = []
  let untaken = 0
  const bodies = () => frames.map((frame) => jsonAs(EVENT, frame.toString().slice(frame.indexOf('/live,') + 6)))
  return {
    write: (frame: Buffer): void => void frames.push(frame),
    buffered: () => untaken,
    setUntaken: (bytes: number): void => {
      untaken = bytes
    },
    frames,
    received: (): [string, unknown][] => {
      const received = bodies()
      frames.length = 0
      return received
    },
  }
}

const figures = (symbol: string, cap: number) => [symbol, cap, null, null, null, null]

function connected(query: PageQuery | null = first) {
  const script = scriptedMarket()
  const fan = new FanOut(script.market)
  const join = (asked: PageQuery | null = query) => {
    const client = scriptedClient()
    fan.join(client)
    if (asked !== null) fan.showPage(client, asked)
    client.received()
    return client
  }
  return { ...script, fan, join }
}

it('encodes one flush once for a thousand clients of a page, as identical bytes', () => {
  const { fan, join, asked } = connected()
  const clients = Array.from({ length: 1_000 }, () => join())
  fan.noteChanged(['AAA'])
  fan.flushPages()
  expect(asked.ticks).toBe(1)
  expect(new Set(clients.map((client) => client.frames[0])).size).toBe(1)
})

it('serves a page requested by many clients from one encoding while the market is unchanged', () => {
  const { market, fan } = connected()
  const page = market.listPage(first)
  const still = new FanOut({ ...market, listPage: () => page })
  const clients = [scriptedClient(), scriptedClient()]
  for (const client of clients) {
    still.join(client)
    still.showPage(client, first)
  }
  expect(clients[0]?.frames[1]).toBe(clients[1]?.frames[1])
  expect(fan.size()).toBe(0)
})

it('sends only coins that the client shows, and only those that have changed', () => {
  const { fan, join } = connected()
  const one = join(first)
  const two = join(second)
  const none = join(null)
  fan.noteChanged(['BBB'])
  fan.flushPages()
  expect([one.received(), two.received(), none.received()]).toEqual([[['ticks', [['BBB', 2, 1]]]], [], []])
  fan.flushPages()
  expect(one.received()).toEqual([])
})

it('sends a watched coin to its watchers without waiting for the page', () => {
  const { fan, join } = connected()
  const watcher = join(null)
  const other = join(null)
  fan.watch(watcher, ['CCC'])
  watcher.received()
  expect(fan.noteChanged(['CCC', 'AAA'])).toBe(true)
  fan.flushWatched()
  expect([watcher.received(), other.received()]).toEqual([[['ticks', [['CCC', 3, 1]]]], []])
  fan.watch(watcher, [])
  expect(fan.noteChanged(['CCC'])).toBe(false)
})

it('sends the page again when its coins change, and not otherwise', () => {
  const { fan, join, pages } = connected()
  const client = join()
  fan.flushMembership()
  expect(client.received()).toEqual([])
  pages.set(1, ['BBB', 'AAA'])
  fan.flushMembership()
  expect(client.received()).toMatchObject([['assets', { data: [{ symbol: 'BBB' }, { symbol: 'AAA' }] }]])
})

it('sends the page again when its weekly sparklines arrive, which no other event carries', () => {
  const { fan, join, sparklines } = connected()
  const client = join()
  sparklines.set('BBB', [1, 2])
  fan.flushMembership()
  expect(client.received()).toMatchObject([
    [
      'assets',
      {
        data: [
          { symbol: 'AAA', sparkline: [] },
          { symbol: 'BBB', sparkline: [1, 2] },
        ],
      },
    ],
  ])
  fan.flushMembership()
  expect(client.received()).toEqual([])
})

it('responds to requests from before there were coins as soon as there are some', () => {
  const { fan, join, setHasCoins } = connected()
  setHasCoins(false)
  const early = scriptedClient()
  fan.join(early)
  early.received()
  fan.showPage(early, first)
  fan.flushMembership()
  expect(early.received()).toEqual([])
  setHasCoins(true)
  fan.flushMembership()
  expect(early.received()).toMatchObject([['assets', { page: 1 }]])
  expect(join().received()).toEqual([])
})

it('sends everyone on a page the first coins, even if another client joined just before the flush', () => {
  const { fan, join, setHasCoins } = connected()
  setHasCoins(false)
  const early = join()
  setHasCoins(true)
  join()
  fan.flushMembership()
  expect(early.received()).toMatchObject([['assets', { page: 1 }]])
})

it('shows no page while the market restarts, and the same page with its figures once it has coins', () => {
  const { fan, join, setHasCoins } = connected()
  const [alone, ...together] = [join(second), join(), join()]
  const board = join(null)
  fan.showBoard(board, true)
  fan.flushStats()
  for (const client of [alone, ...together, board]) client.received()
  const flush = (): void => {
    fan.flushPages()
    fan.flushMembership()
    fan.flushStats()
  }
  setHasCoins(false)
  fan.refresh()
  fan.flushPages()
  fan.flushMembership()
  for (const client of [alone, ...together, board]) expect(client.received()).toMatchObject([['status', {}]])
  setHasCoins(true)
  flush()
  for (const client of [alone, ...together])
    expect(client.received()).toMatchObject([
      ['assets', {}],
      ['stats', {}],
    ])
  expect(board.received()).toMatchObject([['stats', { rows: { length: 3 } }]])
  flush()
  for (const client of [alone, ...together, board]) expect(client.received()).toEqual([])
})

it('shows a page once if the market restarted before the first flush', () => {
  const { fan, join } = connected()
  const alone = join()
  fan.refresh()
  fan.flushPages()
  fan.flushMembership()
  expect(alone.received().map(([event]) => event)).toEqual(['assets', 'status'])
})

it('sends slower figures once, and again only when they have changed', () => {
  const { fan, join, prices } = connected()
  const client = join()
  fan.flushStats()
  expect(client.received()).toMatchObject([['stats', { rows: [figures('AAA', 1), figures('BBB', 2)] }]])
  fan.flushStats()
  expect(client.received()).toEqual([])
  prices.set('BBB', 9)
  fan.flushStats()
  expect(client.received()).toMatchObject([['stats', { rows: [figures('BBB', 9)] }]])
})

it('skips a client that does not read, then sends it the newest state at once, even without further changes', () => {
  const { fan, join, prices } = connected()
  const slow = join()
  const quick = join()
  slow.setUntaken(BEHIND_BYTES + 1)
  for (const price of [5, 6, 7]) {
    prices.set('AAA', price)
    fan.noteChanged(['AAA'])
    fan.flushPages()
  }
  expect([slow.received().length, quick.received().length]).toEqual([0, 3])
  slow.setUntaken(0)
  fan.flushPages()
  expect(slow.received()).toMatchObject([
    ['assets', { data: [{ symbol: 'AAA', price: 7 }, {}] }],
    ['status', {}],
  ])
  fan.flushPages()
  expect(slow.received()).toEqual([])
})

it('shows every coin on the board: the newest of all at once, then changes, encoded once for all viewers', () => {
  const { fan, join, prices, asked } = connected()
  const clients = [join(null), join(null)]
  const other = join(null)
  for (const client of clients) fan.showBoard(client, true)
  const newest = [
    ['ticks', [...prices].map(([symbol, price]) => [symbol, price, 1])],
    ['stats', { as_of: 1, rows: [...prices].map(([symbol, price]) => figures(symbol, price)) }],
  ]
  expect(clients.map((client) => client.received())).toEqual([newest, newest])
  const before = asked.ticks
  prices.set('CCC', 7)
  fan.noteChanged(['CCC'])
  fan.flushPages()
  expect([asked.ticks - before, clients[0]?.frames[0] === clients[1]?.frames[0]]).toEqual([1, true])
  expect([clients[0]?.received(), other.received()]).toEqual([[['ticks', [['CCC', 7, 1]]]], []])
  fan.flushStats()
  clients[0]?.received()
  prices.set('AAA', 9)
  fan.flushStats()
  expect(clients[0]?.received()).toEqual([['stats', { as_of: 1, rows: [figures('AAA', 9)] }]])
})

it('stops showing the board to a client that left it, and sends a slow client what it missed', () => {
  const { fan, join, prices } = connected()
  const [slow, gone] = [join(null), join(null)]
  for (const client of [slow, gone]) fan.showBoard(client, true)
  fan.showBoard(gone, false)
  slow.received()
  gone.received()
  slow.setUntaken(BEHIND_BYTES + 1)
  prices.set('BBB', 5)
  fan.noteChanged(['BBB'])
  fan.flushPages()
  expect(slow.received()).toEqual([])
  slow.setUntaken(0)
  fan.flushPages()
  expect(slow.received()).toMatchObject([
    [
      'ticks',
      [
        ['AAA', 1, 1],
        ['BBB', 5, 1],
        ['CCC', 3, 1],
      ],
    ],
    ['stats', {}],
    ['status', {}],
  ])
  expect(gone.received()).toEqual([])
})

it('has nothing for a board before there are coins, and fills it with the first ones', () => {
  const { fan, join, setHasCoins } = connected()
  setHasCoins(false)
  const client = join(null)
  fan.showBoard(client, true)
  fan.flushPages()
  expect(client.received()).toEqual([])
  setHasCoins(true)
  fan.noteChanged(['AAA'])
  fan.flushPages()
  expect(client.received()).toEqual([['ticks', [['AAA', 1, 1]]]])
})

it('removes a client that has left, and its page with it', () => {
  const { fan, join, asked } = connected()
  const client = join()
  fan.watch(client, ['AAA'])
  fan.leave(client)
  const before = asked.ticks
  client.received()
  expect(fan.noteChanged(['AAA'])).toBe(false)
  fan.flushPages()
  fan.flushWatched()
  fan.flushStatus(1e9)
  expect([client.received(), asked.ticks - before, fan.size()]).toEqual([[], 0, 0])
})

it('sends the status when its text changes, and otherwise only occasionally', () => {
  const { market } = scriptedMarket()
  let detail = 'one'
  let without_prices: string[] = []
  const fan = new FanOut({ ...market, status: () => ({ ...market.status(), detail, without_prices }) })
  const client = scriptedClient()
  fan.join(client)
  fan.flushStatus(0)
  client.received()
  fan.flushStatus(1_000)
  expect(client.received()).toEqual([])
  detail = 'two'
  fan.flushStatus(2_000)
  expect(client.received()).toMatchObject([['status', { detail: 'two' }]])
  without_prices = ['AAA']
  fan.flushStatus(3_000)
  expect(client.received()).toMatchObject([['status', { without_prices: ['AAA'] }]])
  fan.flushStatus(17_999)
  expect(client.received()).toEqual([])
  fan.flushStatus(18_000)
  expect(client.received().length).toBe(1)
})
