import { COINS } from '@aerie/market/catalogue'
import { board } from '@aerie/wire/market/board'
import { assetDetails, assetsPage, candleTuple, currencies, depth } from '@aerie/wire/market/market'
import { SUPPORTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { envelope, problem } from '@aerie/wire/problem'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { testApp } from '../../../test/app.ts'

let aerie: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  aerie = await testApp({ MARKET_SEED: '11' })
  await aerie.start()
  // Loading the whole history takes a while; the largest coin, which these tests use, comes first.
  const hasHours = async () => (await ask('/api/v1/candles/BTC?interval=1d&limit=85')).json<{ data?: unknown[] }>().data?.length === 85
  await vi.waitUntil(hasHours, { timeout: 220_000, interval: 100 })
}, 300_000)
afterAll(() => aerie.close())

const ask = (url: string, headers: Record<string, string> = {}) => aerie.app.inject({ url, headers })
const HOUR_S = 3_600
/** Retries two reads of a running market until it has not moved between them. */
const agree = (readings: () => Promise<void>) => vi.waitFor(readings, { interval: 10 })

describe('the list', () => {
  it('is the page of the contract, ten rows of fifty by market cap', async () => {
    const answer = await ask('/api/v1/assets?page=2')
    const { data } = z.parse(envelope(assetsPage), answer.json())
    expect([answer.statusCode, data.page, data.size, data.total, data.source]).toEqual([200, 2, 10, 50, 'sim'])
    expect(data.data.map((row) => row.rank)).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20])
  })

  it('has at least two pages in each industry', async () => {
    for (const industry of ['MEME', 'ARTIFICIAL_INTELLIGENCE', 'DECENTRALIZED_FINANCE_PROTOCOL']) {
      const { data } = z.parse(envelope(assetsPage), (await ask(`/api/v1/assets?page=2&industry=${industry}`)).json())
      expect(data.data.length).toBeGreaterThan(0)
    }
  })

  it.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=abc',
    'page=',
    'page=1e3',
    'page=10001',
    'page=1&page=2',
    'size=0',
    'size=51',
    'size=x',
    'industry=GAMING',
    'industry=meme',
    'sort=rank',
    'order=up',
  ])('refuses %s and names the field', async (query) => {
    const answer = await ask(`/api/v1/assets?${query}`)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    const body = z.parse(problem, answer.json())
    expect([answer.statusCode, body.code, Object.keys(body.errors ?? {})]).toEqual([400, 'bad_input', [query.split('=')[0]]])
  })

  it('treats an empty industry and ALL as no filter', async () => {
    for (const industry of ['', 'ALL'])
      expect((await ask(`/api/v1/assets?industry=${industry}`)).json()).toMatchObject({ data: { industry: null, total: 50 } })
  })

  it('returns 304 to a client that already has it', async () => {
    await agree(async () => {
      const first = await ask('/api/v1/assets?page=3')
      const again = await ask('/api/v1/assets?page=3', { 'if-none-match': String(first.headers.etag) })
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', first.headers.etag])
    })
    expect((await ask('/api/v1/assets?page=3', { 'if-none-match': '"other"' })).statusCode).toBe(200)
  })
})

describe('the board', () => {
  it('has every coin of the catalogue, largest first, with its industries', async () => {
    const answer = await ask('/api/v1/market/board')
    const { data } = z.parse(envelope(board), answer.json())
    expect([answer.statusCode, data.source, new Set(data.data.map(({ symbol }) => symbol)).size]).toEqual([200, 'sim', COINS.length])
    expect(data.data.map(({ rank }) => rank)).toEqual(COINS.map((_, index) => index + 1))
    const caps = data.data.map(({ marketCap }) => marketCap ?? -1)
    expect(caps).toEqual([...caps].sort((a, b) => b - a))
    const industriesOf = (name: string) => data.data.find(({ symbol }) => symbol === name)?.industries
    expect([industriesOf('BTC'), industriesOf('DOGE')]).toEqual([[], ['MEME']])
  })

  it('has the same figures as the list, and returns 304 to a client that already has them', async () => {
    await agree(async () => {
      const first = await ask('/api/v1/market/board')
      const [bitcoin] = z.parse(envelope(board), first.json()).data.data
      const { data: details } = z.parse(envelope(assetDetails), (await ask('/api/v1/assets/BTC')).json())
      expect([bitcoin?.symbol, bitcoin?.closes]).toEqual(['BTC', details.closes])
      const again = await ask('/api/v1/market/board', { 'if-none-match': String(first.headers.etag) })
      expect([again.statusCode, again.body]).toEqual([304, ''])
    })
  })
})

describe('a coin', () => {
  it('has the details of the contract', async () => {
    const { data } = z.parse(envelope(assetDetails), (await ask('/api/v1/assets/BTC')).json())
    expect(data).toMatchObject({ ticker: 'BTC', name: 'Bitcoin', source: 'sim', stale: false })
    expect(data.marketCap).toBeCloseTo((data.price ?? 0) * (data.circulatingSupply ?? 0))
  })

  it('has the same past prices in its details as in its row of the list', async () => {
    await agree(async () => {
      const details = z.parse(envelope(assetDetails), (await ask('/api/v1/assets/BTC')).json()).data
      const { data: rows } = z.parse(envelope(assetsPage), (await ask('/api/v1/assets?size=50')).json()).data
      expect(details.closes).toEqual(rows.find(({ symbol }) => symbol === 'BTC')?.closes)
      expect(details.closes['24h']).toBeGreaterThan(0)
    })
  })

  it('is listed by name among the currencies when it has a page of its own', async () => {
    const { data } = z.parse(envelope(currencies), (await ask('/api/v1/currencies')).json())
    expect(data.map(({ symbol }) => symbol)).toEqual([...SUPPORTED_SYMBOLS])
    expect(data[0]).toEqual({ symbol: 'BTC', name: 'Bitcoin', logo: '/coins/btc.svg' })
  })

  it('returns 404 if the catalogue has no such coin, and is refused if the symbol is invalid', async () => {
    for (const area of ['assets', 'candles', 'depth']) {
      expect((await ask(`/api/v1/${area}/NOSUCH`)).json()).toMatchObject({ status: 404, code: 'not_found' })
      for (const symbol of ['btc', 'TOOLONGASYMBOL', "B'--", '%00', 'B%20T']) {
        expect((await ask(`/api/v1/${area}/${symbol}`)).json()).toMatchObject({ status: 400, code: 'bad_input' })
      }
    }
  })

  it('has a book with bids below asks', async () => {
    const { data } = z.parse(envelope(depth), (await ask('/api/v1/depth/ETH')).json())
    expect(data.bids[0]?.[0]).toBeLessThan(data.asks[0]?.[0] ?? 0)
  })
})

describe('candles', () => {
  const candles = async (query: string) => z.parse(envelope(z.array(candleTuple)), (await ask(`/api/v1/candles/BTC?${query}`)).json()).data
  const now = Math.floor(Date.now() / 1_000)

  it.each([
    ['1m', 60],
    ['5m', 300],
    ['15m', 900],
    ['1h', 3_600],
    ['4h', 14_400],
    ['1d', 86_400],
  ])('of %s are contiguous', async (interval, step) => {
    const times = (await candles(`interval=${interval}&limit=80`)).map(([time]) => time)
    expect(times.length).toBe(80)
    expect(times.slice(1).every((time, index) => time - (times[index] ?? 0) === step)).toBe(true)
    expect(now - (times.at(-1) ?? 0)).toBeLessThan(3 * step)
  })

  it('of a week start on Monday and are built from its days; the last is the current week', async () => {
    // A first start loads two years of weeks, though hours are stored for 90 days.
    const weeks = await vi.waitUntil(async () => {
      const read = await candles('interval=1w')
      return read.length > 100 && read
    })
    expect(weeks.slice(1).every(([time], index) => time - (weeks[index]?.[0] ?? 0) === 7 * 86_400)).toBe(true)
    expect(weeks.map(([time]) => new Date(time * 1_000).getUTCDay())).toEqual(weeks.map(() => 1))
    const [before, last] = weeks.slice(-2)
    expect([now - (last?.[0] ?? 0) < 7 * 86_400 + 60, (last?.[0] ?? 0) - (before?.[0] ?? 0)]).toEqual([true, 7 * 86_400])
    const days = await candles(`interval=1d&from=${before?.[0]}&to=${last?.[0]}`)
    expect(before?.slice(1, 5)).toEqual([
      days[0]?.[1],
      Math.max(...days.map((day) => day[2])),
      Math.min(...days.map((day) => day[3])),
      days.at(-1)?.[4],
    ])
  })

  it('are a thousand at most, from the distant past as well as from now', async () => {
    expect((await candles('interval=1m')).length).toBe(1_000)
    const from = now - 80 * 24 * HOUR_S
    const old = await candles(`interval=1h&from=${from}`)
    expect([old.length, (old[0]?.[0] ?? 0) - from < HOUR_S]).toEqual([1_000, true])
  })

  it('accept the same instant in seconds and in ISO 8601', async () => {
    const [from, to] = [now - 48 * HOUR_S, now - 24 * HOUR_S]
    const iso = (seconds: number) => encodeURIComponent(new Date(seconds * 1_000).toISOString())
    const inSeconds = await candles(`interval=1h&from=${from}&to=${to}`)
    expect(inSeconds.length).toBe(24)
    expect(await candles(`interval=1h&from=${iso(from)}&to=${iso(to)}`)).toEqual(inSeconds)
    expect(await candles(`interval=1h&from=&to=${to}&limit=24`)).toEqual(inSeconds)
  })

  it('of a coarse interval are those of the fine one, merged', async () => {
    const day = Math.floor(now / 86_400) * 86_400 - 3 * 86_400
    const [merged] = await candles(`interval=1d&from=${day}&limit=1`)
    const hours = await candles(`interval=1h&from=${day}&limit=24`)
    expect(merged?.slice(0, 5)).toEqual([
      day,
      hours[0]?.[1],
      Math.max(...hours.map((hour) => hour[2])),
      Math.min(...hours.map((hour) => hour[3])),
      hours.at(-1)?.[4],
    ])
    expect(merged?.[5]).toBeCloseTo(
      hours.reduce((sum, hour) => sum + hour[5], 0),
      4,
    )
  })

  it('of the future do not exist', async () => {
    expect(await candles(`interval=1h&from=${now + 2 * HOUR_S}`)).toEqual([])
  })

  it.each([
    'interval=2h',
    'interval=',
    'limit=0',
    'limit=1001',
    'limit=-5',
    'limit=1.5',
    'from=yesterday',
    'from=-1',
    'from=99999999999999',
    'to=2026-13-45',
    'from=200&to=100',
  ])('refuse %s and name the field', async (query) => {
    const answer = await ask(`/api/v1/candles/BTC?${query}`)
    expect([answer.statusCode, Object.keys(z.parse(problem, answer.json()).errors ?? {})]).toEqual([400, [query.split('=')[0]]])
  })
})

it('shares one computation among concurrent identical requests', async () => {
  await agree(async () => {
    const bodies = await Promise.all(Array.from({ length: 20 }, () => ask('/api/v1/candles/ETH?interval=4h')))
    expect(new Set(bodies.map((answer) => answer.headers.etag)).size).toBe(1)
  })
})
