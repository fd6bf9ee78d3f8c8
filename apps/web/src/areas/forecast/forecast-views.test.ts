import { HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { chanceText, moveText, priceText } from '../../platform/format/market-text.ts'
import { setStatus, useMarketState } from '../../platform/live/market/market-status.ts'
import { T0, testStatus } from '../../platform/live/test/market.ts'
import { fanOf, horizonPoint } from './fan-bands.tsx'
import { countdownText, nextLookMs, timingOf } from './forecast-query.ts'
import { parseHours } from './horizon-choice.tsx'
import { testForecast, testWarming } from './test/forecast.ts'

const forecast = testForecast()

beforeEach(() => {
  vi.useFakeTimers({ now: T0 })
  useMarketState.setState(useMarketState.getInitialState(), true)
  return () => vi.useRealTimers()
})

it.each([
  ['1', 1],
  ['24', 24],
  ['7', 7],
  ['0', 24],
  ['25', 24],
  ['1.5', 24],
  ['', 24],
  ['x', 24],
  [null, 24],
])('parses hours %j in the URL as %i', (text, hours) => expect(parseHours(text)).toBe(hours))

describe('the fan chart', () => {
  it('starts where all quantiles meet, and has one point per hour', () => {
    const fan = fanOf(forecast)
    expect(fan.map(({ hours }) => hours)).toEqual(Array.from({ length: 25 }, (_, hours) => hours))
    expect(fan[0]).toMatchObject({ time: T0, median: 100, bands: [{ low: 100, high: 100 }, { low: 100 }, { high: 100 }] })
    expect(fan[24]?.time).toBe(T0 + 24 * HOUR_MS)
  })

  it('uses 25 to 75, 10 to 90 and 2.5 to 97.5 % as its bands', () => {
    const { median, bands } = horizonPoint(forecast)
    expect(median).toBe(100)
    expect(bands.map(({ percent, low, high }) => [percent, low, high])).toEqual([
      [50, expect.closeTo(100 - (0.25 / 0.475) * 24), expect.closeTo(100 + (0.25 / 0.475) * 24)],
      [80, expect.closeTo(100 - (0.4 / 0.475) * 24), expect.closeTo(100 + (0.4 / 0.475) * 24)],
      [95, expect.closeTo(76), expect.closeTo(124)],
    ])
  })
})

describe('forecast age', () => {
  it('is unknown, and not stale, before the clock is known', () =>
    expect(timingOf(forecast, null, 1)).toEqual({ ageMs: null, nextInMs: null, isStale: false }))

  it('counts down to the next five minutes from now, and is stale half a minute later', () => {
    const fromNow = testForecast({ series: 'now' })
    expect(timingOf(fromNow, T0 + 4 * MINUTE_MS, 1)).toEqual({ ageMs: 4 * MINUTE_MS, nextInMs: MINUTE_MS, isStale: false })
    expect(timingOf(fromNow, T0 + 5.5 * MINUTE_MS, 1).isStale).toBe(false)
    expect(timingOf(fromNow, T0 + 5.6 * MINUTE_MS, 1).isStale).toBe(true)
  })

  it('counts down to the next hour, and is stale only when the next forecast is clearly late', () => {
    expect(timingOf(forecast, T0 + 59 * MINUTE_MS, 1)).toEqual({ ageMs: 59 * MINUTE_MS, nextInMs: MINUTE_MS, isStale: false })
    expect(timingOf(forecast, T0 + 61 * MINUTE_MS, 1).isStale).toBe(false)
    expect(timingOf(forecast, T0 + 63 * MINUTE_MS, 1).isStale).toBe(true)
  })

  it('allows for fetch time in a fast replay', () => {
    expect(timingOf(forecast, T0 + 10 * HOUR_MS, 3600).isStale).toBe(false)
    expect(timingOf(forecast, T0 + 17 * HOUR_MS, 3600).isStale).toBe(true)
  })

  it.each([
    [0, '0:00'],
    [-5000, '0:00'],
    [59_999, '0:59'],
    [1_385_000, '23:05'],
    [3_729_000, '1:02:09'],
  ])('shows a countdown of %d ms as %s', (ms, text) => expect(countdownText(ms)).toBe(text))
})

describe('the next poll', () => {
  it('runs shortly after the next forecast, but no sooner than 5 s and no later than a minute', () => {
    expect(nextLookMs(forecast)).toBe(60_000)
    setStatus(testStatus({ market_time: T0 + 59.5 * MINUTE_MS }))
    expect(nextLookMs(forecast)).toBe(34_000)
    setStatus(testStatus({ market_time: T0 + 2 * HOUR_MS }))
    expect(nextLookMs(forecast)).toBe(5_000)
  })

  it('runs every quarter of a minute for a forecast from now, which ends with its price', () => {
    const fromNow = testForecast({ series: 'now' })
    expect(nextLookMs(fromNow)).toBe(15_000)
    setStatus(testStatus({ market_time: T0 + 4.9 * MINUTE_MS }))
    expect(nextLookMs(fromNow)).toBe(10_000)
  })

  it('runs every few seconds while there is no forecast', () => expect(nextLookMs(testWarming())).toBe(2_000))

  it('runs sooner when the market runs faster', () => {
    setStatus(testStatus({ market_time: T0, speed: 120 }))
    expect(nextLookMs(forecast)).toBe(34_000)
  })
})

it('never shows an outcome as certain or impossible', () => {
  expect([0, 0.0004, 0.432, 0.9996, 1].map(chanceText)).toEqual(['under 0.1%', 'under 0.1%', '43.2%', 'over 99.9%', 'over 99.9%'])
})

it('shows the currency of a price when it is known, and the sign of a move', () => {
  expect([priceText(64_000, 'USD'), priceText(64_000, 'USDT'), priceText(64_000, '')]).toEqual([
    '$64,000.00',
    '64,000.00 USDT',
    '64,000.00',
  ])
  expect([moveText(101, 100), moveText(99, 100), moveText(100, 100)]).toEqual(['+1.00%', '−1.00%', '0.00%'])
})
