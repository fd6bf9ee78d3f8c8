import '../../../market-views/forecast/forecast.css'
import './fan-chart.css'
import { HOUR_MS, SECOND_MS } from '@aerie/core/time'
import type { Forecast } from '@aerie/wire/market/forecasts'
import { useMemo } from 'react'
import { type FanPoint, fanOf, horizonPoint } from '../../../market-views/forecast/fan-bands.ts'
import { hoursText, momentText, priceText, SOURCE_WORDS } from '../../../market-views/forecast/forecast-text.ts'
import { type Size, useSize } from '../../../ui/hooks/use-size.ts'
import type { CandleWindow, Past } from '../candle-window.ts'
import { IPC_WORDS } from '../ipc-words.ts'
import { Axes } from './axes.tsx'
import { CandleShapes } from './candle-shapes.tsx'
import { type ChartScale, chartScale, priceRange } from './chart-scale.ts'
import { chartStops } from './chart-stops.ts'
import { Crosshair } from './crosshair.tsx'
import { FanShapes } from './fan-shapes.tsx'
import { LevelHandle } from './level-handle.tsx'
import { LiveMarker } from './live-marker.tsx'

const { chart: WORDS } = IPC_WORDS

type FanChartProps = {
  readonly forecast: Forecast
  /** Its candles ascend; there are none while they are on their way, or cannot be read. */
  readonly past: Pick<Past, 'candles' | 'window'>
  /** The level in the address: the prices shown reach it. */
  readonly level: number | null
  readonly onZoom: (direction: 1 | -1) => void
}

const MARGIN = { top: 8, right: 76, bottom: 24 }

/** The recent past and the forecast on one time axis. It fills the element it stands in, which must have a height. */
export function FanChart(props: FanChartProps) {
  const [size, measure] = useSize()
  return (
    <div ref={measure} className="fan-chart">
      {size !== null && <Plot {...props} size={size} />}
    </div>
  )
}

function Plot({ forecast, past: { candles, window }, level, onZoom, size }: FanChartProps & { readonly size: Size }) {
  const fan = useMemo(() => fanOf(forecast), [forecast])
  const { interval, pastHours } = window
  const scale = useMemo(() => scaleOf({ forecast, candles, level, size, pastHours }, fan), [forecast, candles, level, size, pastHours, fan])
  const stops = useMemo(
    () => chartStops({ candles, fan, quote: forecast.quote, anchor: forecast.anchor, scale }),
    [candles, fan, forecast, scale],
  )
  return (
    <>
      <svg width={size.width} height={size.height} role="img" aria-label={summary(forecast)}>
        <g transform={`translate(0 ${MARGIN.top})`}>
          <Axes scale={scale} />
          <FanShapes fan={fan} scale={scale} />
          <CandleShapes candles={candles} interval={interval} scale={scale} />
          <line className="issued" x1={scale.x(forecast.issued_at)} x2={scale.x(forecast.issued_at)} y2={scale.height} />
          <LiveMarker symbol={forecast.symbol} scale={scale} />
        </g>
      </svg>
      <div className="fan-overlay">
        <Crosshair stops={stops} scale={scale} onZoom={onZoom} />
        <LevelHandle forecast={forecast} scale={scale} />
      </div>
    </>
  )
}

type ScaleOf = Pick<FanChartProps, 'forecast' | 'level'> & Pick<Past, 'candles'> & Pick<CandleWindow, 'pastHours'> & { readonly size: Size }

function scaleOf({ forecast, candles, level, size, pastHours }: ScaleOf, fan: readonly FanPoint[]): ChartScale {
  const from = forecast.issued_at - pastHours * HOUR_MS
  const to = forecast.issued_at + forecast.hours * HOUR_MS
  const past = candles.filter(([time]) => time * SECOND_MS >= from && time * SECOND_MS < to).flatMap(([, , high, low]) => [high, low])
  const future = fan.flatMap(({ bands }) => [bands[2].low, bands[2].high])
  return chartScale({
    ...priceRange([...past, ...future], level),
    from,
    to,
    width: Math.max(1, size.width - MARGIN.right),
    height: Math.max(1, size.height - MARGIN.top - MARGIN.bottom),
  })
}

/** The chart in one sentence, for those who do not see it. */
export function summary(forecast: Forecast): string {
  const { median, bands, time } = horizonPoint(forecast)
  const price = (value: number) => priceText(value, forecast.quote)
  const ranges = bands.map(({ percent, low, high }) => `${percent}% between ${price(low)} and ${price(high)}`).join(', ')
  return WORDS.summary({
    symbol: forecast.symbol,
    hours: hoursText(forecast.hours),
    anchor: price(forecast.anchor),
    time: momentText(time),
    median: price(median),
    ranges,
    source: SOURCE_WORDS[forecast.source],
  })
}
