type CurveLineProps = {
  readonly title: string
  readonly summary: string
  readonly values: readonly number[]
  /** Minimum span of the y-axis: a smaller one would exaggerate small moves. */
  readonly leastSpan: number
  readonly format: (value: number) => string
  readonly isSimulated?: boolean
}

const WIDTH = 600
const HEIGHT = 120

export function CurveLine({ title, summary, values, leastSpan, format, isSimulated = false }: CurveLineProps) {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const span = Math.max(high - low, leastSpan)
  const bottom = (low + high - span) / 2
  const x = (index: number): number => (values.length < 2 ? 0 : (index / (values.length - 1)) * WIDTH)
  const points = values.map((value, index) => `${x(index).toFixed(1)},${(HEIGHT - ((value - bottom) / span) * HEIGHT).toFixed(1)}`)
  return (
    <figure className="copy-curve">
      <figcaption className="text-12 text-ink-2">
        {title}. {summary} {`From ${format(low)} to ${format(high)}.`}
      </figcaption>
      <svg viewBox={`0 -4 ${WIDTH} ${HEIGHT + 8}`} preserveAspectRatio="none" aria-hidden="true" data-simulated={isSimulated || undefined}>
        <polyline points={points.join(' ')} />
      </svg>
    </figure>
  )
}
