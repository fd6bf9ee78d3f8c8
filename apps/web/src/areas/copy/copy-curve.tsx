import { dateText } from '../../platform/format/market-text.ts'

type CopyCurveProps = {
  readonly title: string
  readonly summary: string
  /** The first one is the start. */
  readonly values: readonly number[]
  /** Minimum span of the y-axis: a smaller one would exaggerate small moves. */
  readonly leastSpan: number
  readonly format: (value: number) => string
  /** Unix times in ms of the first and the last value. */
  readonly span: readonly [from: number, to: number]
  readonly isDepth?: boolean
  readonly isSimulated?: boolean
}

const WIDTH = 600
const HEIGHT = 160

export function CopyCurve({ title, summary, values, leastSpan, format, span, isDepth = false, isSimulated = false }: CopyCurveProps) {
  const levels = axisLevels(values, leastSpan)
  const [bottom = 0, top = 1] = [levels[0], levels.at(-1)]
  const x = (index: number): number => (values.length < 2 ? 0 : (index / (values.length - 1)) * WIDTH)
  const y = (value: number): number => HEIGHT - ((value - bottom) / (top - bottom)) * HEIGHT
  const line = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ')
  const dates = [...new Set(span.map(dateText))]
  return (
    <figure className="copy-curve">
      <figcaption>
        <span className="font-medium text-13 text-ink-1">{title}</span> <span className="num text-12 text-ink-2">{summary}</span>
      </figcaption>
      <div className="copy-axis num" aria-hidden="true" translate="no">
        {levels.map((level) => (
          <span key={level}>{format(level)}</span>
        ))}
      </div>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" data-simulated={isSimulated || undefined}>
        {levels.map((level) => (
          <path key={level} d={`M0 ${y(level)}H${WIDTH}`} data-start={level === values[0] || undefined} />
        ))}
        {isDepth && <polygon points={`0,${y(0)} ${line} ${WIDTH},${y(0)}`} />}
        <polyline points={line} data-depth={isDepth || undefined} />
      </svg>
      <div className="copy-dates num" aria-hidden="true" translate="no">
        {dates.map((date) => (
          <span key={date}>{date}</span>
        ))}
      </div>
    </figure>
  )
}

const GAPS = 4
const NICE = [1, 2, 5, 10]

/** Round levels for a y-axis, from the bottom to the top: they enclose all values and span at least `leastSpan`. */
export function axisLevels(values: readonly number[], leastSpan: number): readonly number[] {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const spare = Math.max(0, leastSpan - (high - low))
  // What never exceeds 0, such as a drawdown, gets its spare room below.
  const [from, to] = high === 0 ? [low - spare, 0] : [low - spare / 2, high + spare / 2]
  const power = 10 ** Math.floor(Math.log10((to - from) / GAPS))
  const step = power * (NICE.find((nice) => nice * power * GAPS >= to - from) ?? 10)
  // Two decimals more than the step has: 0.1 + 0.2 must not become a level of its own.
  const exact = (level: number) => Number((level * step).toFixed(Math.max(0, 2 - Math.floor(Math.log10(step)))))
  const [first, last] = [Math.floor(from / step + 1e-9), Math.ceil(to / step - 1e-9)]
  return Array.from({ length: last - first + 1 }, (_, index) => exact(first + index))
}
