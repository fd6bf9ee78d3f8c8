/** Apart from sparkline.tsx: the server draws the path into Home, and its program can load neither React nor CSS. */
export const SPARKLINE = { width: 80, height: 20 } as const
const { width: WIDTH, height: HEIGHT } = SPARKLINE
const EDGE = 1.5

export function sparklinePath(closes: readonly number[]): string {
  if (closes.length < 2) return ''
  const low = Math.min(...closes)
  const span = Math.max(...closes) - low
  const step = (WIDTH - 2 * EDGE) / (closes.length - 1)
  const y = (close: number) => (span === 0 ? HEIGHT / 2 : HEIGHT - EDGE - ((close - low) / span) * (HEIGHT - 2 * EDGE))
  return closes.map((close, index) => `${index === 0 ? 'M' : 'L'}${(EDGE + index * step).toFixed(1)} ${y(close).toFixed(1)}`).join('')
}
