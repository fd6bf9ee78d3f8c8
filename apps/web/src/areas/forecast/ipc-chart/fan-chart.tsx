import '../forecast.css'
import './fan-chart.css'
import { INTERVAL_MS, type Interval } from '@aerie/core/market/candle'
import { numberText } from '@aerie/core/numbers/number-text'
import { HOUR_MS, SECOND_MS } from '@aerie/core/time'
import { chanceAbove } from '@aerie/forecast/price-probability'
import type { Forecast } from '@aerie/wire/market/forecasts'
import type { CandleTuple } from '@aerie/wire/market/market'
import { type KeyboardEvent, memo, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import { chanceText, clockText, hoursText, momentText, moveText, priceText, SOURCE_LABELS } from '../../../platform/format/market-text.ts'
import { figuresOf, onFigures } from '../../../platform/live/market/quotes.ts'
import { cx } from '../../../ui/cx.ts'
import { type Size, useSize } from '../../../ui/hooks/use-size.ts'
import { Moment } from '../../../ui/moment.tsx'
import { type FanPoint, fanOf, horizonPoint, horizonPrices } from '../fan-bands.tsx'
import { type CandleWindow, type Past, setLevel, useLevel } from '../ipc/candle-window.ts'
import { type ChartScale, chartScale, niceStep, priceRange, priceTicks, snapToStep, timeTicks } from './chart-scale.ts'

type FanChartProps = {
  readonly forecast: Forecast
  /** Ascending; empty while loading or on failure. */
  readonly past: Pick<Past, 'candles' | 'window'>
  /** Included in the price range. */
  readonly level: number | null
  readonly onZoom: (direction: 1 | -1) => void
}

const MARGIN = { top: 8, right: 76, bottom: 24 }

/** Fills its container, which must have a height. */
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

export function summary(forecast: Forecast): string {
  const { median, bands, time } = horizonPoint(forecast)
  const price = (value: number) => priceText(value, forecast.quote)
  const ranges = bands.map(({ percent, low, high }) => `${percent}% between ${price(low)} and ${price(high)}`).join(', ')
  return `${forecast.symbol}: recent prices and the forecast for ${hoursText(forecast.hours)}, from ${price(forecast.anchor)}. At ${momentText(time)} the median is ${price(median)}; ${ranges}. ${SOURCE_LABELS[forecast.source]}.`
}

type FanShapesProps = { readonly fan: readonly FanPoint[]; readonly scale: ChartScale }

/** Widest band first; linear between whole hours. */
const FanShapes = memo(function FanShapes({ fan, scale }: FanShapesProps) {
  const point = (time: number, price: number) => `${scale.x(time).toFixed(1)} ${scale.y(price).toFixed(1)}`
  const area = (index: 0 | 1 | 2) => {
    const upper = fan.map(({ time, bands }) => point(time, bands[index].high))
    const lower = fan.map(({ time, bands }) => point(time, bands[index].low)).toReversed()
    return `M${[...upper, ...lower].join('L')}Z`
  }
  const start = fan[0]
  const end = fan.at(-1)
  if (start === undefined || end === undefined) return null
  return (
    <g>
      {([2, 1, 0] as const).map((index) => (
        <path key={index} className="fan-band" data-band={start.bands[index].percent} d={area(index)} />
      ))}
      <path className="fan-median" d={`M${fan.map(({ time, median }) => point(time, median)).join('L')}`} />
      <circle className="fan-end" cx={scale.x(end.time)} cy={scale.y(end.median)} r="4" />
    </g>
  )
})

const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })

/** Half of the widest label: closer to the left edge it would be clipped. */
const LABEL_HALF_PX = 20

const Axes = memo(function Axes({ scale }: { readonly scale: ChartScale }) {
  const { width, height } = scale
  return (
    <g className="axes num">
      {priceTicks(scale).map((price) => (
        <g key={price} transform={`translate(0 ${scale.y(price).toFixed(1)})`}>
          <line x2={width} />
          <text x={width + 6} dy="0.32em">
            {numberText(price)}
          </text>
        </g>
      ))}
      {timeTicks(scale).map((time) => (
        <g key={time} transform={`translate(${scale.x(time).toFixed(1)} 0)`}>
          <line y2={height} />
          <text y={height + 16} textAnchor={scale.x(time) < LABEL_HALF_PX ? 'start' : 'middle'}>
            {new Date(time).getHours() === 0 ? day.format(time) : clockText(time)}
          </text>
        </g>
      ))}
    </g>
  )
})

type CandleShapesProps = { readonly candles: readonly CandleTuple[]; readonly interval: Interval; readonly scale: ChartScale }

const CandleShapes = memo(function CandleShapes({ candles, interval, scale }: CandleShapesProps) {
  const slot = scale.x(scale.from + INTERVAL_MS[interval])
  const shown = candles.filter(([time]) => time * SECOND_MS >= scale.from && time * SECOND_MS < scale.to)
  const path = (rose: boolean) =>
    shown
      .filter(([, open, , , close]) => close >= open === rose)
      .map((candle) => candlePath(candle, scale, slot))
      .join('')
  return (
    <>
      <path className="candles" data-tone="up" d={path(true)} />
      <path className="candles" data-tone="down" d={path(false)} />
    </>
  )
})

/** Maximum half-width of a body: few candles on a wide screen would otherwise be too wide. */
const WIDEST_HALF = 12

/** The body is at least one pixel high and three fifths of the interval wide. */
function candlePath([time, open, high, low, close]: CandleTuple, scale: ChartScale, slot: number): string {
  const middle = scale.x(time * SECOND_MS) + slot / 2
  const half = Math.min(WIDEST_HALF, Math.max(0.5, slot * 0.3))
  const top = scale.y(Math.max(open, close))
  const bottom = Math.max(top + 1, scale.y(Math.min(open, close)))
  const [left, right, up, down] = [middle - half, middle + half, scale.y(high), scale.y(low)].map((at) => at.toFixed(1))
  const line = middle.toFixed(1)
  const [first, last] = [top.toFixed(1), bottom.toFixed(1)]
  return `M${line} ${up}V${first}M${line} ${last}V${down}M${left} ${first}H${right}V${last}H${left}Z`
}

type LiveMarkerProps = { readonly symbol: string; readonly scale: ChartScale }

/** Moved by ticks outside React, once per frame. */
function LiveMarker({ symbol, scale }: LiveMarkerProps) {
  const group = useRef<SVGGElement>(null)
  useEffect(() => {
    let frame = 0
    const paint = () => {
      frame = 0
      moveTo(group.current, symbol, scale)
    }
    paint()
    const stop = onFigures((changed) => {
      if (changed === symbol && frame === 0) frame = requestAnimationFrame(paint)
    })
    return () => {
      stop()
      cancelAnimationFrame(frame)
    }
  }, [symbol, scale])
  return (
    <g ref={group} className="live-price" visibility="hidden">
      <line x1={-scale.width} x2={scale.width} />
      <circle r="3.5" />
    </g>
  )
}

function moveTo(group: SVGGElement | null, symbol: string, scale: ChartScale): void {
  const figures = figuresOf(symbol)
  const { price, asOf } = figures ?? { price: null, asOf: null }
  const isShown = price !== null && asOf !== null && price >= scale.low && price <= scale.high && asOf >= scale.from
  group?.setAttribute('visibility', isShown ? 'visible' : 'hidden')
  if (isShown)
    group?.setAttribute('transform', `translate(${Math.min(scale.width, scale.x(asOf)).toFixed(1)} ${scale.y(price).toFixed(1)})`)
}

type CrosshairProps = {
  readonly stops: readonly ChartStop[]
  readonly scale: ChartScale
  readonly onZoom: (direction: 1 | -1) => void
}

/** By mouse, touch or arrow keys; plus and minus zoom. */
function Crosshair({ stops, scale, onZoom }: CrosshairProps) {
  const [time, setTime] = useState<number | null>(null)
  const at = time === null ? -1 : nearestStop(stops, time)
  const stop = stops[at]
  const onPointer = (event: PointerEvent<HTMLElement>) =>
    setTime(scale.timeAt(event.clientX - event.currentTarget.getBoundingClientRect().left))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === '+' || event.key === '-') return onZoom(event.key === '+' ? 1 : -1)
    if (event.key === 'Escape') return setTime(null)
    const next = stops[stopAfter(event.key, at, stops.length)]
    if (next === undefined) return
    event.preventDefault()
    setTime(next.time)
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Moment on the chart"
      aria-valuemin={0}
      aria-valuemax={Math.max(0, stops.length - 1)}
      aria-valuenow={Math.max(0, at)}
      aria-valuetext={stop === undefined ? 'none selected' : `${momentText(stop.time)}. ${stop.lines.join('. ')}`}
      className="crosshair-area"
      style={{ width: scale.width, height: scale.height }}
      onPointerMove={onPointer}
      onPointerDown={onPointer}
      onPointerLeave={() => setTime(null)}
      onKeyDown={onKeyDown}
    >
      {stop !== undefined && <Reading stop={stop} scale={scale} />}
    </div>
  )
}

function Reading({ stop, scale }: { readonly stop: ChartStop; readonly scale: ChartScale }) {
  const x = scale.x(stop.time)
  return (
    <div aria-hidden="true">
      <span className="crosshair-line" style={{ transform: `translateX(${x.toFixed(1)}px)` }} />
      <span className="crosshair-dot" style={{ transform: `translate(${x.toFixed(1)}px, ${scale.y(stop.price).toFixed(1)}px)` }} />
      <div className={cx('crosshair-card num', x > scale.width / 2 ? 'left-2' : 'right-2')}>
        <p className="font-medium text-ink-1">
          <Moment at={stop.time} />
        </p>
        {stop.lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </div>
  )
}

/** Next stop for a key from `at` (-1: none selected); -1 for other keys. */
function stopAfter(key: string, at: number, count: number): number {
  switch (key) {
    case 'ArrowLeft':
      return at < 0 ? count - 1 : Math.max(0, at - 1)
    case 'ArrowRight':
      return Math.min(count - 1, at + 1)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return -1
  }
}

type LevelHandleProps = { readonly forecast: Forecast; readonly scale: ChartScale }

/** Key step: 1/200 of the height; ten times that with Shift or Page keys. */
const STEPS = 200
const LARGE = 10

function LevelHandle({ forecast, scale }: LevelHandleProps) {
  const level = useLevel((state) => state.level) ?? forecast.anchor
  const step = niceStep(scale.high - scale.low, STEPS)
  const chance = chanceText(chanceAbove(horizonPrices(forecast), level))
  const shown = Math.min(scale.high, Math.max(scale.low, level))
  const onKeyDown = (event: KeyboardEvent) => {
    const next = levelAfter(event, level, step, scale)
    if (next === null) return
    event.preventDefault()
    event.stopPropagation()
    setLevel(next)
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    event.currentTarget.focus({ preventScroll: true })
    event.preventDefault()
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const top = event.currentTarget.parentElement?.getBoundingClientRect().top ?? 0
    const y = Math.min(scale.height, Math.max(0, event.clientY - top))
    setLevel(snapToStep(scale.priceAt(y), step))
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Price level"
      aria-orientation="vertical"
      aria-valuemin={scale.low}
      aria-valuemax={scale.high}
      aria-valuenow={shown}
      aria-valuetext={`${priceText(level, forecast.quote)}: ${chance} chance to end above`}
      data-no-select=""
      className="level-handle"
      style={{ transform: `translateY(${scale.y(shown).toFixed(1)}px)`, width: scale.width }}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
    >
      <span className="level-tag num" aria-hidden="true">
        {level > scale.high && '▲ '}
        {level < scale.low && '▼ '}
        <span translate="no">{`${priceText(level, forecast.quote)} · ${chance}`}</span> above
      </span>
    </div>
  )
}

function levelAfter(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  level: number,
  step: number,
  { low, high }: Pick<ChartScale, 'low' | 'high'>,
): number | null {
  const by = (steps: number) => Math.max(step, snapToStep(level + steps * step, step))
  const arrow = shiftKey ? LARGE : 1
  switch (key) {
    case 'ArrowUp':
    case 'ArrowRight':
      return by(arrow)
    case 'ArrowDown':
    case 'ArrowLeft':
      return by(-arrow)
    case 'PageUp':
      return by(LARGE)
    case 'PageDown':
      return by(-LARGE)
    case 'Home':
      return snapToStep(low, step)
    case 'End':
      return snapToStep(high, step)
    default:
      return null
  }
}

type ChartStop = { readonly time: number; readonly price: number; readonly lines: readonly string[] }

type StopsOf = {
  readonly candles: readonly CandleTuple[]
  readonly fan: readonly FanPoint[]
  readonly quote: string
  readonly anchor: number
  readonly scale: Pick<ChartScale, 'from'>
}

/** Each past candle up to the start of the forecast, then each forecast hour. */
function chartStops({ candles, fan, quote, anchor, scale }: StopsOf): ChartStop[] {
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

function nearestStop(stops: readonly ChartStop[], time: number): number {
  let best = -1
  let distance = Number.POSITIVE_INFINITY
  for (const [index, stop] of stops.entries()) {
    const away = Math.abs(stop.time - time)
    if (away < distance) [best, distance] = [index, away]
  }
  return best
}
