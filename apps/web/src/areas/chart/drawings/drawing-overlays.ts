import { numberText, percentText } from '@aerie/core/numbers/number-text'
import { recordKeys } from '@aerie/core/record-keys'
import { once } from '@aerie/runtime/once'
import type { Drawing } from '@aerie/wire/market/charts'
import {
  type Chart,
  type Coordinate,
  type OverlayCreateFiguresCallback,
  type OverlayFigure,
  type OverlayTemplate,
  registerFigure,
  registerOverlay,
} from 'klinecharts'
import { DRAWING_KINDS, type DrawingKind } from './drawing-kinds.ts'

export const DRAWINGS = 'drawings'

export type DrawingExtra = {
  readonly text?: string | undefined
  readonly isMarked?: boolean
}

const RATIOS = [0, 1, 0.5, 0.618, 0.382, 0.236, 0.786]
const LABEL_PX = 18
const LABEL_WIDTH_PX = 140
const MARK_PX = 5
const GRIP = 'aerie_grip'
const GRIP_PX = 6
const COARSE_GRIP_PX = 16
export const overlayName = (kind: DrawingKind): string => `aerie_${kind}`

export const registerOverlays = once((): void => {
  registerGrip()
  for (const kind of recordKeys(DRAWING_KINDS)) registerOverlay(tool(kind, DRAWING_KINDS[kind].points))
})

const tool = (kind: DrawingKind, points: number): OverlayTemplate<DrawingExtra> => ({
  name: overlayName(kind),
  totalStep: points + 1,
  needDefaultPointFigure: true,
  needDefaultXAxisFigure: kind !== 'horizontal',
  needDefaultYAxisFigure: kind !== 'vertical',
  createPointFigures: (given) => {
    const figures = [FIGURES[kind](given)].flat()
    return given.overlay.extendData?.isMarked === true ? [...figures, ...given.coordinates.map(mark)] : figures
  },
})

export const pointsOf = (drawing: Pick<Drawing, 'points'>) =>
  drawing.points.map(({ time, price }) => ({
    ...(time === undefined ? {} : { timestamp: time }),
    ...(price === undefined ? {} : { value: price }),
  }))

type Figures = OverlayCreateFiguresCallback<DrawingExtra>

export const line = (...coordinates: Coordinate[]): OverlayFigure[] => [
  { type: 'line', attrs: { coordinates }, ignoreEvent: true },
  { type: GRIP, attrs: { coordinates } },
]

/** A wider, invisible grab area: the library's is two pixels. */
function registerGrip(): void {
  const reach = matchMedia('(pointer: coarse)').matches ? COARSE_GRIP_PX : GRIP_PX
  registerFigure<{ coordinates: Coordinate[] }, unknown>({
    name: GRIP,
    draw: () => undefined,
    checkEventOn: (at, { coordinates: [a, b] }) => a !== undefined && b !== undefined && distanceFrom(at, a, b) <= reach,
  })
}

export function distanceFrom(at: Coordinate, a: Coordinate, b: Coordinate): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((at.x - a.x) * dx + (at.y - a.y) * dy) / length))
  return Math.hypot(at.x - a.x - along * dx, at.y - a.y - along * dy)
}
const box = (a: Coordinate, b: Coordinate): OverlayFigure => ({
  type: 'rect',
  attrs: { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) },
})
const textFigure = (at: Coordinate, text: string, baseline: CanvasTextBaseline = 'bottom'): OverlayFigure => ({
  type: 'text',
  attrs: { x: at.x, y: at.y, text, baseline, align: 'left' },
  ignoreEvent: true,
})

export const textFigureWithin = (at: Coordinate, text: string, width: number): OverlayFigure =>
  at.x + LABEL_WIDTH_PX <= width
    ? textFigure(at, text)
    : { type: 'text', attrs: { x: width, y: at.y, text, baseline: 'bottom', align: 'right' }, ignoreEvent: true }

const mark = ({ x, y }: Coordinate): OverlayFigure => ({ type: 'circle', attrs: { x, y, r: MARK_PX }, ignoreEvent: true })

const FIGURES: Readonly<Record<DrawingKind, Figures>> = {
  segment: ({ coordinates: [a, b] }) => (a && b ? line(a, b) : []),
  ray: ({ coordinates: [a, b], bounding }) => (a && b ? line(a, toEdge(a, b, bounding)) : []),
  horizontal: ({ coordinates: [a], bounding }) => (a ? line({ x: 0, y: a.y }, { x: bounding.width, y: a.y }) : []),
  vertical: ({ coordinates: [a], bounding }) => (a ? line({ x: a.x, y: 0 }, { x: a.x, y: bounding.height }) : []),
  rectangle: ({ coordinates: [a, b] }) => (a && b ? [box(a, b)] : []),
  fibonacci: ({ coordinates: [a, b], overlay, bounding, yAxis }) => {
    const [from, to] = overlay.points.map(({ value }) => value)
    if (!a || !b || from === undefined || to === undefined) return []
    const left = Math.min(a.x, b.x)
    const levels = RATIOS.map((ratio) => {
      const price = to + (from - to) * ratio
      return { y: yAxis?.convertToPixel(price) ?? 0, text: `${(ratio * 100).toFixed(1)}%  ${numberText(price)}` }
    })
    return [
      ...levels.flatMap(({ y }) => line({ x: left, y }, { x: bounding.width, y })),
      ...withRoom(levels).map(({ y, text }) => textFigureWithin({ x: left, y }, text, bounding.width)),
    ]
  },
  measure: ({ coordinates: [a, b], overlay, chart }) => {
    if (!a || !b) return []
    return [box(a, b), ...line(a, b), textFigure({ x: Math.max(a.x, b.x) + 6, y: b.y }, measureText(overlay.points, chart), 'middle')]
  },
  text: ({ coordinates: [a], overlay }) => (a ? [{ ...textFigure(a, overlay.extendData?.text || 'Text'), ignoreEvent: false }] : []),
}

export function withRoom<Level extends { readonly y: number }>(levels: readonly Level[]): Level[] {
  const kept: Level[] = []
  for (const level of levels) if (kept.every(({ y }) => Math.abs(y - level.y) >= LABEL_PX)) kept.push(level)
  return kept
}

function toEdge(a: Coordinate, b: Coordinate, { width, height }: { width: number; height: number }): Coordinate {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  if (dx === 0) return { x: a.x, y: dy > 0 ? height : 0 }
  const x = dx > 0 ? width : 0
  return { x, y: a.y + (dy / dx) * (x - a.x) }
}

export function measureText(
  points: ReadonlyArray<{ value?: number; timestamp?: number }>,
  chart: Pick<Chart, 'convertToPixel' | 'getBarSpace'>,
): string {
  const [from, to] = points
  if (from?.value === undefined || to?.value === undefined) return ''
  const moved = to.value - from.value
  const [x1, x2] = [chart.convertToPixel([from, to].map(({ timestamp = 0 }) => ({ timestamp })))].flat().map(({ x = 0 }) => x)
  const bars = Math.round(((x2 ?? 0) - (x1 ?? 0)) / chart.getBarSpace().bar)
  return `${moved > 0 ? '+' : ''}${numberText(moved)} (${percentText((moved / from.value) * 100)}), ${bars} bars`
}
