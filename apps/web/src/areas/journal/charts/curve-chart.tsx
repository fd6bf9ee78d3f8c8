import './charts.css'
import { DAY_MS } from '@aerie/core/time'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { dateText } from '../../../platform/format/market-text.ts'
import { useSize } from '../../../ui/hooks/use-size.ts'

type CurveChartProps = {
  readonly title: string
  readonly points: readonly CurvePoint[]
  /** Values are at most zero: filled from the top. */
  readonly isDepth?: boolean
  readonly format: (value: number) => string
  readonly summary: string
}

const KEY_STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -20, PageDown: 20 }

export function CurveChart({ title, points, isDepth = false, format, summary }: CurveChartProps) {
  const [size, measure] = useSize()
  const [place, setPlace] = useState<number | null>(null)
  const at = Math.min(place ?? points.length - 1, points.length - 1)
  const shown = points[at]
  const onPointerMove = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const box = currentTarget.getBoundingClientRect()
    setPlace(pointIndexAt(points, clientX - box.left, box.width))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next =
      { Home: 0, End: points.length - 1 }[event.key] ?? (KEY_STEPS[event.key] === undefined ? null : at + (KEY_STEPS[event.key] ?? 0))
    if (next === null) return
    event.preventDefault()
    setPlace(Math.max(0, Math.min(points.length - 1, next)))
  }
  return (
    <figure className="flex min-w-0 flex-col gap-1">
      <figcaption className="flex min-h-6 flex-wrap items-center justify-between gap-x-3">
        <span className="font-medium text-13 text-ink-1">{title}</span>
        <span className="num text-12 text-ink-2">{shown && `${format(shown.value)} · ${dateText(shown.at)}`}</span>
      </figcaption>
      <div
        ref={measure}
        className="relative h-[132px] touch-pan-y overflow-hidden"
        role="slider"
        tabIndex={0}
        aria-label={`${title}. ${summary}`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, points.length - 1)}
        aria-valuenow={Math.max(0, at)}
        aria-valuetext={shown && `${dateText(shown.at)}: ${format(shown.value)}`}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setPlace(null)}
        onKeyDown={onKeyDown}
      >
        {size && points.length > 0 && <Curve points={points} isDepth={isDepth} size={size} place={place} />}
        <Scale points={points} format={format} />
      </div>
      {size && points.length > 0 && <Axis points={points} width={size.width} />}
    </figure>
  )
}

/** The highest and lowest value, at the edges that they reach. Their background keeps the curve from crossing them out. */
function Scale({ points, format }: Pick<CurveChartProps, 'points' | 'format'>) {
  const [low, high] = rangeOf(points.map(({ value }) => value))
  return (
    <span
      className="num pointer-events-none absolute inset-y-0 left-0 flex flex-col text-11 text-ink-2 *:bg-surface-1/80"
      aria-hidden="true"
      translate="no"
    >
      {(high > 0 || low === 0) && <span>{format(high)}</span>}
      {low < 0 && <span className="mt-auto">{format(low)}</span>}
    </span>
  )
}

/** Screen readers get the selected date from the text above. */
const Axis = ({ points, width }: { readonly points: readonly CurvePoint[]; readonly width: number }) => (
  <div className="num relative h-4 text-11 text-ink-2" aria-hidden="true">
    {axisDates(points[0]?.at ?? 0, points.at(-1)?.at ?? 0, width).map(({ share, text }) => (
      <span
        translate="no"
        key={share}
        className="absolute whitespace-nowrap"
        style={{ left: `${share * 100}%`, translate: `${-share * 100}% 0` }}
      >
        {text}
      </span>
    ))}
  </div>
)

type CurveProps = Pick<CurveChartProps, 'points'> & {
  readonly isDepth: boolean
  readonly size: { readonly width: number; readonly height: number }
  readonly place: number | null
}

function Curve({ points, isDepth, size, place }: CurveProps) {
  const [low, high] = extentOf(points.map(({ value }) => value))
  const frame = { ...size, low, high }
  const path = stepPath(points, frame)
  const zero = heightOf(0, frame)
  const pointed = place === null ? undefined : points[place]
  return (
    <svg aria-hidden="true" width={size.width} height={size.height}>
      <path className="curve-zero" d={`M0 ${zero}H${size.width}`} />
      {isDepth && <path className="curve-depth" d={`${path}V${zero}H0Z`} />}
      <path className={isDepth ? 'curve-line curve-line-down' : 'curve-line'} d={path} />
      {pointed && <path className="curve-cross" d={`M${positionOfMoment(pointed.at, points, size.width)} 0V${size.height}`} />}
    </svg>
  )
}

/** `share` of the width from the left, 0 to 1. */
type AxisDate = { readonly share: number; readonly text: string }

/** Width per date, CSS pixels. */
const ROOM_PX = 92
const MOST_DATES = 7
const DAYS_OF_TIMES = 2
const DAYS_OF_DAYS = 300

const timeOfDay = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const dayOfYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const monthOfYear = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric' })

/** Evenly spaced dates in the user's zone, as many as fit; duplicates are dropped. */
export function axisDates(from: number, to: number, width: number): readonly AxisDate[] {
  if (to <= from) return [{ share: 1, text: formatOf(DAY_MS * DAYS_OF_TIMES).format(to) }]
  const gaps = Math.min(MOST_DATES, Math.max(2, Math.floor(width / ROOM_PX))) - 1
  const format = formatOf(to - from)
  const dates = Array.from({ length: gaps + 1 }, (_, place) => ({
    share: place / gaps,
    text: format.format(from + ((to - from) * place) / gaps),
  }))
  return dates.filter(({ text }, place) => text !== dates[place - 1]?.text)
}

function formatOf(spanMs: number): Intl.DateTimeFormat {
  if (spanMs < DAYS_OF_TIMES * DAY_MS) return timeOfDay
  return spanMs < DAYS_OF_DAYS * DAY_MS ? dayOfYear : monthOfYear
}

type CurvePoint = { readonly at: number; readonly value: number }

/** Size in CSS pixels, and value range. */
type CurveFrame = { readonly width: number; readonly height: number; readonly low: number; readonly high: number }

/** Range of the values, always including 0. */
function rangeOf(values: Iterable<number>): readonly [low: number, high: number] {
  let [low, high] = [0, 0]
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return [low, high]
}

/** Range of the values, always including 0, with padding. */
export function extentOf(values: Iterable<number>): readonly [low: number, high: number] {
  const [low, high] = rangeOf(values)
  const room = (high - low || 1) * 0.06
  return [low < 0 ? low - room : low, high > 0 || low === 0 ? high + room : high]
}

/** From the top, CSS pixels. */
const heightOf = (value: number, { height, low, high }: CurveFrame): number => height - ((value - low) / (high - low)) * height

/** From the left, CSS pixels. */
function positionOfMoment(at: number, points: readonly CurvePoint[], width: number): number {
  const [from, to] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 1]
  return to === from ? width : ((at - from) / (to - from)) * width
}

/**
 * Step path: a value holds until the next point. Per pixel it draws the first, lowest, highest and last point, so peaks survive and the
 * path length is bounded by the width.
 */
export function stepPath(points: readonly CurvePoint[], frame: CurveFrame): string {
  const parts: string[] = []
  let last = heightOf(points[0]?.value ?? 0, frame)
  let column: { x: number; low: number; high: number; end: number } | null = null
  const addColumn = () => {
    if (column === null) return
    const { x, low, high, end } = column
    const way = low === high ? [] : [`V${low.toFixed(1)}`, `V${high.toFixed(1)}`]
    parts.push(`H${x.toFixed(1)}`, ...way, `V${end.toFixed(1)}`)
  }
  for (const { at, value } of points) {
    const x = Math.round(positionOfMoment(at, points, frame.width))
    const y = heightOf(value, frame)
    if (column !== null && column.x === x) {
      column = { x, low: Math.max(column.low, y), high: Math.min(column.high, y), end: y }
      continue
    }
    addColumn()
    column = { x, low: Math.max(last, y), high: Math.min(last, y), end: y }
    last = y
  }
  addColumn()
  const start = heightOf(points[0]?.value ?? 0, frame)
  return points.length === 0 ? '' : `M0 ${start.toFixed(1)}${parts.join('')}H${frame.width.toFixed(1)}`
}

/** Index of the last point at or left of `x`; 0 if none. */
export function pointIndexAt(points: readonly CurvePoint[], x: number, width: number): number {
  let [low, high] = [0, points.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (positionOfMoment(points[middle]?.at ?? 0, points, width) <= x) low = middle
    else high = middle - 1
  }
  return Math.max(0, low)
}
