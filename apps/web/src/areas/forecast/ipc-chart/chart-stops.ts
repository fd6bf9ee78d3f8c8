import { SECOND_MS } from '@aerie/core/time'
import type { CandleTuple } from '@aerie/wire/market/market'
import { moveText, priceText } from '../../../platform/format/market-text.ts'
import type { FanPoint } from '../fan-bands.ts'
import type { ChartScale } from './chart-scale.ts'

export type ChartStop = { readonly time: number; readonly price: number; readonly lines: readonly string[] }

type StopsOf = {
  readonly candles: readonly CandleTuple[]
  readonly fan: readonly FanPoint[]
  readonly quote: string
  readonly anchor: number
  readonly scale: Pick<ChartScale, 'from'>
}

/** Each past candle up to the start of the forecast, then each forecast hour. */
export function chartStops({ candles, fan, quote, anchor, scale }: StopsOf): ChartStop[] {
  const start = fan[0]?.time ?? Number.POSITIVE_INFINITY
  const price = (value: number) => priceText(value, quote)
  const past = candles
    .filter(([time]) => time * SECOND_MS >= scale.from && time * SECOND_MS < start)
    .map(([time, open, high, low, close]) => ({
      time: time * SECOND_MS,
      price: close,
      lines: [`Open ${price(open)}`, `High ${price(high)}`, `Low ${price(low)}`, `Close ${price(close)}`],
    }))
  const future = fan
    .filter(({ hours }) => hours > 0)
    .map(({ hours, time, median, bands }) => ({
      time,
      price: median,
      lines: [
        `+${hours} h, median ${price(median)} (${moveText(median, anchor)})`,
        ...bands.map(({ percent, low, high }) => `${percent}%: ${price(low)} to ${price(high)}`),
      ],
    }))
  return [...past, ...future]
}

export function nearestStop(stops: readonly ChartStop[], time: number): number {
  let best = -1
  let distance = Number.POSITIVE_INFINITY
  for (const [index, stop] of stops.entries()) {
    const away = Math.abs(stop.time - time)
    if (away < distance) [best, distance] = [index, away]
  }
  return best
}
