import './charts.css'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { dateText } from '../../../market-views/forecast/forecast-text.ts'
import { useSize } from '../../../ui/hooks/use-size.ts'
import { axisDates } from './axis-dates.ts'
import { type CurvePoint, extentOf, heightOf, placeOfMoment, pointAtPlace, stepPath } from './curve-path.ts'

type CurveChartProps = {
  readonly title: string
  readonly points: readonly CurvePoint[]
  /** Below zero only: filled from the top. */
  readonly isDepth?: boolean
  readonly format: (value: number) => string
  /** The whole in words, for those who do not see it. */
  readonly summary: string
}

const KEY_STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -20, PageDown: 20 }

/** A curve over time. Pointer or arrow keys move along it; the value and its date are written above. */
export function CurveChart({ title, points, isDepth = false, format, summary }: CurveChartProps) {
  const [size, measure] = useSize()
  const [place, setPlace] = useState<number | null>(null)
  const at = Math.min(place ?? points.length - 1, points.length - 1)
  const shown = points[at]
  const onPointerMove = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const box = currentTarget.getBoundingClientRect()
    setPlace(pointAtPlace(points, clientX - box.left, box.width))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next =
      { Home: 0, End: points.length - 1 }[event.key] ?? (KEY_STEPS[event.key] === undefined ? null : at + (KEY_STEPS[event.key] ?? 0))
    if (next === null) return
    event.preventDefault()
    setPlace(Math.max(0, Math.min(points.length - 1, next)))
  }
  return (
    <figure className="curve">
      <figcaption className="curve-head">
        <span className="font-medium text-13 text-ink-1">{title}</span>
        <span className="num text-12 text-ink-2">{shown && `${format(shown.value)} · ${dateText(shown.at)}`}</span>
      </figcaption>
      <div
        ref={measure}
        className="curve-body"
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
      </div>
      {size && points.length > 0 && <Axis points={points} width={size.width} />}
    </figure>
  )
}

/** The dates below; the moment that is pointed at stands above, in words for those who do not see it. */
const Axis = ({ points, width }: { readonly points: readonly CurvePoint[]; readonly width: number }) => (
  <div className="curve-axis num" aria-hidden="true">
    {axisDates(points[0]?.at ?? 0, points.at(-1)?.at ?? 0, width).map(({ share, text }) => (
      <span translate="no" key={share} style={{ left: `${share * 100}%`, translate: `${-share * 100}% 0` }}>
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
      {pointed && <path className="curve-cross" d={`M${placeOfMoment(pointed.at, points, size.width)} 0V${size.height}`} />}
    </svg>
  )
}
