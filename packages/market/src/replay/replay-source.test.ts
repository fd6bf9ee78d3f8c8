import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { defined } from '@aerie/core/defined'
import type { Candle } from '@aerie/core/market/candle'
import { DAY_MS, type EpochMs, epochMs, HOUR_MS, systemClock } from '@aerie/core/time'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { recorder } from '../test/recorder.ts'
import { parseRecordingName } from './recording.ts'
import { replaySource } from './replay-source.ts'

vi.setConfig({ testTimeout: 60_000 })

const T0 = Date.UTC(2024, 0, 1)
const HEADER = 'time,open,high,low,close,volume\n'
const clock = { now: () => epochMs(Date.now()) }
let dir: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'aerie-replay-'))
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20), toFake: ['setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(dir, { recursive: true, force: true })
})

const candle = (n: number, stepMs = HOUR_MS): Candle => ({
  time: (T0 + n * stepMs) / 1000,
  open: 100 + n,
  high: 101 + n,
  low: 99 + n,
  close: 100.5 + n,
  volume: 10 + n,
})
const row = ({ time, open, high, low, close, volume }: Candle) => `${time},${open},${high},${low},${close},${volume}\n`
const candles = (from: number, to: number, stepMs = HOUR_MS) =>
  Array.from({ length: to - from }, (_, index) => candle(from + index, stepMs))
const csv = (list: readonly Candle[]) => HEADER + list.map(row).join('')
const write = (name: string, content: string | Buffer) => writeFileSync(join(dir, name), content)

function recordedListener() {
  const received = recorder()
  return { received, listener: received.listener }
}

async function play(settings: { from?: number; speed?: number } = {}) {
  const { received, listener } = recordedListener()
  const from = settings.from === undefined ? undefined : epochMs(settings.from)
  const source = replaySource({ dir, speed: settings.speed ?? 3600, from, clock })
  await source.start(listener)
  return { source, received, detail: () => received.states.map(({ detail }) => detail).join(' ') }
}
const history = (source: ReturnType<typeof replaySource>, symbol: string, interval: '1m' | '1h' = '1h') =>
  source.history({ symbol, interval, from: epochMs(0), to: epochMs(Date.UTC(2030, 0, 1)) })

describe('the displayed prices', () => {
  it("are the file's own closes, each at its time, delivered when the market's clock passes it", async () => {
    write('BTCUSDT-1h.csv.gz', gzipSync(csv(candles(0, 50))))
    const { source, received } = await play({ from: T0 + 10 * HOUR_MS })
    expect(received.ticks).toEqual([{ symbol: 'BTC', price: 109.5, asOf: T0 + 10 * HOUR_MS, venue: 'replay', quote: 'USDT' }])
    vi.advanceTimersByTime(3_000)
    expect(source.now()).toBe(T0 + 13 * HOUR_MS)
    expect(received.ticks.slice(1).map(({ price, asOf }) => [price, asOf])).toEqual(
      [10, 11, 12].map((n) => [100.5 + n, T0 + (n + 1) * HOUR_MS]),
    )
    expect(received.candles).toEqual([10, 11, 12].map((n) => ({ symbol: 'BTC', interval: '1h', candle: candle(n) })))
    await source.stop()
  })

  it('resume at the next open after a gap, with no invented prices within it', async () => {
    write('BTCUSDT-1h.csv', csv([...candles(0, 12), ...candles(20, 40)]))
    const { source, received } = await play({ from: T0 + 11 * HOUR_MS })
    vi.advanceTimersByTime(10_000)
    expect(received.ticks.map(({ price, asOf }) => [price, (asOf - T0) / HOUR_MS])).toEqual([
      [110.5, 11],
      [111.5, 12],
      [120, 20],
      [120.5, 21],
    ])
    expect(received.candles.map((one) => one.candle)).toEqual([candle(11), candle(20)])
    await source.stop()
  })

  it('start where the data of a coin starts, and the coin is not listed before', async () => {
    write('BTCUSDT-1h.csv', csv(candles(0, 40)))
    write('SUI-USD_1h.csv', csv(candles(5, 40)))
    const { source, received } = await play({ from: T0 + HOUR_MS })
    expect(received.listings.map(({ symbol }) => symbol)).toEqual(['BTC'])
    vi.advanceTimersByTime(4_000)
    expect(received.listings.map(({ symbol }) => symbol)).toEqual(['BTC', 'SUI'])
    expect(received.ticks.filter(({ symbol }) => symbol === 'SUI')).toEqual([
      { symbol: 'SUI', price: 105, asOf: T0 + 5 * HOUR_MS, venue: 'replay', quote: 'USD' },
    ])
    expect(received.listings[0]).toMatchObject({
      marketCap: null,
      volume24h: 'candles',
      price: null,
      closes: { '1h': null, '24h': null, '7d': null },
    })
    await source.stop()
  })
})

it('has prices where a candle covers the time: not in holes, nor from the last close on', async () => {
  write('BTCUSDT-1h.csv', csv([...candles(0, 12), ...candles(20, 24)]))
  write('SUI-USD_1h.csv', csv(candles(5, 40)))
  const { source } = await play({ from: T0 + 11 * HOUR_MS })
  const hasPrices = (symbol: string, hour: number) => source.hasPrices?.(symbol, T0 + hour * HOUR_MS)
  expect([11, 11.999, 12, 19.999, 20, 23.999, 24, 39].map((hour) => hasPrices('BTC', hour))).toEqual([
    true,
    true,
    false,
    false,
    true,
    true,
    false,
    false,
  ])
  expect([4.999, 5, 39.999, 40].map((hour) => hasPrices('SUI', hour))).toEqual([false, true, true, false])
  expect(hasPrices('NOPE', 11)).toBe(false)
  await source.stop()
})

it('ages prices by its longest candles', async () => {
  write('BTCUSDT-1m.csv', csv(candles(0, 300, 60_000)))
  expect(replaySource({ dir, speed: 1, clock }).staleAfterMs).toBe(63_000)
  write('ETHUSDT-4h.csv', csv(candles(0, 40, 4 * HOUR_MS)))
  expect(replaySource({ dir, speed: 1, clock }).staleAfterMs).toBe(4 * HOUR_MS + 3_000)
})

describe('the market clock', () => {
  beforeEach(() => write('BTCUSDT-1h.csv', csv(candles(0, 24 * 100))))

  it('starts 90 days before the end by default', async () => {
    const { source } = await play()
    expect(source.now()).toBe(T0 + 10 * DAY_MS)
    await source.stop()
  })

  it.each([1, 60, 3600])('runs at %dx speed', async (speed) => {
    const { source } = await play({ speed })
    vi.advanceTimersByTime(2_000)
    expect(source.now() - (T0 + 10 * DAY_MS)).toBe(2_000 * speed)
    expect(source.speed()).toBe(speed)
    await source.stop()
  })

  it("never goes back when the machine's clock does", async () => {
    const { source } = await play()
    vi.advanceTimersByTime(5_000)
    const before = source.now()
    vi.setSystemTime(Date.now() - HOUR_MS)
    expect(source.now()).toBe(before)
    await source.stop()
  })

  it('stops at the end, reports it once, and keeps the last prices', async () => {
    const { source, received } = await play({ from: T0 + 24 * 100 * HOUR_MS - 5 * HOUR_MS })
    vi.advanceTimersByTime(60_000)
    expect(received.states.map(({ state }) => state)).toEqual(['running', 'ended'])
    expect(source.speed()).toBe(0)
    expect(source.now()).toBe(T0 + 24 * 100 * HOUR_MS)
    expect(received.ticks.at(-1)).toMatchObject({ price: 100.5 + 2399, asOf: source.now() })
    expect(received.candles).toHaveLength(5)
    await source.stop()
  })

  it('catches up after a pause a few hours at a time without losing a candle', async () => {
    const { source, received } = await play()
    vi.setSystemTime(Date.now() + 60_000)
    vi.advanceTimersByTime(250)
    expect(received.candles).toHaveLength(6)
    vi.advanceTimersByTime(5_000)
    expect(received.candles.map((one) => one.candle)).toEqual(candles(240, 240 + received.candles.length))
    expect(received.candles).toHaveLength(65)
    await source.stop()
  })

  it.each([
    ['before', T0 - DAY_MS],
    ['after', T0 + 200 * DAY_MS],
  ])('refuses to start %s the recordings', async (_, from) => {
    await expect(play({ from })).rejects.toMatchObject({
      code: 'bad-setting',
      message: expect.stringMatching(/2024-01-01 00:00 UTC to 2024-04-10/),
    })
  })
})

describe('the history', () => {
  it('includes what came before the start, and nothing from the future', async () => {
    write('BTCUSDT-1h.csv', csv(candles(0, 50)))
    const { source } = await play({ from: T0 + 20.5 * HOUR_MS })
    expect(await history(source, 'BTC')).toEqual(candles(0, 20))
    vi.advanceTimersByTime(2_000)
    expect(await history(source, 'BTC')).toEqual(candles(0, 22))
    const hour = (n: number): EpochMs => epochMs(T0 + n * HOUR_MS)
    expect(await source.history({ symbol: 'BTC', interval: '1h', from: hour(3), to: hour(5) })).toEqual(candles(3, 5))
    expect(await history(source, 'BTC', '1m')).toEqual([])
    expect(await history(source, 'ETH')).toEqual([])
    expect(await source.book('BTC')).toBeUndefined()
    await source.stop()
  })

  it('has minutes and the hours built from them where minutes were recorded', async () => {
    write('BTC-USD_1m.csv', csv(candles(30, 300, 60_000)))
    const { source, received } = await play({ from: T0 + 3 * HOUR_MS, speed: 60 })
    expect((await history(source, 'BTC', '1m')).at(-1)).toEqual(candle(179, 60_000))
    expect(await history(source, 'BTC')).toEqual([
      { time: T0 / 1000 + 3600, open: 160, high: 220, low: 159, close: 219.5, volume: expect.any(Number) },
      { time: T0 / 1000 + 7200, open: 220, high: 280, low: 219, close: 279.5, volume: expect.any(Number) },
    ])
    vi.advanceTimersByTime(60_000)
    expect(received.candles.filter(({ interval }) => interval === '1h')).toHaveLength(1)
    expect(received.candles.filter(({ interval }) => interval === '1m')).toHaveLength(60)
    await source.stop()
  })
})

describe('the selected file', () => {
  it('is the finest that covers the replayed time', async () => {
    write('XRPUSDT-1h.csv', csv(candles(0, 24 * 20)))
    write('XRPUSDT-15m-sample.csv', csv(candles(4 * 24 * 12, 4 * 24 * 20, 15 * 60_000).map((one) => ({ ...one, close: one.close + 0.25 }))))
    const early = await play({ from: T0 + DAY_MS })
    expect((await history(early.source, 'XRP')).at(-1)).toEqual(candle(23))
    await early.source.stop()
    const late = await play({ from: T0 + 15 * DAY_MS })
    expect((await history(late.source, 'XRP'))[0]).toMatchObject({ time: (T0 + 12 * DAY_MS) / 1000, close: 100.75 + 4 * 24 * 12 + 3 })
    await late.source.stop()
  })

  it('is a daily one only where nothing finer exists', async () => {
    write('BTCUSDT-1d.csv', csv(candles(0, 200, DAY_MS)))
    const daily = await play({ from: T0 + 100 * DAY_MS })
    expect(daily.received.listings[0]).toMatchObject({ symbol: 'BTC', closes: { '1h': null, '24h': 198.5, '7d': 192.5 } })
    expect(daily.received.ticks[0]).toMatchObject({ price: 199.5, asOf: T0 + 100 * DAY_MS })
    expect(daily.source.staleAfterMs).toBeGreaterThan(DAY_MS)
    const fast = replaySource({ dir, speed: 3600, clock: systemClock })
    expect(fast.staleAfterMs).toBe(DAY_MS + 3 * HOUR_MS)
    await daily.source.stop()
    mkdirSync(join(dir, 'hours'))
    write('hours/ETHUSDT-1h.csv', csv(candles(0, 24 * 5)))
    const hourly = await play()
    expect(hourly.received.listings.map(({ symbol }) => symbol)).toEqual(['ETH'])
    await hourly.source.stop()
  })

  it('is none for a coin missing from the catalogue, which is reported', async () => {
    write('BTCUSDT-1h.csv', csv(candles(0, 10)))
    write('PAXGUSDT-1h.csv', csv(candles(0, 10)))
    const { source, detail } = await play()
    expect(detail()).toMatch(/1 coin .*left out: PAXG\./)
    await source.stop()
  })

  it.each([
    ['BTCUSDT-1h.csv.gz', { symbol: 'BTC', quote: 'USDT', interval: '1h' }],
    ['BTC-USD_1m.csv', { symbol: 'BTC', quote: 'USD', interval: '1m' }],
    ['XRPUSDT-15m-sample.csv.gz', { symbol: 'XRP', quote: 'USDT', interval: '15m' }],
    ['usdcusdt_1D.CSV', { symbol: 'USDC', quote: 'USDT', interval: '1d' }],
    ['BTCEUR-1h.csv', undefined],
    ['BTCUSDT-1h.parquet', undefined],
    ['notes.csv', undefined],
  ])('parses the name %s', (name, facts) => expect(parseRecordingName(name)).toEqual(facts))
})

describe('a malformed file', () => {
  const rejection = async () =>
    await play().then(
      () => 'started',
      (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
    )

  it('loses only its bad rows, and their number is reported', async () => {
    const bad = [
      'nonsense\n',
      row({ ...candle(3), close: Number.NaN }),
      row({ ...candle(4), low: -1 }),
      row({ ...candle(5), high: 1 }),
      row(candle(1)),
      row(candle(2)),
      `${candle(6).time},1,2\n`,
      `${candle(6).time},,,,,\n`,
      row({ ...candle(6), time: candle(6).time + 7 }),
    ]
    write('BTCUSDT-1h.csv', HEADER + candles(0, 3).map(row).join('') + bad.join('') + candles(7, 9).map(row).join(''))
    const { source, detail } = await play({ from: T0 + 8 * HOUR_MS })
    vi.advanceTimersByTime(1_500)
    expect((await history(source, 'BTC')).map(({ time }) => time)).toEqual([0, 1, 2, 7, 8].map((n) => candle(n).time))
    expect(detail()).toContain('9 invalid rows skipped')
    await source.stop()
  })

  it('is kept up to the point where a compressed file was truncated', async () => {
    const packed = gzipSync(csv(candles(0, 2000)))
    write('BTCUSDT-1h.csv.gz', packed.subarray(0, packed.length - 2000))
    const { source, detail } = await play({ from: T0 + 10 * HOUR_MS })
    expect(await history(source, 'BTC')).toEqual(candles(0, 10))
    expect(detail()).toContain('BTCUSDT-1h.csv.gz is cut short.')
    await source.stop()
  })

  it.each([
    ['milliseconds', (one: Candle) => row({ ...one, time: one.time * 1000 })],
    ['microseconds', (one: Candle) => row({ ...one, time: one.time * 1_000_000 })],
    [
      'quotes and carriage returns',
      (one: Candle) =>
        row(one)
          .replace(/[^,\n]+/g, '"$&"')
          .replace('\n', '\r\n'),
    ],
  ])('may have %s', async (_, write1) => {
    write('BTCUSDT-1h.csv', `\uFEFF"Open Time",Open,High,Low,Close,Volume\r\n${candles(0, 30).map(write1).join('')}`)
    const { source } = await play({ from: T0 + 20 * HOUR_MS })
    expect(await history(source, 'BTC')).toEqual(candles(0, 20))
    await source.stop()
  })

  it('may be in descending order, with other columns, without a trailing newline', async () => {
    const rows = candles(0, 30)
      .toReversed()
      .map(({ time, open, high, low, close, volume }) => `x,${close},${open},${volume},${low},${high},${time}`)
    write('BTCUSDT-1h.csv', `note,close,open,volume,low,high,timestamp\n${rows.join('\n')}`)
    const { source } = await play({ from: T0 + 20 * HOUR_MS })
    expect(await history(source, 'BTC')).toEqual(candles(0, 20))
    await source.stop()
  })

  it.each([
    ['an empty folder', () => undefined, /no recording/],
    ['an empty file', () => write('BTCUSDT-1h.csv', ''), /BTCUSDT-1h\.csv is empty/],
    ['a header alone', () => write('BTCUSDT-1h.csv', HEADER), /has no usable row/],
    ['a missing column', () => write('BTCUSDT-1h.csv', 'time,open,high,low,volume\n1,2,3,4,5\n'), /has no column "close"/],
    ['what is no gzip', () => write('BTCUSDT-1h.csv.gz', csv(candles(0, 5))), /is not sound gzip/],
    ['coins that nobody knows', () => write('ZZZZUSDT-1h.csv', csv(candles(0, 5))), /left out: ZZZZ/],
    ['a file without line ends', () => write('BTCUSDT-1h.csv', Buffer.alloc(300_000, 65)), /is not a CSV of candles/],
  ])('refuses to start on %s with a clear single-line message', async (_, prepare, expected) => {
    prepare()
    const message = await rejection()
    expect(message).toMatch(/^bad-setting: /)
    expect(message).toMatch(expected)
    expect(message).not.toContain('\n')
  })

  it('refuses to start on a missing folder, without naming the path', async () => {
    rmSync(dir, { recursive: true })
    expect(await rejection()).toBe('bad-setting: REPLAY_DIR is not a folder that can be read')
  })
})

describe('its identity', () => {
  const id = () => replaySource({ dir, speed: 1, clock }).id

  it('changes with the files, and with nothing else', () => {
    write('BTCUSDT-1h.csv', csv(candles(0, 5)))
    const one = id()
    expect(one).toMatch(/^replay:[0-9a-f]{12}$/)
    expect(id()).toBe(one)
    write('notes.txt', 'not a recording')
    expect(id()).toBe(one)
    write('ETHUSDT-1h.csv', csv(candles(0, 5)))
    expect(id()).not.toBe(one)
  })
})

const REAL = new URL('../../../../../shared/market/ohlcv', import.meta.url).pathname
const isThere = existsSync(REAL)
if (!isThere) console.log('replay: ../shared/market/ohlcv is not beside the checkout, so the recorded market is not checked')

describe.runIf(isThere)('the recorded market of real coins', () => {
  it("shows the files' own prices", async () => {
    const { received, listener } = recordedListener()
    const source = replaySource({ dir: REAL, speed: 3600, from: epochMs(Date.UTC(2023, 10, 1)), clock })
    await source.start(listener)
    vi.advanceTimersByTime(24_000)
    await source.stop()
    expect(new Set(received.listings.map(({ symbol }) => symbol)).size).toBeGreaterThanOrEqual(28)
    for (const symbol of ['BTC', 'SHIB', 'VET', 'SUI']) {
      const rows = gunzipSync(readFileSync(join(REAL, `1h/${symbol}USDT-1h.csv.gz`)))
        .toString()
        .split('\n')
        .map((line) => line.split(',').map(Number))
      const closes = new Map(rows.map(([time = 0, , , , close]) => [(time + 3600) * 1000, close]))
      const shown = received.ticks.filter((tick) => tick.symbol === symbol)
      expect(shown).toHaveLength(25)
      for (const { asOf, price } of shown) expect(price).toBe(closes.get(asOf))
      const [last] = (await source.history({ symbol, interval: '1h', from: epochMs(0), to: source.now() })).slice(-1)
      expect(rows).toContainEqual(Object.values(defined(last)))
    }
  })
})
