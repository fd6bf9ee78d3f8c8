import { itemAt } from '@aerie/core/item-at'
import { type Clock, epochMs, HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import { fakeTime } from '@aerie/testkit/fake-time'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { COINS } from '../catalogue.ts'
import { recorder } from '../test/recorder.ts'
import { simSource } from './sim-source.ts'

vi.setConfig({ testTimeout: 60_000 })

const START = Date.UTC(2026, 10, 20, 14, 58, 30)
const clock: Clock = { now: () => epochMs(Date.now()) }

function recordedListener() {
  const received = recorder()
  return { received, listener: received.listener }
}

beforeEach(() => vi.useFakeTimers({ now: START, toFake: ['setInterval', 'clearInterval', 'Date'] }))
afterEach(() => vi.useRealTimers())

describe('a running simulation', () => {
  it('continues steadily when the machine’s clock is set back, and follows it when it is set forward', async () => {
    const time = fakeTime(START)
    const source = simSource({ seed: 42, clock: time.clock })
    const seen = [source.now()]
    for (const jump of [-HOUR_MS, 2 * HOUR_MS, 0]) {
      time.jump(jump)
      await time.advance(1_000)
      seen.push(source.now())
    }
    expect(seen.map((now) => now - START)).toEqual([0, 1_000, HOUR_MS + 2_000, HOUR_MS + 3_000])
  })

  it('has a listing and a fresh price for every coin as soon as it has started', async () => {
    const { received, listener } = recordedListener()
    const source = simSource({ seed: 42, clock })
    await source.start(listener)
    expect(received.listings.map(({ symbol }) => symbol)).toEqual(COINS.map(({ symbol }) => symbol))
    expect(received.ticks.map(({ symbol }) => symbol)).toEqual(COINS.map(({ symbol }) => symbol))
    expect(received.ticks.every(({ asOf }) => asOf <= START && asOf > START - source.staleAfterMs)).toBe(true)
    expect(received.states.at(-1)).toMatchObject({ state: 'running', detail: expect.stringContaining('Simulated') })
    await source.stop()
  })

  it('ticks every coin often enough never to look stale, in order and never from the future', async () => {
    const { received, listener } = recordedListener()
    const source = simSource({ seed: 42, clock })
    await source.start(listener)
    vi.advanceTimersByTime(1.2 * MINUTE_MS)
    for (const { symbol } of COINS) {
      const times = received.ticks.filter((tick) => tick.symbol === symbol).map(({ asOf }) => asOf)
      const gaps = times.slice(1).map((time, index) => time - itemAt(times, index))
      expect(Math.min(...gaps), symbol).toBeGreaterThan(0)
      expect(Math.max(...gaps), symbol).toBeLessThan(source.staleAfterMs)
      expect(times.at(-1)).toBeLessThanOrEqual(Date.now())
    }
    await source.stop()
  })

  it('delivers each closed minute and hour once, identical to the history', async () => {
    const { received, listener } = recordedListener()
    const source = simSource({ seed: 42, clock })
    await source.start(listener)
    vi.advanceTimersByTime(2.6 * MINUTE_MS)
    await source.stop()
    const btc = received.candles.filter(({ symbol }) => symbol === 'BTC')
    expect(btc.filter(({ interval }) => interval === '1h')).toHaveLength(1)
    for (const interval of ['1m', '1h'] as const) {
      const delivered = btc.filter((one) => one.interval === interval).map(({ candle }) => candle)
      const first = itemAt(delivered, 0).time * 1000
      expect(delivered).toEqual(await source.history({ symbol: 'BTC', interval, from: epochMs(first), to: clock.now() }))
    }
    const closes = new Map(btc.filter(({ interval }) => interval === '1m').map(({ candle }) => [(candle.time + 60) * 1000, candle.close]))
    const atClose = received.ticks.filter(({ symbol, asOf }) => symbol === 'BTC' && closes.has(asOf))
    expect(atClose.length).toBe(closes.size)
    for (const { asOf, price } of atClose) expect(price).toBe(closes.get(asOf))
  })

  it('catches up after a long pause a few minutes at a time without losing a candle', async () => {
    const { received, listener } = recordedListener()
    const source = simSource({ seed: 42, clock })
    await source.start(listener)
    vi.setSystemTime(START + 3 * HOUR_MS)
    vi.advanceTimersByTime(250)
    const afterOneBeat = received.candles.length
    vi.advanceTimersByTime(20_000)
    await source.stop()
    const minutes = received.candles
      .filter(({ symbol, interval }) => symbol === 'ETH' && interval === '1m')
      .map(({ candle }) => candle.time)
    expect(afterOneBeat).toBeLessThan(COINS.length * 12)
    expect(minutes).toEqual(Array.from({ length: minutes.length }, (_, index) => itemAt(minutes, 0) + index * 60))
    expect(itemAt(minutes, -1) * 1000).toBe(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - MINUTE_MS)
  })

  it('continues when the clock is set back by hours', async () => {
    const { received, listener } = recordedListener()
    const source = simSource({ seed: 42, clock })
    await source.start(listener)
    vi.setSystemTime(START - 5 * HOUR_MS)
    vi.advanceTimersByTime(10_000)
    await source.stop()
    expect(itemAt(received.ticks, -1).asOf).toBeGreaterThan(START - 5 * HOUR_MS)
    expect(itemAt(received.ticks, -1).asOf).toBeLessThanOrEqual(Date.now())
  })

  it('emits nothing after it is stopped', async () => {
    const { received, listener } = recordedListener()
    const source = simSource({ seed: 42, clock })
    await source.start(listener)
    await source.stop()
    const before = received.ticks.length
    vi.advanceTimersByTime(MINUTE_MS)
    expect(received.ticks.length).toBe(before)
  })
})

describe('its history', () => {
  const source = simSource({ seed: 42, clock })
  const ask = (interval: '1m' | '1h', from: number, to: number) =>
    source.history({ symbol: 'BTC', interval, from: epochMs(from), to: epochMs(to) })

  it('goes back 90 days by the hour and 7 days by the minute', async () => {
    expect(await ask('1h', START - 90 * 24 * HOUR_MS, START)).toHaveLength(90 * 24 - 1)
    expect(await ask('1m', START - 7 * 24 * HOUR_MS, START)).toHaveLength(7 * 24 * 60 - 1)
  })

  it('never shows a candle that has not closed', async () => {
    const candles = await ask('1h', START - 3 * HOUR_MS, START + 48 * HOUR_MS)
    expect(itemAt(candles, -1).time * 1000 + HOUR_MS).toBeLessThanOrEqual(START)
  })

  it('treats the first open as inclusive and the end as exclusive', async () => {
    const noon = Date.UTC(2026, 10, 20, 12)
    expect((await ask('1h', noon - 2 * HOUR_MS, noon)).map(({ time }) => time * 1000)).toEqual([noon - 2 * HOUR_MS, noon - HOUR_MS])
    expect(await ask('1h', noon, noon)).toEqual([])
  })

  it('is the same for a source that starts a day later', async () => {
    const before = await ask('1m', START - HOUR_MS, START)
    vi.setSystemTime(START + 24 * HOUR_MS)
    const later = simSource({ seed: '42', clock })
    expect(await later.history({ symbol: 'BTC', interval: '1m', from: epochMs(START - HOUR_MS), to: epochMs(START) })).toEqual(before)
    expect(later.id).toBe(source.id)
  })

  it('is empty for an unknown symbol, and before the market opened', async () => {
    expect(await source.history({ symbol: 'NOSUCH', interval: '1h', from: epochMs(0), to: clock.now() })).toEqual([])
    expect(itemAt(await ask('1h', 0, Date.UTC(2020, 0, 2)), 0).time * 1000).toBe(Date.UTC(2020, 0, 1))
    expect(await source.book('NOSUCH')).toBeUndefined()
  })

  it('stops when the request is aborted', async () => {
    const stopped = source.history({ symbol: 'BTC', interval: '1h', from: epochMs(0), to: clock.now() }, AbortSignal.abort())
    await expect(stopped).rejects.toMatchObject({ code: 'aborted' })
  })
})
