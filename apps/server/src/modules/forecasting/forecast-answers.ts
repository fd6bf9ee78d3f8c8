import { itemAt } from '@aerie/core/item-at'
import { numberAt } from '@aerie/core/numbers/number-at'
import { priceFan } from '@aerie/forecast/fan'
import { BANDS, MEDIAN_INDEX, QUANTILE_LEVELS } from '@aerie/forecast/quantile-levels'
import type { Forecast, ForecastEntry } from '@aerie/wire/market/forecasts'
import type { ForecastRow, RecordRow } from './forecast-repository.ts'

const priceAt = (anchor: number, change: number): number => anchor * Math.exp(change)

/** A stored forecast as it is answered, with the fan of all horizons up to its own. */
export function forecastOf(row: ForecastRow, all: readonly ForecastRow[], source: Forecast['source']): Forecast {
  const { symbol, issuedAt, hours, anchor, model, quote, candles } = row
  const issued = {
    forecast: (horizon: number) => {
      const found = all.find((each) => each.hours === horizon)
      return found && { quantiles: Float64Array.from(found.quantiles) }
    },
  }
  const fan = priceFan(issued, anchor, hours)
  return {
    state: 'ready',
    symbol,
    issued_at: issuedAt,
    hours,
    anchor,
    quantiles: row.quantiles.map((change, index) => [itemAt(QUANTILE_LEVELS, index), priceAt(anchor, change)]),
    path: (fan?.prices ?? []).map((prices, index) => [index + 1, Array.from(prices)]),
    model,
    source,
    quote,
    candles,
  }
}

/** One record of the list, as far as the market's clock has come. */
export function entryOf({ forecast, score }: RecordRow, now: number, source: ForecastEntry['source']): ForecastEntry {
  const { seq, issuedAt, dueAt, anchor, quantiles, quote } = forecast
  const price = (index: number): number => priceAt(anchor, numberAt(quantiles, index))
  const [b50, b80, b95] = BANDS
  // A replay that begins again earlier does not see what a later hour has brought.
  const known = dueAt <= now ? score : null
  return {
    seq,
    issued_at: issuedAt,
    due_at: dueAt,
    anchor,
    median: price(MEDIAN_INDEX),
    low50: price(b50.low),
    high50: price(b50.high),
    low80: price(b80.low),
    high80: price(b80.high),
    low95: price(b95.low),
    high95: price(b95.high),
    quote,
    source,
    outcome: known?.outcome ?? null,
    state: known?.state ?? 'open',
    crps: known?.crps ?? null,
    random_walk_crps: known?.baselineCrps ?? null,
    hash: forecast.hash.toString('hex'),
  }
}
