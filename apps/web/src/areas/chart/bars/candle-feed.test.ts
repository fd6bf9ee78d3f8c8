import { itemAt } from '@aerie/core/item-at'
import type { Interval } from '@aerie/core/market/candle'
import type { AssetDetails, CandleTuple } from '@aerie/wire/market/market'
import type { DataLoaderSubscribeBarParams } from 'klinecharts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { partOf } from '../../../../test/part-of.ts'
import { setLink, setStatus } from '../../../platform/live/market/market-status.ts'
import { applyPage, applyTicks, figuresOf, reset } from '../../../platform/live/market/quotes.ts'
import { T0, testDetails, testPage, testRow, testStatus } from '../../../platform/live/test/market.ts'
import { PAGE_CANDLES } from '../../market/candle-pages.ts'
import { type Bar, isGap } from './bars.ts'
import { type CandleFeed, candleFeed, type FeedState } from './candle-feed.ts'

const HOUR = 3600
const NOW = T0 / 1000
const candle = (hoursAgo: number, close = 100, volume = 5): CandleTuple => [NOW - hoursAgo * HOUR, 100, 110, 90, close, volume]
const hours = (count: number, newest = 0): CandleTuple[] => Array.from({ length: count }, (_, i) => candle(newest + count - 1 - i))

let known: CandleTuple[]
let fault: (() => Response) | null
let details: AssetDetails | null
const asked: URLSearchParams[] = []
const fetched = vi.fn<typeof fetch>(async (input) => {
  const url = new URL(String(input), 'http://aerie.test')
  if (!url.pathname.includes('/candles/')) return Response.json({ data: details })
  asked.push(url.searchParams)
  if (fault !== null) return fault()
  const [from, to, limit] = ['from', 'to', 'limit'].map((name) => url.searchParams.get(name))
  const within = known.filter(([time]) => time >= Number(from ?? 0) && time < Number(to ?? Number.POSITIVE_INFINITY))
  return Response.json({ data: from === null || from === undefined ? within.slice(-Number(limit)) : within.slice(0, Number(limit)) })
})
const broken = () =>
  new Response(
    JSON.stringify({ type: 'about:blank', title: 'No', status: 503, code: 'unavailable', detail: '', instance: '/', errors: {} }),
    {
      status: 503,
    },
  )

class TestChart {
  readonly feed: CandleFeed
  readonly states: FeedState['kind'][] = []
  readonly olderFailed: boolean[] = []
  bars: Bar[] = []
  hasOlder = false
  #isAsking = false

  constructor(options: { interval?: Interval; since?: number | null } = {}) {
    this.feed = candleFeed({
      symbol: 'BTC',
      interval: '1h',
      since: null,
      ...options,
      onState: ({ kind }) => this.states.push(kind),
      onOlderFailed: (hasFailed) => this.olderFailed.push(hasFailed),
    })
    this.feed.join({ getDataList: () => this.bars, resetData: () => this.open() })
  }

  open(): void {
    this.feed.loader.unsubscribeBar?.(partOf({}))
    void this.#ask('init', null, (bars) => {
      this.bars = bars
      const subscription = { callback: (bar: Bar) => this.setBar(bar) }
      this.feed.loader.subscribeBar?.(partOf<DataLoaderSubscribeBarParams>(subscription))
    })
  }

  scrollBack(): void {
    void this.#ask('forward', this.bars[0]?.timestamp ?? null, (bars) => {
      this.bars = [...bars, ...this.bars]
    })
  }

  setBar(bar: Bar): void {
    if (bar.timestamp === this.bars.at(-1)?.timestamp) this.bars[this.bars.length - 1] = bar
    else if (bar.timestamp > (this.bars.at(-1)?.timestamp ?? 0)) this.bars.push(bar)
  }

  #ask(type: 'init' | 'forward', timestamp: number | null, take: (bars: Bar[]) => void) {
    // Like the library: one request at a time, except for an init.
    if (this.#isAsking && type !== 'init') return
    this.#isAsking = true
    return this.feed.loader.getBars({
      type,
      timestamp,
      symbol: { ticker: 'BTC', pricePrecision: 2, volumePrecision: 2 },
      period: { type: 'hour', span: 1 },
      callback: (bars, more) => {
        this.#isAsking = false
        this.hasOlder = typeof more === 'object' && more.forward === true
        take(bars)
      },
    })
  }

  get times(): number[] {
    return this.bars.map(({ timestamp }) => (timestamp / 1000 - NOW) / HOUR)
  }
}

const charts: TestChart[] = []
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
const opened = async (options?: ConstructorParameters<typeof TestChart>[0]): Promise<TestChart> => {
  const chart = new TestChart(options)
  charts.push(chart)
  chart.open()
  await settle()
  return chart
}

beforeEach(() => {
  vi.useFakeTimers({ now: T0 })
  vi.stubGlobal('fetch', fetched)
  known = hours(20)
  fault = null
  details = null
  asked.length = 0
  setLink('socket')
  setStatus(testStatus())
  applyPage(testPage([testRow('BTC', { price: 100, as_of: T0 })]))
})
afterEach(() => {
  for (const chart of charts.splice(0)) chart.feed.close()
  reset('sim')
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('starts with the newest candles, and fetches older ones page by page until there are none', async () => {
  known = hours(2500)
  const chart = await opened()
  expect([chart.states, chart.bars.length, chart.hasOlder]).toEqual([['loading', 'ready'], PAGE_CANDLES, true])
  chart.scrollBack()
  await settle()
  expect([chart.bars.length, chart.hasOlder]).toEqual([2 * PAGE_CANDLES, true])
  chart.scrollBack()
  await settle()
  expect([chart.bars.length, chart.hasOlder]).toEqual([2500, false])
  expect(chart.times).toEqual(Array.from({ length: 2500 }, (_, i) => i - 2499))
})

it('leaves a gap where candles are missing, also between two pages', async () => {
  known = [...hours(3, 1004), ...hours(PAGE_CANDLES + 1)].filter(([time]) => time !== NOW - 5 * HOUR)
  const chart = await opened()
  chart.scrollBack()
  await settle()
  const gaps = chart.bars.filter(isGap).map(({ timestamp }) => (timestamp / 1000 - NOW) / HOUR)
  expect(gaps).toEqual([-1003, -1002, -1001, -5])
  expect(chart.times.at(0)).toBe(-1006)
})

it('reports when older candles cannot be loaded, and loads them on retry', async () => {
  known = hours(1500)
  const chart = await opened()
  fault = broken
  chart.scrollBack()
  await settle()
  expect([chart.olderFailed, chart.bars.length, chart.hasOlder]).toEqual([[true], PAGE_CANDLES, true])
  fault = null
  chart.scrollBack()
  await settle()
  expect([chart.olderFailed, chart.bars.length]).toEqual([[true, false], 1500])
})

it('reports that the first candles could not be loaded', async () => {
  fault = broken
  expect((await opened()).states).toEqual(['loading', 'failed'])
})

it('retries a failed first load by itself, as a wall display has no user to press a button', async () => {
  fault = broken
  const chart = await opened()
  expect(chart.states).toEqual(['loading', 'failed'])
  fault = null
  await settle(10_000)
  expect(chart.states.at(-1)).toBe('ready')
  expect(chart.times).toHaveLength(20)
})

it('updates the forming candle with each price, and starts the next one after the gap', async () => {
  const chart = await opened()
  applyTicks([['BTC', 120, T0 + 60_000]])
  await settle(20)
  expect(chart.bars.at(-1)).toMatchObject({ high: 120, low: 90, close: 120, volume: 5 })
  applyTicks([['BTC', 80, T0 + 2.5 * HOUR * 1000]])
  await settle(20)
  expect(chart.times.slice(-3)).toEqual([0, 1, 2])
  expect([isGap(itemAt(chart.bars, -2)), chart.bars.at(-1)]).toEqual([
    true,
    { timestamp: T0 + 2 * HOUR * 1000, open: 80, high: 80, low: 80, close: 80 },
  ])
})

it('applies only the newest of prices that arrive together, before the next frame, which shows it everywhere', async () => {
  const chart = await opened()
  const setBar = vi.spyOn(chart, 'setBar')
  applyTicks([['BTC', 101, T0 + 1000]])
  applyTicks([['BTC', 102, T0 + 2000]])
  applyTicks([['BTC', 103, T0 + 3000]])
  await settle()
  expect([setBar.mock.calls.length, chart.bars.at(-1)?.close]).toEqual([1, 103])
})

it('corrects volume and late changes at the next fetch, and keeps a newer price on top', async () => {
  const chart = await opened()
  applyTicks([['BTC', 104, T0 + 60_000]])
  await settle(20)
  known = [...hours(20).slice(0, -2), candle(1, 95, 7), candle(0, 99, 11)]
  await settle(10_000)
  expect(chart.bars.at(-2)).toMatchObject({ close: 95, volume: 7 })
  expect(chart.bars.at(-1)).toMatchObject({ close: 104, volume: 11 })
})

it('fetches the price again with the candles where none is pushed, so that no candle closes at a stale price', async () => {
  const chart = await opened()
  setLink('polling')
  known = [...hours(20).slice(0, -1), candle(0, 120, 11)]
  details = testDetails('BTC', { price: 120, as_of: T0 + 9_000 })
  await settle(10_000)
  expect(chart.bars.at(-1)).toMatchObject({ close: 120, volume: 11 })
  expect(figuresOf('BTC')?.price).toBe(120)
})

it('polls more often while a recording runs fast', async () => {
  setStatus(testStatus({ source: 'replay', badge: 'REPLAY', speed: 3600 }))
  await opened()
  asked.length = 0
  await settle(6100)
  expect(asked).toHaveLength(3)
})

it('starts over when the history has arrived meanwhile, and keeps showing its candles until then', async () => {
  known = hours(1)
  const chart = await opened()
  expect(chart.times).toEqual([0])
  known = hours(300)
  await settle(10_100)
  expect([chart.bars.length, chart.states]).toEqual([300, ['loading', 'ready', 'ready']])
})

it('starts by itself with the first trade of a coin that had none', async () => {
  known = []
  const chart = await opened()
  expect(chart.states).toEqual(['loading', 'empty'])
  known = hours(1)
  await settle(10_100)
  expect([chart.times, chart.states.at(-1)]).toEqual([[0], 'ready'])
})

it('starts over after sleeping for hundreds of candles', async () => {
  known = hours(1200, 400)
  const chart = await opened()
  expect(chart.times.at(-1)).toBe(-400)
  known = hours(1600)
  await settle(10_100)
  expect([chart.bars.length, chart.times.at(-1)]).toEqual([PAGE_CANDLES, 0])
})

it('loads back to the range shown in another timeframe, unless that is too far', async () => {
  known = hours(12_000)
  const near = await opened({ since: T0 - 2500 * HOUR * 1000 })
  expect([near.bars.length, asked.length, near.hasOlder]).toEqual([3 * PAGE_CANDLES, 3, true])
  asked.length = 0
  const far = await opened({ since: T0 - 11_000 * HOUR * 1000 })
  expect([far.bars.length, asked.length]).toEqual([PAGE_CANDLES, 1])
})

it('fetches and draws nothing once closed', async () => {
  const chart = await opened()
  asked.length = 0
  chart.feed.close()
  applyTicks([['BTC', 130, T0 + 60_000]])
  await settle(30_000)
  expect([asked, chart.bars.at(-1)?.close]).toEqual([[], 100])
})

it('delivers nothing to a chart that was closed while its candles were loading', async () => {
  const held = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => held.promise)
  const chart = new TestChart()
  charts.push(chart)
  chart.open()
  await settle()
  chart.feed.close()
  held.resolve(Response.json({ data: known }))
  await settle()
  expect([chart.states, chart.bars]).toEqual([['loading'], []])
})
