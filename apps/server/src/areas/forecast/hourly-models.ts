import { numberAt } from '@aerie/core/item-at'
import type { Candle } from '@aerie/core/market/candle'
import { Ems } from '@aerie/forecast/ems'
import type { Forecaster } from '@aerie/forecast/forecaster'
import { FROM_NOW_STEP_SECONDS } from '@aerie/forecast/from-now'
import { LEVEL_COUNT, MAX_HOURS } from '@aerie/forecast/quantile-levels'
import { RandomWalk } from '@aerie/forecast/random-walk'

/** Ascending; `isFresh` resets the models. */
export type Feed = { readonly symbol: string; readonly isFresh: boolean; readonly candles: readonly Candle[] }

export type Outlook = {
  readonly symbol: string
  readonly model: string
  /** Milliseconds. */
  readonly issuedAt: number
  readonly anchor: number
  readonly candles: number
  /** `[hours - 1]`: log-return quantiles of the model and of the random walk. */
  readonly quantiles: readonly number[][]
  readonly baseline: readonly number[][]
}

export type ModelState = {
  readonly symbol: string
  readonly candles: number
  /** Open time in seconds. */
  readonly lastTime: number | undefined
  readonly outlook: Outlook | undefined
}

export type NowQuestion = {
  readonly symbol: string
  /** Closed five-minute candles of the present hour and the quarter before, ascending; the newest closes now. */
  readonly recent: readonly Candle[]
}

type Pair = { readonly model: Ems; readonly baseline: Forecaster; close: number }

const HOUR_S = 3600

export class HourlyModels {
  readonly #pairs = new Map<string, Pair>()

  feed({ symbol, isFresh, candles }: Feed): ModelState {
    const known = isFresh ? undefined : this.#pairs.get(symbol)
    const pair = known ?? { model: new Ems(), baseline: new RandomWalk(), close: Number.NaN }
    this.#pairs.set(symbol, pair)
    for (const candle of candles) {
      if (!pair.model.update(candle)) continue
      pair.baseline.update(candle)
      pair.close = candle.close
    }
    const { model } = pair
    return { symbol, candles: model.candleCount, lastTime: model.lastTime, outlook: outlookOf(symbol, pair) }
  }

  /** Undefined until the model has the hour before: its forecast would answer for another hour. */
  fromNow({ symbol, recent }: NowQuestion): Outlook | undefined {
    const pair = this.#pairs.get(symbol)
    const newest = recent.at(-1)
    if (pair === undefined || newest === undefined) return undefined
    const { model, baseline } = pair
    const now = newest.time + FROM_NOW_STEP_SECONDS
    if (model.lastTime !== Math.floor(now / HOUR_S) * HOUR_S - HOUR_S) return undefined
    const quantiles = allHorizons({ forecast: (hours) => model.forecastFromNow(hours, recent, FROM_NOW_STEP_SECONDS) })
    const base = allHorizons(baseline)
    if (quantiles === undefined || base === undefined) return undefined
    const { candleCount: candles } = model
    return { symbol, model: 'ems-now', issuedAt: now * 1000, anchor: newest.close, candles, quantiles, baseline: base }
  }
}

function outlookOf(symbol: string, { model, baseline, close }: Pair): Outlook | undefined {
  const { lastTime } = model
  const quantiles = allHorizons(model)
  const base = allHorizons(baseline)
  if (lastTime === undefined || quantiles === undefined || base === undefined) return undefined
  const issuedAt = (lastTime + HOUR_S) * 1000
  return { symbol, model: model.name, issuedAt, anchor: close, candles: model.candleCount, quantiles, baseline: base }
}

/** All horizons or none, so that each issued hour is complete. */
function allHorizons(model: Pick<Forecaster, 'forecast'>): number[][] | undefined {
  const all: number[][] = []
  for (let hours = 1; hours <= MAX_HOURS; hours++) {
    const quantiles = model.forecast(hours)?.quantiles
    if (quantiles === undefined || !isSound(quantiles)) return undefined
    // Turns -0 into 0: JSON has only one zero, and the stored record must match its hash.
    all.push(Array.from(quantiles, (quantile) => quantile + 0))
  }
  return all
}

const isSound = (quantiles: Float64Array): boolean =>
  quantiles.length === LEVEL_COUNT &&
  quantiles.every((value, index) => Number.isFinite(value) && (index === 0 || value >= numberAt(quantiles, index - 1)))
