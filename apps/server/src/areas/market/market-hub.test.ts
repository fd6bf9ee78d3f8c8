import { epochMs } from '@aerie/core/time'
import { assetRow } from '@aerie/wire/market/market'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { candleAt, listingOf, scriptedSource, T0, tickOf } from '../../../test/scripted-source.ts'
import { type PageQuery, pageQuery } from './asset-list.ts'
import type { HubCoin } from './coin-state.ts'
import { MarketHub } from './market-hub.ts'

const coin = (symbol: string, industries: HubCoin['industries'] = []): HubCoin => ({
  symbol,
  name: symbol,
  logo: `/coins/${symbol.toLowerCase()}.svg`,
  color: '#123456',
  industries,
})
const MANY = Array.from({ length: 60 }, (_, index) => coin(`C${index}`, index % 3 === 0 ? ['MEME'] : []))
const first: PageQuery = pageQuery({ page: 1, size: 10, order: 'desc' })

function hubOf(coins: readonly HubCoin[] = [coin('BTC'), coin('ETH'), coin('DOGE', ['MEME'])]) {
  const script = scriptedSource()
  const hub = new MarketHub({ source: script.source, coins })
  hub.listener.state({ state: 'running', detail: 'running' })
  return { script, hub }
}
const HOUR = 3_600_000
const symbols = (hub: MarketHub, query: PageQuery) => hub.listPage(query).data.map((row) => row.symbol)

it('keeps the newest price when an older tick arrives late', () => {
  const { hub } = hubOf()
  hub.listener.ticks([tickOf('BTC', 100, T0)])
  hub.listener.ticks([tickOf('BTC', 90, T0 - 1)])
  expect(hub.ticksOf(['BTC'])).toEqual([['BTC', 100, T0]])
})

it('ignores a price that is zero, negative or not a number', () => {
  const { hub } = hubOf()
  hub.listener.ticks([tickOf('BTC', 0), tickOf('BTC', -1), tickOf('BTC', Number.NaN), tickOf('BTC', Number.POSITIVE_INFINITY)])
  expect(hub.ticksOf(['BTC'])).toEqual([])
  expect(hub.hasCoins()).toBe(false)
})

it('ignores a coin that is not in its catalogue', () => {
  const { hub } = hubOf()
  hub.listener.ticks([tickOf('NOPE', 1)])
  hub.listener.listings([listingOf('NOPE')])
  expect(hub.listPage(first).total).toBe(0)
})

it('returns null, not zero, for every unknown figure', () => {
  const { hub } = hubOf()
  hub.listener.listings([listingOf('BTC', { circulatingSupply: null, totalSupply: null })])
  const row = hub.listPage(first).data[0]
  expect(row).toMatchObject({
    price: null,
    marketCap: null,
    volume: null,
    circulatingSupply: null,
    as_of: null,
    closes: { '1h': null, '24h': null, '7d': null },
    sparkline: [],
  })
  expect(hub.details('BTC')).toMatchObject({ price: null, marketCap: null, totalMarketCap: null, volume: null, stale: true })
})

it('builds rows that match the wire schema', () => {
  const { hub } = hubOf()
  hub.listener.listings([listingOf('BTC')])
  hub.listener.ticks([tickOf('BTC', 100)])
  expect(z.safeParse(assetRow, hub.listPage(first).data[0]).success).toBe(true)
})

it("multiplies price and supply if the listing has no market cap, and uses the listing's if it has one", () => {
  const { hub } = hubOf()
  hub.listener.listings([listingOf('BTC'), listingOf('ETH', { marketCap: 7 })])
  hub.listener.ticks([tickOf('BTC', 3), tickOf('ETH', 3)])
  expect(hub.listPage(first).data.map((row) => [row.symbol, row.marketCap, row.rank])).toEqual([
    ['BTC', 3_000, 1],
    ['ETH', 7, 2],
  ])
  expect(hub.details('BTC')).toMatchObject({ totalMarketCap: 6_000 })
})

it.each([
  ['a listing', 'tick', (at: number) => ({ tickAt: T0, listedAt: at })],
  ['a tick', 'listing', (at: number) => ({ tickAt: at, listedAt: T0 })],
])('prefers no future price from a wrong clock: of %s it picks the %s', (_of, shown, at) => {
  const { script, hub } = hubOf()
  const { tickAt, listedAt } = at(T0 + HOUR)
  script.setNow(T0 + HOUR)
  hub.listener.ticks([tickOf('BTC', 60, tickAt)])
  hub.listener.listings([listingOf('BTC', { price: 55, asOf: epochMs(listedAt) })])
  script.setNow(T0)
  expect(hub.ticksOf(['BTC'])).toEqual([['BTC', shown === 'tick' ? 60 : 55, T0]])
  expect(hub.details('BTC')).toMatchObject({ as_of: T0, stale: false })
})

it('marks a future price as stale: its age is unknown', () => {
  const { script, hub } = hubOf()
  script.setNow(T0 + HOUR)
  hub.listener.ticks([tickOf('BTC', 60, T0 + HOUR)])
  script.setNow(T0)
  expect(hub.details('BTC')).toMatchObject({ as_of: T0 + HOUR, stale: true })
  expect(hub.status().badge).toBe('STALE')
})

it('uses a listing price only until a tick arrives, and again when ticks are older by more than the stale limit', () => {
  const { hub } = hubOf()
  hub.listener.listings([listingOf('BTC', { price: 50 })])
  expect(hub.ticksOf(['BTC'])).toEqual([['BTC', 50, T0]])
  hub.listener.ticks([tickOf('BTC', 60, T0 - 9_000)])
  expect(hub.ticksOf(['BTC'])).toEqual([['BTC', 60, T0 - 9_000]])
  hub.listener.listings([listingOf('BTC', { price: 55, asOf: epochMs(T0 + 2_000) })])
  expect(hub.ticksOf(['BTC'])).toEqual([['BTC', 55, T0 + 2_000]])
})

it('is stale once the newest price is older than the source allows, by the market clock', () => {
  const { hub, script } = hubOf()
  hub.listener.ticks([tickOf('BTC', 1)])
  script.setNow(T0 + 10_000)
  expect([hub.status().badge, hub.details('BTC')?.stale]).toEqual(['SIMULATED', false])
  script.setNow(T0 + 10_001)
  expect([hub.status().badge, hub.details('BTC')?.stale]).toEqual(['STALE', true])
})

it("is stale while the source reports so, with the source's message", () => {
  const { hub } = hubOf()
  hub.listener.ticks([tickOf('BTC', 1)])
  hub.listener.state({ state: 'stale', detail: 'The venue is silent.' })
  expect(hub.status()).toMatchObject({ badge: 'STALE', detail: 'The venue is silent.' })
})

it('returns the price an hour and a day ago from minutes, and a week ago from hours', () => {
  const { hub } = hubOf()
  hub.listener.ticks([tickOf('BTC', 1)])
  const minute = (ago: number) => (T0 - ago) / 1000 - 60
  hub.addHistory('BTC', '1m', [candleAt(minute(24 * HOUR), 24), candleAt(minute(HOUR), 11)])
  hub.addHistory('BTC', '1h', [candleAt((T0 - 168 * HOUR) / 1000 - 3600, 77)])
  expect(hub.listPage(first).data[0]?.closes).toEqual({ '1h': 11, '24h': 24, '7d': 77 })
})

it('has no close if the nearest earlier candle is too old', () => {
  const { hub } = hubOf()
  hub.listener.ticks([tickOf('BTC', 1)])
  hub.addHistory('BTC', '1m', [candleAt((T0 - HOUR) / 1000 - 60 - 301, 11)])
  expect(hub.listPage(first).data[0]?.closes).toEqual({ '1h': null, '24h': null, '7d': null })
})

it('never uses a candle that closed after the instant as the price at that instant', () => {
  const { hub } = hubOf()
  hub.listener.ticks([tickOf('BTC', 1)])
  hub.addHistory('BTC', '1m', [candleAt((T0 - HOUR) / 1000, 99)])
  expect(hub.listPage(first).data[0]?.closes['1h']).toBeNull()
})

it('uses the closes of a fresh listing where candles do not reach, and not those of an old one', () => {
  const { hub, script } = hubOf()
  hub.listener.listings([listingOf('BTC', { closes: { '1h': 1, '24h': 2, '7d': 3 } })])
  hub.listener.ticks([tickOf('BTC', 1)])
  expect(hub.listPage(first).data[0]?.closes).toEqual({ '1h': 1, '24h': 2, '7d': 3 })
  script.setNow(T0 + HOUR)
  expect(hub.listPage(first).data[0]?.closes).toEqual({ '1h': null, '24h': 2, '7d': 3 })
})

it('sums the daily volume at its prices, and returns none when more than a twentieth is missing', () => {
  const { hub } = hubOf()
  hub.listener.listings([listingOf('BTC')])
  hub.listener.ticks([tickOf('BTC', 1)])
  const hours = (count: number) => Array.from({ length: count }, (_, index) => candleAt(T0 / 1000 - (count - index) * 3600, 10, 2))
  hub.addHistory('BTC', '1h', hours(22))
  expect(hub.listPage(first).data[0]?.volume).toBeNull()
  hub.addHistory('BTC', '1h', hours(24))
  expect(hub.listPage(first).data[0]?.volume).toBe(24 * 10 * 2)
})

it('leaves a volume unknown if the list of all venues has none, and sorts it last in both directions', () => {
  const { hub } = hubOf()
  hub.listener.listings([listingOf('BTC', { volume24h: 5 }), listingOf('ETH', { volume24h: null }), listingOf('DOGE', { volume24h: 7 })])
  const day = Array.from({ length: 24 }, (_, index) => candleAt(T0 / 1000 - (24 - index) * 3600, 10, 2))
  hub.addHistory('ETH', '1h', day)
  expect(symbols(hub, { ...first, sort: 'volume', order: 'desc' })).toEqual(['DOGE', 'BTC', 'ETH'])
  expect(symbols(hub, { ...first, sort: 'volume', order: 'asc' })).toEqual(['BTC', 'DOGE', 'ETH'])
  expect(hub.details('ETH')?.volume).toBeNull()
})

it('accepts prices again at once when the clock has been set back', () => {
  const { hub, script } = hubOf()
  hub.listener.ticks([tickOf('BTC', 100, T0)])
  script.setNow(T0 - HOUR)
  hub.listener.ticks([tickOf('BTC', 101, T0 - HOUR)])
  expect(hub.ticksOf(['BTC'])).toEqual([['BTC', 101, T0 - HOUR]])
  expect(hub.status().newest_tick).toBe(T0 - HOUR)
})

it('draws at most 42 points per week', () => {
  const { hub } = hubOf()
  hub.listener.ticks([tickOf('BTC', 1)])
  hub.addHistory(
    'BTC',
    '1h',
    Array.from({ length: 400 }, (_, index) => candleAt(T0 / 1000 - (400 - index) * 3600, 400 + index)),
  )
  const { sparkline = [] } = hub.listPage(first).data[0] ?? {}
  expect([sparkline.length, sparkline[0], sparkline.at(-1)]).toEqual([42, 400 + 400 - 164 - 1, 799])
})

it('lists the 50 largest matching the filter, ranked among them, ten per page', () => {
  const { hub } = hubOf(MANY)
  hub.listener.listings(MANY.map(({ symbol }, index) => listingOf(symbol, { marketCap: 1_000 - index })))
  expect(hub.listPage(first)).toMatchObject({ total: 50, page: 1, size: 10, industry: null, sort: 'marketCap', order: 'desc' })
  expect(symbols(hub, { ...first, page: 5 })).toEqual(['C40', 'C41', 'C42', 'C43', 'C44', 'C45', 'C46', 'C47', 'C48', 'C49'])
  expect(hub.listPage({ ...first, page: 6 }).data).toEqual([])
  const meme = hub.listPage({ ...first, industry: 'MEME', page: 2 })
  expect([meme.total, meme.data[0]?.symbol, meme.data[0]?.rank]).toEqual([20, 'C30', 11])
})

it('sorts by change with unknown values last in both directions', () => {
  const { hub } = hubOf()
  hub.listener.listings([
    listingOf('BTC', { closes: { '1h': 100, '24h': null, '7d': null } }),
    listingOf('ETH', { closes: { '1h': 200, '24h': null, '7d': null } }),
    listingOf('DOGE'),
  ])
  hub.listener.ticks([tickOf('BTC', 110), tickOf('ETH', 210), tickOf('DOGE', 1)])
  expect(symbols(hub, { ...first, sort: 'change1h', order: 'desc' })).toEqual(['BTC', 'ETH', 'DOGE'])
  expect(symbols(hub, { ...first, sort: 'change1h', order: 'asc' })).toEqual(['ETH', 'BTC', 'DOGE'])
})

it('builds a page once for all requests, and again when a price has changed', () => {
  const { hub } = hubOf()
  hub.listener.ticks([tickOf('BTC', 1)])
  const page = hub.listPage(first)
  expect(hub.listPage({ ...first })).toBe(page)
  hub.listener.ticks([tickOf('BTC', 2, T0 + 1)])
  expect(hub.listPage(first).data[0]?.price).toBe(2)
})

it('marks a coin as stale where the source has no prices of it, however new the last one is', () => {
  const script = scriptedSource()
  const source = { ...script.source, now: () => T0, hasPrices: (symbol: string, at: number) => symbol !== 'ETH' || at < T0 }
  const hub = new MarketHub({ source, coins: [coin('BTC'), coin('ETH')] })
  hub.listener.state({ state: 'running', detail: 'running' })
  hub.listener.ticks([tickOf('BTC', 100, T0), tickOf('ETH', 10, T0)])
  expect([hub.details('BTC')?.stale, hub.details('ETH')?.stale]).toEqual([false, true])
  expect([hub.hasPrices('BTC'), hub.hasPrices('ETH'), hub.status().without_prices]).toEqual([true, false, ['ETH']])
  expect(hubOf().hub.status()).not.toHaveProperty('without_prices')
})

it('is stale once the source has ended', () => {
  const { script, hub } = hubOf()
  hub.listener.ticks([tickOf('BTC', 100, script.source.now())])
  hub.listener.state({ state: 'ended', detail: 'The recording ended.' })
  expect(hub.status()).toMatchObject({ badge: 'STALE', detail: 'The recording ended.' })
})
