import { QUANTILE_LEVELS } from '@aerie/forecast/quantile-levels'
import type { LessonFigure } from '@aerie/wire/lessons'
import type { Forecast } from '@aerie/wire/market/forecasts'
import { normalDeviations, normalShare } from './normal.ts'

type Cone = Extract<LessonFigure, { kind: 'cone' }>

/** Price that has `share` of the outcomes below it after some hours: log-normal around the anchor, wider with the root of time. */
const priceAt = ({ anchor, hours, percent }: Cone, share: number, after: number): number =>
  anchor * Math.exp((percent / 100) * Math.sqrt(after / hours) * normalDeviations(share))

/** The made-up forecast of a figure in the form that the product's own are drawn from. */
export const coneForecast = (cone: Cone): Forecast => ({
  symbol: 'EXAMPLE',
  issued_at: 0,
  hours: cone.hours,
  anchor: cone.anchor,
  quantiles: QUANTILE_LEVELS.map((level) => [level, priceAt(cone, level, cone.hours)]),
  path: Array.from({ length: cone.hours }, (_, hour) => [hour + 1, QUANTILE_LEVELS.map((level) => priceAt(cone, level, hour + 1))]),
  model: 'example',
  source: 'sim',
  quote: 'USD',
  candles: 0,
})

/** Share of the outcomes below a price at the end. */
export const shareBelow = ({ anchor, percent }: Cone, price: number): number => normalShare(Math.log(price / anchor) / (percent / 100))
