import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { momentText } from '../../../market-views/forecast/forecast-text.ts'
import { Moment } from '../../../market-views/forecast/moment.tsx'
import { cx } from '../../../ui/cx.ts'
import type { ChartScale } from './chart-scale.ts'
import { type ChartStop, nearestStop } from './chart-stops.ts'

type CrosshairProps = {
  readonly stops: readonly ChartStop[]
  readonly scale: ChartScale
  /** 1: nearer, -1: further. */
  readonly onZoom: (direction: 1 | -1) => void
}

/** Reads the chart: under the mouse, under a finger, or moved by arrow keys. The plus and minus keys zoom. */
export function Crosshair({ stops, scale, onZoom }: CrosshairProps) {
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

/** The stop that a key leads to from `at` (-1: none chosen); -1 for keys that lead nowhere. */
export function stopAfter(key: string, at: number, count: number): number {
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
