import './sparkline.css'

const WIDTH = 80
const HEIGHT = 20
const EDGE = 1.5

/** The last seven days as a line; it takes the colour of the change beside it, which says the same in figures. */
export function Sparkline({ closes }: { readonly closes: readonly number[] }) {
  const path = sparklinePath(closes)
  return (
    <svg className="sparkline" width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {path !== '' && <path d={path} />}
    </svg>
  )
}

/** An SVG path through `closes`, oldest on the left, lowest at the bottom; empty where there is no line to draw. */
export function sparklinePath(closes: readonly number[]): string {
  if (closes.length < 2) return ''
  const low = Math.min(...closes)
  const span = Math.max(...closes) - low
  const step = (WIDTH - 2 * EDGE) / (closes.length - 1)
  const y = (close: number) => (span === 0 ? HEIGHT / 2 : HEIGHT - EDGE - ((close - low) / span) * (HEIGHT - 2 * EDGE))
  return closes.map((close, index) => `${index === 0 ? 'M' : 'L'}${(EDGE + index * step).toFixed(1)} ${y(close).toFixed(1)}`).join('')
}
