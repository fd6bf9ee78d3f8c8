import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { defined } from '@aerie/core/defined'
import { itemAt } from '@aerie/core/item-at'
import type { Candle } from '@aerie/core/market/candle'
import { epochMs } from '@aerie/core/time'
import { correlation, correlationPair, screen, volatility } from '@aerie/wire/market/analytics'
import { envelope, problem } from '@aerie/wire/problem'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type TestDatabase, testDatabase } from '../../../../test/database.ts'
import { listingOf, scriptedSource, T0 } from '../../../../test/scripted-source.ts'
import { testApp } from '../../../../test/test-app.ts'
import { MarketService } from '../service.ts'
import { analyticsRoutes } from './analytics-routes.ts'
import { AnalyticsService } from './analytics-service.ts'

const HOUR_S = 3_600
/** Deterministic pseudo-random number in [0, 1) derived from `x`. */
const shake = (x: number): number => Math.abs(Math.sin(x * 12.9898) * 43_758.5453) % 1
/** BTC wanders; ETH follows it with some noise of its own; DOGE moves inversely; FLAT is constant; NEW was listed 10 days ago. */
const LOG_OF: Readonly<Record<string, (hour: number) => number>> = {
  BTC: (hour) => 0.02 * shake(hour),
  ETH: (hour) => 0.02 * shake(hour) + 0.01 * shake(hour + 0.5),
  DOGE: (hour) => -0.02 * shake(hour),
  FLAT: () => 0,
  NEW: (hour) => 0.03 * shake(hour + 0.25),
  GAPS: (hour) => 0.02 * shake(hour),
}
const SYMBOLS = [...Object.keys(LOG_OF), 'VOID']
const NOW = T0 + 20 * 60_000
const END = T0 / 1_000
const priceAt = (symbol: string, time: number): number => 100 * Math.exp(LOG_OF[symbol]?.(time / HOUR_S) ?? 0)
const isThere = (symbol: string, time: number): boolean => {
  if (symbol === 'VOID') return false
  if (symbol === 'NEW') return time >= END - 240 * HOUR_S
  return symbol !== 'GAPS' || (time / HOUR_S) % 5 !== 0
}
const candleOf = (symbol: string, time: number): Candle => {
  const [open, close] = [priceAt(symbol, time - HOUR_S), priceAt(symbol, time)]
  return { time, open, high: Math.max(open, close) * 1.002, low: Math.min(open, close) * 0.998, close, volume: 5 }
}

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

type Stage = { readonly market: MarketService; readonly app: FastifyInstance; readonly script: ReturnType<typeof scriptedSource> }

async function stage(
  id: string,
  symbols: readonly string[],
  now: number,
  history: (symbol: string, time: number) => Candle | undefined,
): Promise<Stage> {
  const script = scriptedSource({
    kind: 'replay',
    id,
    history: ({ symbol, interval, from, to }) => {
      const candles: Candle[] = []
      if (interval !== '1h') return candles
      for (let time = Math.ceil(from / 1_000 / HOUR_S) * HOUR_S; (time + HOUR_S) * 1_000 <= to; time += HOUR_S) {
        const candle = history(symbol, time)
        if (candle !== undefined) candles.push(candle)
      }
      return candles
    },
  })
  script.setNow(now)
  const coins = symbols.map((symbol) => ({ symbol, name: symbol, logo: '', color: '#112233', industries: [] }))
  const logger = pino({ level: 'silent' })
  const market = new MarketService({ makeSource: () => script.source, coins, pool: database.db.$client, logger, retryMs: () => 1 })
  await market.start()
  script.emit().listings(symbols.map((symbol) => listingOf(symbol, { quote: 'USDT', asOf: epochMs(now) })))
  await market.settled()
  const { app } = testApp()
  await app.register(analyticsRoutes({ service: new AnalyticsService(market), clock: { now: () => epochMs(now) } }))
  return { market, app, script }
}
const close = async ({ market, app }: Stage): Promise<void> => {
  await app.close()
  await market.stop()
}

let user = 0
const ask = ({ app }: Stage, path: string, headers: Record<string, string> = { authorization: `Bearer a.${++user}.c` }) =>
  app.inject({ url: `/api/v1/analytics/${path}`, headers })
async function read<S extends z.core.$ZodType>(on: Stage, path: string, schema: S): Promise<z.output<S>> {
  const answer = await ask(on, path)
  expect(answer.statusCode, answer.body).toBe(200)
  return z.parse(schema, z.parse(envelope(z.unknown()), answer.json()).data)
}

const logs = (closes: readonly number[]): number[] => closes.slice(1).map((price, i) => Math.log(price / itemAt(closes, i)))
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const deviation = (values: readonly number[]): number =>
  Math.sqrt(values.reduce((sum, value) => sum + (value - mean(values)) ** 2, 0) / (values.length - 1))
const correlated = (x: readonly number[], y: readonly number[]): number =>
  mean(x.map((value, i) => (value - mean(x)) * (itemAt(y, i) - mean(y)))) / (deviation(x) * deviation(y)) / (1 - 1 / x.length)
const yearly = (returns: readonly number[]): number => 100 * deviation(returns) * Math.sqrt(8_760)

describe('a scripted market', () => {
  let on: Stage
  const closesOf = (symbol: string, hours: number) =>
    Array.from({ length: hours + 1 }, (_, i) => priceAt(symbol, END - (hours + 1 - i) * HOUR_S))
  beforeAll(async () => {
    on = await stage('replay:analytics', SYMBOLS, NOW, (symbol, time) => (isThere(symbol, time) ? candleOf(symbol, time) : undefined))
  })
  afterAll(() => close(on))

  it('rejects requests without a token', async () => {
    for (const path of ['screen', 'correlation?symbols=BTC,ETH', 'correlation/pair?a=BTC&b=ETH', 'volatility/BTC'])
      expect((await ask(on, path, {})).json()).toMatchObject({ status: 401, code: 'unauthenticated' })
  })

  it('never serves an unauthenticated caller a result computed for somebody else', async () => {
    expect((await ask(on, 'screen')).statusCode).toBe(200)
    expect((await ask(on, 'screen', {})).statusCode).toBe(401)
    expect((await ask(on, 'screen')).headers['cache-control']).toBe('private, no-cache')
  })

  it('screens each coin with the plain formulas, with its source and the end of the hour', async () => {
    const data = await read(on, 'screen', screen)
    expect(data).toMatchObject({ source: 'replay', as_of: T0 })
    expect(data.rows.map(({ symbol }) => symbol)).toEqual(SYMBOLS)
    const row = defined(data.rows.find(({ symbol }) => symbol === 'ETH'))
    expect(row).toMatchObject({ quote: 'USDT', close: priceAt('ETH', END - HOUR_S), closed_at: T0 })
    for (const [name, hours] of [
      ['24h', 24],
      ['7d', 168],
      ['30d', 720],
    ] as const) {
      expect(row[`volatility_${name}`]).toMatchObject({ candles: hours, since: T0 - hours * HOUR_S * 1_000, reason: null })
      expect(row[`volatility_${name}`].value).toBeCloseTo(yearly(logs(closesOf('ETH', hours))), 8)
      expect(row[`return_${name}`].value).toBeCloseTo(
        100 * (priceAt('ETH', END - HOUR_S) / priceAt('ETH', END - (hours + 1) * HOUR_S) - 1),
        8,
      )
    }
    const candles = Array.from({ length: 2_160 }, (_, i) => candleOf('ETH', END - (i + 1) * HOUR_S))
    const high = Math.max(...candles.map((candle) => candle.high))
    expect(row.high_90d.value).toBeCloseTo(high, 10)
    expect(row.from_high_90d.value).toBeCloseTo(100 * (defined(row.close) / high - 1), 8)
    expect(row.from_low_30d.value).toBeGreaterThanOrEqual(0)
    expect(row.atr_14d.value).toBeGreaterThan(0)
  })

  it('returns no value where it is unknown, with the reason', async () => {
    const { rows } = await read(on, 'screen', screen)
    const of = (symbol: string) => defined(rows.find((row) => row.symbol === symbol))
    expect(of('NEW').volatility_7d.value).toBeGreaterThan(0)
    expect(of('NEW').volatility_30d).toEqual({ value: null, candles: 240, since: (END - 240 * HOUR_S) * 1_000, reason: 'no-history' })
    expect(of('NEW').atr_14d).toMatchObject({ value: null, reason: 'no-history' })
    expect(of('GAPS').volatility_24h).toMatchObject({ value: null, reason: 'gaps' })
    expect(of('VOID')).toMatchObject({
      close: null,
      closed_at: null,
      return_24h: { value: null, candles: 0, since: null, reason: 'no-history' },
    })
    // The volatility of a constant price is a known 0, not a missing value.
    expect(of('FLAT').volatility_24h).toMatchObject({ value: 0, reason: null })
  })

  it('correlates with the plain formula, with the number of pairs and the bounds', async () => {
    const data = await read(on, 'correlation?symbols=BTC,ETH,DOGE,FLAT,NEW&window=720', correlation)
    expect(data).toMatchObject({
      symbols: ['BTC', 'ETH', 'DOGE', 'FLAT', 'NEW'],
      returns: [720, 720, 720, 720, 239],
      window_hours: 720,
      source: 'replay',
    })
    const cell = (i: number, j: number) => defined(data.cells.find(([a, b]) => a === i && b === j))
    const expected = correlated(logs(closesOf('BTC', 720)), logs(closesOf('ETH', 720)))
    expect(cell(0, 1)[3]).toBeCloseTo(expected, 10)
    expect([cell(0, 1)[2], cell(0, 4)[2]]).toEqual([720, 239])
    const reach = 1.959_963_984_540_054 / Math.sqrt(717)
    expect(cell(0, 1)[4]).toBeCloseTo(Math.tanh(Math.atanh(expected) - reach), 10)
    expect(cell(0, 2)[3]).toBeCloseTo(-1, 10)
    expect(cell(0, 3).slice(3)).toEqual([null, null, null])
    expect(data.cells).toHaveLength(10)
  })

  it('returns no correlation for fewer than twenty pairs', async () => {
    const data = await read(on, 'correlation?symbols=BTC,NEW&interval=1d&window=2160', correlation)
    expect(data.cells).toEqual([[0, 1, 9, null, null, null]])
    expect(data.returns).toEqual([90, 9])
  })

  it('builds longer candles from the closes of the hours that end them', async () => {
    const data = await read(on, 'correlation?symbols=BTC,ETH&interval=4h&window=240', correlation)
    const closes = (symbol: string) => Array.from({ length: 61 }, (_, i) => priceAt(symbol, END - (60 - i) * 4 * HOUR_S - HOUR_S))
    expect(itemAt(data.cells, 0)[3]).toBeCloseTo(correlated(logs(closes('BTC')), logs(closes('ETH'))), 10)
  })

  it('shows the pairs of a cell and the rolling coefficient', async () => {
    const data = await read(on, 'correlation/pair?a=ETH&b=BTC&window=720', correlationPair)
    const { cells } = await read(on, 'correlation?symbols=BTC,ETH&window=720', correlation)
    expect(data).toMatchObject({ a: 'ETH', b: 'BTC', pairs: 720, rolling_pairs: 120 })
    expect(data.value).toBeCloseTo(defined(itemAt(itemAt(cells, 0), 3)), 12)
    expect(data.points).toHaveLength(720)
    expect(itemAt(data.points, -1)[0]).toBe(T0)
    expect(itemAt(data.points, -1)[1]).toBeCloseTo(100 * itemAt(logs(closesOf('ETH', 1)), 0), 10)
    expect(itemAt(data.rolling, -1)[1]).toBeCloseTo(correlated(logs(closesOf('ETH', 120)), logs(closesOf('BTC', 120))), 10)
  })

  it('uses ranks for Spearman, so that one huge move changes little', async () => {
    const [plain, ranked] = await Promise.all([
      read(on, 'correlation?symbols=BTC,ETH&method=pearson', correlation),
      read(on, 'correlation?symbols=BTC,ETH&method=spearman', correlation),
    ])
    expect(ranked.method).toBe('spearman')
    expect(itemAt(ranked.cells, 0)[3]).not.toBe(itemAt(plain.cells, 0)[3])
    expect(Math.abs(defined(itemAt(itemAt(ranked.cells, 0), 3)) - defined(itemAt(itemAt(plain.cells, 0), 3)))).toBeLessThan(0.1)
  })

  it('rates the current volatility against its own past', async () => {
    const data = await read(on, 'volatility/BTC?window=24&days=90', volatility)
    expect(data).toMatchObject({ symbol: 'BTC', window_hours: 24, days: 90, days_known: 90, source: 'replay', as_of: T0, reason: null })
    const returns = logs(closesOf('BTC', 2_160))
    const rolled = Array.from({ length: returns.length - 23 }, (_, i) => yearly(returns.slice(i, i + 24)))
    const now = itemAt(rolled, -1)
    expect(data.estimators.close_to_close.value).toBeCloseTo(now, 8)
    expect(data.series.at(-1)).toEqual([T0, expect.closeTo(now, 8)])
    expect(defined(data.regime).percentile).toBeCloseTo((rolled.filter((value) => value < now - 1e-9).length + 0.5) / rolled.length, 8)
    const sorted = rolled.toSorted((a, b) => a - b)
    expect(data.thresholds[0]).toBeCloseTo(itemAt(sorted, Math.floor(0.25 * (sorted.length - 1))), 0)
    expect(data.cone.map(({ hours }) => hours)).toEqual([24, 72, 168, 336, 720])
    expect(data.cone[0]).toMatchObject({ windows: rolled.length, now: expect.closeTo(now, 8) })
    expect(itemAt(data.cone, 0).lowest).toBeCloseTo(itemAt(sorted, 0), 8)
    expect(
      data.cone.every(
        ({ lowest, quarter, median, three_quarters, highest }) =>
          lowest <= quarter && quarter <= median && median <= three_quarters && three_quarters <= highest,
      ),
    ).toBe(true)
    const { since, name } = defined(data.regime)
    const last = itemAt(data.spells, -1)
    expect([last[0], last[1]]).toEqual([since, T0])
    expect(['calm', 'normal', 'high', 'extreme'][last[2]]).toBe(name)
    for (const estimator of Object.values(data.estimators)) expect(estimator.value).toBeGreaterThan(0)
  })

  it('reports no regime for a coin that is too young or has gaps', async () => {
    const young = await read(on, 'volatility/NEW?window=24', volatility)
    expect(young).toMatchObject({ regime: null, reason: 'no-history', thresholds: [], spells: [] })
    expect(young.estimators.close_to_close.value).toBeGreaterThan(0)
    const holed = await read(on, 'volatility/GAPS?window=24', volatility)
    expect(holed).toMatchObject({ regime: null, reason: 'gaps', estimators: { close_to_close: { value: null, reason: 'gaps' } } })
    const none = await read(on, 'volatility/VOID', volatility)
    expect(none).toMatchObject({ regime: null, reason: 'no-history', series: [], cone: [], days_known: 0 })
  })

  it.each([
    ['correlation?symbols=BTC', 'symbols'],
    ['correlation?symbols=BTC,btc', 'symbols.1'],
    ['correlation?symbols=BTC,BTC', 'symbols'],
    [`correlation?symbols=${Array.from({ length: 31 }, (_, i) => `C${i}`).join()}`, 'symbols'],
    ['correlation', 'symbols'],
    ['correlation?symbols=BTC,ETH&window=23', 'window'],
    ['correlation?symbols=BTC,ETH&window=2161', 'window'],
    ['correlation?symbols=BTC,ETH&window=1e2', 'window'],
    ['correlation?symbols=BTC,ETH&interval=5m', 'interval'],
    ['correlation?symbols=BTC,ETH&method=kendall', 'method'],
    ['correlation/pair?a=BTC&b=BTC', 'b'],
    ['volatility/BTC?window=25', 'window'],
    ['volatility/BTC?days=91', 'days'],
  ])('rejects %s with the name of its field', async (path, field) => {
    const answer = await ask(on, path)
    const body = z.parse(problem, answer.json())
    expect([answer.statusCode, body.code, Object.keys(body.errors ?? {})]).toEqual([400, 'bad_input', [field]])
  })

  it('rejects a coin that is in no catalogue', async () => {
    for (const path of ['correlation?symbols=BTC,NOPE', 'correlation/pair?a=BTC&b=NOPE', 'volatility/NOPE'])
      expect((await ask(on, path)).json()).toMatchObject({ status: 404, detail: 'Unknown coin: NOPE.' })
  })

  it('rate-limits a user who requests too much at once, but not for results that already exist', async () => {
    const headers = { authorization: 'Bearer a.greedy.c' }
    const answers = await Promise.all(
      Array.from({ length: 45 }, (_, i) => ask(on, `correlation?symbols=BTC,ETH&window=${30 + i}`, headers)),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5)
    expect((await ask(on, 'correlation?symbols=BTC,ETH&window=30', headers)).statusCode).toBe(200)
  })

  it('computes once an hour: 304 for a cached copy, and again once a candle has closed', async () => {
    const first = await ask(on, 'volatility/BTC?window=24')
    const headers = { authorization: 'Bearer a.b.c', 'if-none-match': String(first.headers.etag) }
    const again = await ask(on, 'volatility/BTC?window=24', headers)
    expect([again.statusCode, again.body]).toEqual([304, ''])
    on.script.setNow(NOW + HOUR_S * 1_000)
    on.script.emit().candles(
      SYMBOLS.filter((symbol) => isThere(symbol, END)).map((symbol) => ({
        symbol,
        interval: '1h' as const,
        candle: candleOf(symbol, END),
      })),
    )
    const next = await ask(on, 'volatility/BTC?window=24', headers)
    expect(next.statusCode).toBe(200)
    expect(next.json()).toMatchObject({ data: { as_of: T0 + HOUR_S * 1_000 } })
  })

  it('uses the newest candle while the next is pending, and reports a gap when it stays missing', async () => {
    on.script.setNow(NOW + 2 * HOUR_S * 1_000)
    const soon = await read(on, 'screen', screen)
    const of = (data: z.output<typeof screen>) => defined(data.rows.find(({ symbol }) => symbol === 'BTC'))
    expect(of(soon).volatility_24h).toMatchObject({ candles: 24, reason: null })
    on.script.setNow(NOW + 8 * HOUR_S * 1_000)
    expect(of(await read(on, 'screen', screen)).volatility_24h).toMatchObject({ value: null, reason: 'gaps' })
  })
})

const SHARED = fileURLToPath(new URL('../../../../../../../shared/market/ohlcv/1h/', import.meta.url))
const isShared = existsSync(SHARED)
if (!isShared) console.info('The recorded market (../shared/market/ohlcv) is not beside this checkout: its test is skipped.')

describe.runIf(isShared)('the recorded candles of real coins', () => {
  const end = Date.UTC(2024, 1, 20, 7)
  const recorded = (symbol: string): Map<number, Candle> =>
    new Map(
      gunzipSync(readFileSync(`${SHARED}${symbol}USDT-1h.csv.gz`))
        .toString()
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => {
          const [time = Number.NaN, open = Number.NaN, high = Number.NaN, low = Number.NaN, close = Number.NaN, volume = Number.NaN] = line
            .split(',')
            .map(Number)
          return [time, { time, open, high, low, close, volume }]
        }),
    )

  it('match the figures derived from the files', async () => {
    const files = new Map(['BTC', 'ETH'].map((symbol) => [symbol, recorded(symbol)]))
    const on = await stage('replay:recorded', ['BTC', 'ETH'], end + 60_000, (symbol, time) => files.get(symbol)?.get(time))
    try {
      const closes = (symbol: string, hours: number) =>
        Array.from({ length: hours + 1 }, (_, i) => defined(defined(files.get(symbol)).get(end / 1_000 - (hours + 1 - i) * HOUR_S)).close)
      const { cells } = await read(on, 'correlation?symbols=BTC,ETH&window=720', correlation)
      expect(itemAt(cells, 0)[3]).toBeCloseTo(correlated(logs(closes('BTC', 720)), logs(closes('ETH', 720))), 10)
      expect(itemAt(cells, 0)[3]).toBeGreaterThan(0.5)
      const vol = await read(on, 'volatility/BTC?window=168&days=90', volatility)
      expect(vol.estimators.close_to_close.value).toBeCloseTo(yearly(logs(closes('BTC', 168))), 8)
      // All five estimators measure the same market: they agree within a factor of two.
      const values = Object.values(vol.estimators).map(({ value }) => defined(value))
      expect(Math.max(...values) / Math.min(...values)).toBeLessThan(2)
    } finally {
      await close(on)
    }
  })
})
