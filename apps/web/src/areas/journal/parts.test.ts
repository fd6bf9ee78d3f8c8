import { describe, expect, it, vi } from 'vitest'
import { heldText } from '../trading/account-text.ts'
import { levelOf, monthAfter, weeksOf } from './charts/calendar-map.tsx'
import { axisDates, extentOf, pointIndexAt, stepPath } from './charts/curve-chart.tsx'
import { differenceText, parsePeriod } from './compare/compare-view.tsx'
import { replayFeed } from './detail/replay-feed.ts'
import { levelsOf } from './detail/trip-chart.tsx'
import { tripWindow } from './detail/trip-window.ts'
import { decimalOfMicro, microOf, microText } from './figure-text.ts'
import { periodPresets } from './filters/filter-bar.tsx'
import { fileFault, guessMapping, mappingAnswer, mappingOf } from './imports/import-dialog.tsx'
import { NO_FILTER } from './journal-filter.ts'
import { serverQuery } from './server-query.ts'
import { drawdownText } from './statistics/statistics-view.tsx'
import { nextRowIndex } from './table/trips-table.tsx'

describe('amounts', () => {
  it('are exact in both directions, and unknown stays unknown', () => {
    expect(microOf('-0.000001')).toBe(-1)
    expect(decimalOfMicro(-1)).toBe('-0.000001')
    expect(decimalOfMicro(1_234_567_890_123_456)).toBe('1234567890.123456')
    expect([microOf(null), decimalOfMicro(Number.NaN), microText(Number.NaN)]).toEqual([null, null, '—'])
  })

  it.each([
    [500, '< 1 s'],
    [61_000, '1 m 1 s'],
    [86_400_000, '1 d'],
    [90_061_000, '1 d 1 h'],
  ])('formats a duration of %i ms', (ms, text) => expect(heldText(ms)).toBe(text))
})

describe('the calendar', () => {
  it('starts weeks on Monday and has each day once', () => {
    const days = weeksOf('2026-11').flat()
    expect(days.indexOf('2026-11-01')).toBe(6)
    expect(days.filter((day) => day !== null)).toHaveLength(30)
    expect(monthAfter('2026-12', 1)).toBe('2027-01')
  })

  it('shades days by size, and not at all when the result is zero', () =>
    expect([levelOf(0, 5), levelOf(-5, 5), levelOf(1, 100)]).toEqual([0, 4, 1]))
})

describe('a curve', () => {
  const points = Array.from({ length: 10_000 }, (_, at) => ({ at, value: at === 5000 ? 100 : 0 }))
  it('keeps a peak that shares a pixel with thousands of points, and stays short', () => {
    const path = stepPath(points, { width: 100, height: 50, low: 0, high: 100 })
    expect(path).toMatch(/V0\.0/)
    expect(path.length).toBeLessThan(4000)
  })

  it('draws nothing without points, and finds the point under the pointer', () => {
    expect(stepPath([], { width: 10, height: 10, low: 0, high: 1 })).toBe('')
    expect(pointIndexAt(points, 50, 100)).toBe(4999)
    expect(extentOf([-1, 3])[0]).toBeLessThan(-1)
  })
})

describe('the dates below a curve', () => {
  const from = Date.UTC(2026, 0, 10, 12)
  const days = (count: number) => from + count * 86_400_000
  const texts = (to: number, width: number) => axisDates(from, to, width).map(({ text }) => text)

  it('range from its first time to its last, as many as fit', () => {
    const dates = axisDates(from, days(60), 400)
    expect(dates.map(({ share }) => share)).toEqual([0, 1 / 3, 2 / 3, 1])
    expect(texts(days(60), 400)).toHaveLength(4)
    expect([texts(days(60), 100).length, texts(days(60), 2_000).length]).toEqual([2, 7])
  })

  it('are times within two days, days within a year, otherwise months, without repeats', () => {
    expect(texts(days(1), 200).every((text) => text.includes(':'))).toBe(true)
    expect(texts(days(60), 200).some((text) => text.includes('2026'))).toBe(false)
    expect(texts(days(700), 200)).toEqual([expect.stringContaining('2026'), expect.stringContaining('2027')])
    expect(texts(days(3), 2_000)).toHaveLength(4)
    expect(texts(from, 400)).toHaveLength(1)
  })
})

describe('the chart of a trade', () => {
  it('uses the finest timeframe that fits the whole trade', () => {
    expect(tripWindow({ opened_at_ms: 6_000_000, closed_at_ms: 6_600_000 }, 0)).toEqual({ interval: '1m', from: 3_600_000, to: 9_000_000 })
    expect(tripWindow({ opened_at_ms: 0, closed_at_ms: 30 * 86_400_000 }, 0)?.interval).toBe('1h')
    expect(tripWindow({ opened_at_ms: null, closed_at_ms: 1 }, 0)).toBeNull()
  })

  it('shows no level in a replay before it was known', () => {
    const trip = { symbol: 'BTC', origin: 'paper', entry: '100', exit: '110', facts: null, opened_at_ms: 1000, closed_at_ms: 2000 }
    const at = (until: number) => levelsOf(trip, until).map(({ id }) => id)
    expect([at(999), at(1000), at(2000)]).toEqual([[], ['entry'], ['entry', 'exit']])
  })

  it('never includes later candles in a replay', () => {
    const bars = [1, 2, 3].map((timestamp) => ({ timestamp, open: 1, high: 1, low: 1, close: timestamp }))
    const feed = replayFeed(bars)
    const given: number[][] = []
    const { loader } = feed.open({ symbol: 'BTC', interval: '1m', since: null, onState: () => undefined, onOlderFailed: () => undefined })
    const read = () =>
      loader.getBars({
        type: 'init',
        timestamp: null,
        symbol: { ticker: 'BTC', pricePrecision: 2, volumePrecision: 0 },
        period: { type: 'minute', span: 1 },
        callback: (list) => given.push(list.map(({ close }) => close)),
      })
    feed.show({ at: 1, count: 1, forming: null })
    void read()
    feed.show({ at: 2, count: 2, forming: { timestamp: 2, open: 1, high: 9, low: 1, close: 9 } })
    void read()
    feed.show({ at: 2, count: 2, forming: null })
    void read()
    expect(given).toEqual([[1], [1, 9], [1, 2]])
  })

  it('sends a chart only the next price, and makes it reload when the replay goes back or skips bars', () => {
    const bars = [1, 2, 3, 4].map((timestamp) => ({ timestamp, open: 1, high: 1, low: 1, close: timestamp }))
    const feed = replayFeed(bars)
    const resetData = vi.fn()
    const received: number[] = []
    const { loader, join } = feed.open({
      symbol: 'BTC',
      interval: '1m',
      since: null,
      onState: () => undefined,
      onOlderFailed: () => undefined,
    })
    join({ resetData } as never)
    const about = { symbol: { ticker: 'BTC', pricePrecision: 2, volumePrecision: 0 }, period: { type: 'minute', span: 1 } } as const
    loader.subscribeBar?.({ ...about, callback: ({ close }) => received.push(close) })
    const forming = (timestamp: number, close: number) => ({ timestamp, open: 1, high: 9, low: 1, close })
    feed.show({ at: 1, count: 1, forming: null })
    expect([resetData.mock.calls.length, received]).toEqual([1, []])
    feed.show({ at: 1.3, count: 2, forming: forming(2, 5) })
    feed.show({ at: 1.6, count: 2, forming: forming(2, 6) })
    feed.show({ at: 2, count: 2, forming: null })
    feed.show({ at: 3, count: 3, forming: null })
    expect([resetData.mock.calls.length, received]).toEqual([1, [5, 6, 2, 3]])
    feed.show({ at: 1.3, count: 2, forming: forming(2, 5) })
    feed.show({ at: 4, count: 4, forming: null })
    expect(resetData.mock.calls.length).toBe(3)
  })
})

describe('the table', () => {
  it('is navigated by rows, pages and to its ends', () => {
    const at = { from: 5, count: 100, page: 20 }
    expect(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'x'].map((key) => nextRowIndex({ ...at, key }))).toEqual([
      6,
      4,
      25,
      0,
      0,
      99,
      null,
    ])
  })
})

describe('the server query', () => {
  it('names the parts of the filter that its figures ignore', () => {
    const { query, leftOut } = serverQuery({ ...NO_FILTER, symbols: ['BTC', 'ETH'], result: 'win', side: 'long', to: '2026-11-30' })
    expect(leftOut).toEqual(['several coins', 'result'])
    expect(query).toMatchObject({ symbol: null, side: 'long', to: new Date(2026, 11, 1).toISOString() })
  })

  it('covers the periods from the first day of each preset', () => {
    const from = periodPresets(new Date(2026, 10, 27, 12).getTime()).map(({ from }) => from)
    expect(from).toEqual(['2026-11-21', '2026-10-29', '2026-11-01', '2026-01-01', null])
  })
})

it('names the day on which a drawdown ended, never the midnight after it', () => {
  const text = drawdownText({
    depth: -0.02,
    peak_at_ms: Date.UTC(2026, 10, 22),
    trough_at_ms: Date.UTC(2026, 10, 23),
    recovered_at_ms: null,
  })
  expect(text).toMatch(/21.* to .*22/)
  expect(text).not.toMatch(/23|00:00/)
})

describe('two periods', () => {
  it.each(['', '2026-11-02..2026-11-01', '2026-11-01', 'a..b', '2026-11-01..2026-11-02..2026-11-03'])('are not parsed from %s', (text) =>
    expect(parsePeriod(text)).toBeNull(),
  )

  it('differ when their intervals do not overlap', () => {
    const of = (low: number, high: number): Parameters<typeof differenceText>[0] => ({
      value: 1,
      n: 40,
      interval: [low, high],
      formula: '',
    })
    expect(differenceText(of(0, 1), of(2, 3))).toBe('intervals do not overlap')
    expect(differenceText(of(0, 2), of(1, 3))).toMatch(/overlap/)
  })
})

describe('an import', () => {
  it('guesses columns by their headings, and lists the missing ones', () => {
    const guess = guessMapping(['Executed At', 'Pair', 'Side', 'Price', 'Qty', 'Fee', 'Fee Coin'])
    expect(guess).toEqual({
      time: 'Executed At',
      symbol: 'Pair',
      side: 'Side',
      price: 'Price',
      size: 'Qty',
      fee: 'Fee',
      fee_coin: 'Fee Coin',
    })
    expect(mappingOf({ time: 'Executed At' }).missing).toEqual(['Market', 'Side', 'Price', 'Size'])
    expect(mappingOf(guess).mapping).toEqual(guess)
  })

  it('prefers the average price and the filled amount to those of the order, and takes no fee rate for a price', () => {
    const header = [
      'Created Time',
      'Fee Rate',
      'Fee Coin',
      'Symbol',
      'Type',
      'Side',
      'Order Price',
      'Order Amount',
      'Avg Price',
      'Filled Amount',
      'Fee',
    ]
    expect(guessMapping(header)).toMatchObject({
      symbol: 'Symbol',
      side: 'Side',
      price: 'Avg Price',
      size: 'Filled Amount',
      fee: 'Fee',
      fee_coin: 'Fee Coin',
    })
  })

  it('sends the name and contract size of own columns only where they are entered, and refuses a size of 0', () => {
    const mapping = { time: 'a', symbol: 'b', side: 'c', price: 'd', size: 'e' }
    expect(mappingAnswer(mapping, { source: ' ', contractSize: '' })).toEqual({ mapping })
    expect(mappingAnswer(mapping, { source: ' Phemex ', contractSize: '0.01' })).toEqual({
      mapping,
      source: 'Phemex',
      contract_size: '0.01',
    })
    expect(mappingAnswer(mapping, { source: '', contractSize: '0' })).toBeNull()
  })

  it('rejects a file that is empty or too large before it is sent', () => {
    expect(fileFault({ size: 0, name: 'a.csv' })).toBe('a.csv is empty.')
    expect(fileFault({ size: 60 * 1024 * 1024, name: 'a.csv' })).toMatch(/60\.0 MB; the limit is 50 MB/)
    expect(fileFault({ size: 5, name: 'a.csv' })).toBeNull()
  })
})
