import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { defined } from '@aerie/core/defined'
import { itemAt, numberAt } from '@aerie/core/item-at'
import type { Candle } from '@aerie/core/market/candle'
import { describe, expect, it } from 'vitest'
import { Ems } from './ems.ts'
import type { Forecaster } from './forecaster.ts'
import { MAX_HOURS } from './quantile-levels.ts'
import { RandomWalk } from './random-walk.ts'
import { START, walk } from './test/candles.ts'
import { ewma, garch } from './test/variance-models.ts'

const fed = <M extends Forecaster>(model: M, candles: readonly Candle[]): M => {
  for (const candle of candles) model.update(candle)
  return model
}

const everyForecast = (model: Forecaster) =>
  Array.from({ length: MAX_HOURS }, (_, index) => model.forecast(index + 1)).filter((forecast) => forecast !== undefined)

const isSoundForecast = (quantiles: Float64Array): boolean =>
  quantiles.every((quantile, i) => Number.isFinite(quantile) && (i === 0 || quantile >= numberAt(quantiles, i - 1)))

describe('every model', () => {
  const models = { ems: () => new Ems(), 'random walk': () => new RandomWalk(), ewma, garch }
  const flawed = {
    'gaps of hours': walk(400).filter((_, hour) => hour % 7 !== 0),
    'a gap of a year': walk(400).map((candle, hour) => (hour < 200 ? candle : { ...candle, time: candle.time + 365 * 86_400 })),
    'doubled candles': walk(400).flatMap((candle) => [candle, candle]),
    'candles out of order': walk(400).map((candle, hour, candles) => candles[hour % 9 > 1 ? hour : hour + 1 - 2 * (hour % 9)] ?? candle),
    'no volume': walk(400).map((candle) => ({ ...candle, volume: 0 })),
    'a price that never moves': walk(400).map((candle) => ({ ...candle, open: 5, high: 5, low: 5, close: 5 })),
    'a fall by half': walk(400).map((candle, hour) =>
      hour === 399 ? { ...candle, low: candle.close / 2, close: candle.close / 2 } : candle,
    ),
    'a print a thousand times too low': walk(400).map((candle, hour) =>
      hour === 350 ? { ...candle, low: candle.low / 1000, close: candle.close / 1000 } : candle,
    ),
    'a clock that jumps back': walk(400).concat(walk(10)),
    'prices that are not numbers': walk(400).flatMap((candle) => [candle, { ...candle, time: candle.time + 1800, close: Number.NaN }]),
  }

  it.each(
    Object.entries(models).flatMap(([name, make]) => Object.entries(flawed).map(([flaw, candles]) => [name, flaw, make, candles] as const)),
  )('%s survives %s with finite quantiles that never cross', (_name, _flaw, make, candles) => {
    const forecasts = everyForecast(fed(make(), candles))
    expect(forecasts).toHaveLength(MAX_HOURS)
    expect(forecasts.every(({ quantiles, sigma }) => sigma > 0 && isSoundForecast(quantiles))).toBe(true)
  })

  it.each(Object.entries(models))('%s returns no forecast from twenty candles', (_name, make) => {
    expect(everyForecast(fed(make(), walk(20)))).toEqual([])
  })

  it.each(Object.entries(models))('%s is bit-for-bit identical when replayed', (_name, make) => {
    const once = everyForecast(fed(make(), walk(900)))
    expect(everyForecast(fed(make(), walk(900)))).toEqual(once)
  })
})

it('refuses a candle that is stale, off the hour or invalid', () => {
  const model = fed(new Ems(), walk(30))
  const last = itemAt(walk(30), -1)
  expect(model.update(last)).toBe(false)
  expect(model.update({ ...last, time: last.time + 1800 })).toBe(false)
  expect(model.update({ ...last, time: last.time + 3600, low: 0 })).toBe(false)
  expect(model.candleCount).toBe(30)
})

it('widens its bands after a volatile day', () => {
  const calm = walk(600)
  const shock = { ...itemAt(calm, -1), time: START + 600 * 3600, high: itemAt(calm, -1).close * 1.2, close: itemAt(calm, -1).close * 1.15 }
  const before = defined(fed(new Ems(), calm).forecast(6))
  const after = defined(fed(new Ems(), [...calm, shock]).forecast(6))
  expect(after.sigma).toBeGreaterThan(1.5 * before.sigma)
})

it('ignores the range of the listing hour, which spans every price', () => {
  const grown = walk(1000)
  const listing = { ...itemAt(grown, 0), low: itemAt(grown, 0).open / 20, high: itemAt(grown, 0).close * 20 }
  const listed = fed(new Ems(), [listing, ...grown.slice(1)])
  const usual = fed(new Ems(), grown)
  for (const hours of [1, 24]) {
    const width = (model: Ems) => itemAt(defined(model.forecast(hours)).quantiles, 18) - itemAt(defined(model.forecast(hours)).quantiles, 2)
    expect(width(listed) / width(usual)).toBeGreaterThan(0.9)
    expect(width(listed) / width(usual)).toBeLessThan(1.1)
  }
})

const SHARED = new URL('../../../../shared/', import.meta.url)
const hasShared = existsSync(SHARED)
if (!hasShared) console.log('The recorded candles are not beside the checkout: the comparison with the reference forecasts is left out.')

it.runIf(hasShared)(
  'matches the reference forecasts of BTC to one part in a million',
  () => {
    const rows = gunzipSync(readFileSync(new URL('market/ohlcv/1h/BTCUSDT-1h.csv.gz', SHARED)))
      .toString()
      .trim()
      .split('\n')
      .slice(1)
    const reference = readFileSync(new URL('forecast/reference-btc.csv', SHARED), 'utf8').trim().split('\n').slice(1)
    const wanted = new Map(
      reference.map((line) => line.split(',')).map(([time, , hours, ...figures]) => [`${time},${hours}`, figures.map(Number)]),
    )
    const model = new Ems()
    let worst = 0
    let compared = 0
    for (const row of rows) {
      const [time = NaN, open = NaN, high = NaN, low = NaN, close = NaN, volume = NaN] = row.split(',').map(Number)
      model.update({ time, open, high, low, close, volume })
      for (const hours of [1, 6, 12, 24]) {
        const figures = wanted.get(`${time},${hours}`)
        if (figures === undefined) continue
        const { sigma, quantiles } = defined(model.forecast(hours))
        worst = Math.max(worst, ...[sigma, ...quantiles].map((figure, i) => Math.abs(figure - numberAt(figures, i))))
        compared++
      }
    }
    expect(compared).toBe(reference.length)
    expect(worst).toBeLessThan(1e-6)
  },
  60_000,
)
