/** A point of a curve; `at` rises. */
export type CurvePoint = { readonly at: number; readonly value: number }

/** How much room a curve has, CSS pixels, and what it spans. */
export type CurveFrame = { readonly width: number; readonly height: number; readonly low: number; readonly high: number }

/** From the lowest to the highest of the values, 0 among them, with room on either side. */
export function extentOf(values: Iterable<number>): readonly [low: number, high: number] {
  let [low, high] = [0, 0]
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  const room = (high - low || 1) * 0.06
  return [low < 0 ? low - room : low, high > 0 || low === 0 ? high + room : high]
}

/** The place of a value from the top, CSS pixels. */
export const heightOf = (value: number, { height, low, high }: CurveFrame): number => height - ((value - low) / (high - low)) * height

/** The place of a moment from the left, CSS pixels. */
export function placeOfMoment(at: number, points: readonly CurvePoint[], width: number): number {
  const [from, to] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 1]
  return to === from ? width : ((at - from) / (to - from)) * width
}

/**
 * An SVG path of a curve that moves in steps: its value holds until the next point. Of the points that share a pixel, the first,
 * the lowest, the highest and the last are drawn, so that no peak is lost and the path stays as short as the picture is wide.
 */
export function stepPath(points: readonly CurvePoint[], frame: CurveFrame): string {
  const parts: string[] = []
  let last = heightOf(points[0]?.value ?? 0, frame)
  let column: { x: number; low: number; high: number; end: number } | null = null
  const put = () => {
    if (column === null) return
    const { x, low, high, end } = column
    const way = low === high ? [] : [`V${low.toFixed(1)}`, `V${high.toFixed(1)}`]
    parts.push(`H${x.toFixed(1)}`, ...way, `V${end.toFixed(1)}`)
  }
  for (const { at, value } of points) {
    const x = Math.round(placeOfMoment(at, points, frame.width))
    const y = heightOf(value, frame)
    if (column !== null && column.x === x) {
      column = { x, low: Math.max(column.low, y), high: Math.min(column.high, y), end: y }
      continue
    }
    put()
    column = { x, low: Math.max(last, y), high: Math.min(last, y), end: y }
    last = y
  }
  put()
  const start = heightOf(points[0]?.value ?? 0, frame)
  return points.length === 0 ? '' : `M0 ${start.toFixed(1)}${parts.join('')}H${frame.width.toFixed(1)}`
}

/** Index of the last point at or before a place from the left; 0 where none is. */
export function pointAtPlace(points: readonly CurvePoint[], x: number, width: number): number {
  let [low, high] = [0, points.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (placeOfMoment(points[middle]?.at ?? 0, points, width) <= x) low = middle
    else high = middle - 1
  }
  return Math.max(0, low)
}
