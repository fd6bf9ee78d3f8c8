import { itemAt } from '@aerie/core/item-at'
import { QUANTILE_LEVELS } from '@aerie/forecast/quantile-levels'
import type { Forecast, ForecastEntry, ForecastWarming, Scorecard } from '@aerie/wire/market/forecasts'
import { T0 } from '../../../platform/live/test/market.ts'

/** Prices at the 21 quantile levels: 100 in the middle, 100 ± `reach` at the outermost. */
export const testPrices = (reach: number): number[] => QUANTILE_LEVELS.map((level) => 100 + ((level - 0.5) / 0.475) * reach)

export const testForecast = (changes: Partial<Forecast> = {}): Forecast => {
  const hours = changes.hours ?? 24
  return {
    symbol: 'BTC',
    issued_at: T0,
    hours,
    anchor: 100,
    quantiles: testPrices(hours).map((price, index) => [itemAt(QUANTILE_LEVELS, index), price]),
    path: Array.from({ length: hours }, (_, index) => [index + 1, testPrices(index + 1)]),
    model: 'ems',
    source: 'sim',
    quote: 'USD',
    candles: 2160,
    ...changes,
  }
}

export const testScorecard = (changes: Partial<Scorecard> = {}): Scorecard => ({
  symbol: 'BTC',
  hours: 24,
  source: 'sim',
  model: 'ems',
  since: T0 - 10 * 86_400_000,
  until: T0,
  issued: 124,
  scored: 100,
  independent: 10,
  coverage: [
    { percent: 50, share: 0.52, low: 0.25, high: 0.78 },
    { percent: 80, share: 0.5, low: 0.24, high: 0.76 },
    { percent: 95, share: 0.96, low: 0.67, high: 0.99 },
  ],
  crps: { ours: 0.0123, random_walk: 0.0127, ratio: 0.9685 },
  tail_pinball: { ours: 0.001, random_walk: 0.0012, ratio: 0.8333 },
  median_error: { ours: 0.02, random_walk: 0.02, ratio: 1 },
  width_80: { ours: 0.05, random_walk: 0.06, ratio: 0.8333 },
  pit: Array.from({ length: 20 }, () => 5),
  calibration: QUANTILE_LEVELS.map((level) => [level, level]),
  days: 4.2,
  ratio_is_claimed: false,
  ...changes,
})

export const testEntry = (changes: Partial<ForecastEntry> = {}): ForecastEntry => ({
  seq: 7,
  issued_at: T0 - 86_400_000,
  due_at: T0,
  quote: 'USD',
  source: 'sim',
  anchor: 100,
  median: 101,
  low50: 99,
  high50: 103,
  low80: 97,
  high80: 105,
  low95: 90,
  high95: 112,
  outcome: 104,
  state: 'scored',
  crps: 0.011,
  random_walk_crps: 0.012,
  hash: 'ab'.repeat(32),
  ...changes,
})

export const testWarming = (changes: Partial<ForecastWarming> = {}): ForecastWarming => ({
  state: 'warming',
  symbol: 'BTC',
  hours: 24,
  source: 'sim',
  missing: 'history',
  detail: 'The history of BTC is still being loaded: 20 hours so far.',
  since: T0,
  candles: 20,
  candles_needed: 48,
  ...changes,
})
