import { numberText } from '@aerie/core/numbers/number-text'
import { once } from '@aerie/runtime/once'
import { type Chart, type Overlay, type OverlayFigure, type OverlayTemplate, registerOverlay, type YAxis } from 'klinecharts'
import type { ChartLevel } from '../engine/price-chart-props.ts'
import type { ChartColors } from '../view/chart-colors.ts'
import { line } from './drawing-overlays.ts'
import { edgeLevels, type LabelPosition, labelPositions, labelY, lineParts } from './level-labels.ts'

const LEVEL = 'aerie_level'
const LEVELS = 'levels'
/** Distances of the labels of off-pane levels from the lower edge and, below the candle's legend, from the upper. */
const EDGE_PX = 12
const SIDE_PX = 8
/** A dragged level: its label moves with it and may overlap others. */
const DRAGGED: Omit<LabelPosition, 'y'> = { from: SIDE_PX, more: 0, gaps: [] }
const LEGENDS_PX = 36
const DASHES = { style: 'dashed', dashedValue: [6, 4], size: 1 }
/** Label places of all levels, computed once per frame instead of once per level. */
type Labels = {
  readonly levels: readonly ChartLevel[]
  key: string
  positions: ReadonlyMap<number, LabelPosition>
  edges: ReturnType<typeof edgeLevels>
}

type LevelExtra = Pick<ChartLevel, 'label'> & {
  readonly color: string
  readonly ground: string
  readonly labels: Labels
  readonly index: number
}

type Frame = { readonly toPixel: (price: number) => number; readonly width: number; readonly height: number }

/** Two prices suffice to detect a change of scale. */
function positionedLabels(labels: Labels, { toPixel, width, height }: Frame): Labels {
  const key = `${width} ${height} ${toPixel(1)} ${toPixel(2)}`
  if (key === labels.key) return labels
  const ys = labels.levels.map(({ price }) => toPixel(price))
  const edges = edgeLevels(ys, height)
  const inside = labels.levels.flatMap(({ label, price }, index) => {
    const line = ys[index] ?? Number.NaN
    const y = labelY(line, { width, height, edge: EDGE_PX, legends: LEGENDS_PX }, edges.below)
    return sideOf(line, height) === 0 ? [{ index, line, y, text: levelText(label, price) }] : []
  })
  const placed = labelPositions(inside, width)
  const positions = new Map(inside.map(({ index, y }, at) => [index, placed[at] ?? { ...DRAGGED, y }]))
  return Object.assign(labels, { key, positions, edges })
}

const levelText = (label: string, price: number): string => `${label}  ${numberText(price)}`

export const registerMarks = once((): void => {
  registerOverlay(levelOverlay)
})

export class LevelLines {
  readonly #chart: Pick<Chart, 'createOverlay' | 'removeOverlay' | 'overrideOverlay'>

  #drag: Drag | null = null

  constructor(chart: Pick<Chart, 'createOverlay' | 'removeOverlay' | 'overrideOverlay'>) {
    this.#chart = chart
  }

  /** Shows exactly `levels`; during a drag, after the line is released. */
  show(levels: readonly ChartLevel[], colors: Pick<ChartColors, ChartLevel['tone'] | 'ground'>): void {
    if (this.#drag !== null) {
      this.#drag.shownAfter = () => this.show(levels, colors)
      return
    }
    this.#chart.removeOverlay({ groupId: LEVELS })
    const labels: Labels = { levels, key: '', positions: new Map(), edges: {} }
    for (const [index, level] of levels.entries()) this.#add(level, colors, { labels, index })
  }

  /** Cancels any drag: the chart is being destroyed. */
  dispose(): void {
    this.#endDrag()
  }

  #add(level: ChartLevel, colors: Pick<ChartColors, ChartLevel['tone'] | 'ground'>, place: Pick<LevelExtra, 'labels' | 'index'>): void {
    const { price, label, tone, onMove } = level
    const id = overlayId(level)
    const extra: LevelExtra = { label, color: colors[tone], ground: colors.ground, ...place }
    this.#chart.createOverlay({
      name: LEVEL,
      id,
      groupId: LEVELS,
      points: [{ value: price }],
      lock: onMove === undefined,
      // A function, because the library deep-copies objects.
      extendData: () => extra,
      // The library deletes on right-click.
      onRightClick: (event) => event.preventDefault?.(),
      onPressedMoveStart: () => this.#beginDrag(level),
      onPressedMoving: ({ overlay }) => this.#dragged(level, overlay.points[0]?.value),
      onPressedMoveEnd: ({ overlay }) => {
        const moved = overlay.points[0]?.value
        const isCanceled = this.#drag?.isCanceled === true
        // The owner moves the level by passing a new price; until then it returns.
        this.#putBack(level)
        const shownAfter = this.#endDrag()
        if (!isCanceled && moved !== undefined && moved > 0 && moved !== price) onMove?.(moved)
        else if (!isCanceled) level.onDrag?.(null)
        shownAfter?.()
      },
    })
  }

  #beginDrag(level: ChartLevel): void {
    this.#endDrag()
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || this.#drag === null || this.#drag.isCanceled) return
      event.preventDefault()
      event.stopPropagation()
      this.#drag.isCanceled = true
      this.#putBack(level)
      level.onDrag?.(null)
    }
    // In the capture phase, before other handlers: Escape cancels the drag first.
    window.addEventListener('keydown', cancel, true)
    this.#drag = { isCanceled: false, shownAfter: null, stop: () => window.removeEventListener('keydown', cancel, true) }
  }

  #dragged(level: ChartLevel, to: number | undefined): void {
    if (this.#drag?.isCanceled === true) this.#putBack(level)
    else if (to !== undefined && to > 0) level.onDrag?.(to)
  }

  #putBack(level: ChartLevel): void {
    this.#chart.overrideOverlay({ id: overlayId(level), points: [{ value: level.price }] })
  }

  /** @returns the update deferred by the drag */
  #endDrag(): (() => void) | null {
    const drag = this.#drag
    this.#drag = null
    drag?.stop()
    return drag?.shownAfter ?? null
  }
}

const overlayId = ({ id }: ChartLevel): string => `level_${id}`

type Drag = {
  isCanceled: boolean
  /** Levels passed during a drag: applying them would end it. */
  shownAfter: (() => void) | null
  readonly stop: () => void
}

type PanePosition = { readonly y: number; readonly height: number; readonly more: number }

export function levelCaption(label: string, price: number, { y, height, more }: PanePosition): string {
  const text = levelText(label, price)
  const side = sideOf(y, height)
  const counted = more === 0 ? text : `${text}  ${`+${more} more`}`
  return side < 0 ? `▲ ${counted}` : side > 0 ? `▼ ${counted}` : counted
}

const LABEL_PX = 18
const HALF_LABEL_PX = LABEL_PX / 2

type PricePosition = { readonly price: number; readonly y: number }

/** Label positions in input order, without overlap, also with `last` unless a side is full. Equal prices keep their order. */
export function spreadLabels(levels: readonly PricePosition[], height: number, last?: PricePosition): number[] {
  const order = [...levels.keys()].toSorted((a, b) => (levels[b]?.price ?? 0) - (levels[a]?.price ?? 0))
  const isAbove = (index: number): boolean => last !== undefined && (levels[index]?.price ?? 0) >= last.price
  const positions = levels.map(({ y }) => y)
  const push = (indices: readonly number[], start: number, towards: 1 | -1): void => {
    let edge = start
    for (const index of towards === 1 ? indices : indices.toReversed()) {
      const [own, next] = [positions[index] ?? 0, edge + towards * LABEL_PX]
      edge = towards === 1 ? Math.max(own, next) : Math.min(own, next)
      positions[index] = edge
    }
  }
  const [above, below] = [order.filter(isAbove), order.filter((index) => !isAbove(index))]
  push(above, last?.y ?? 0, -1)
  push(below, last?.y ?? Number.NEGATIVE_INFINITY, 1)
  push(below, height + HALF_LABEL_PX, -1)
  for (const side of [above, below]) push(side, -HALF_LABEL_PX, 1)
  return positions
}

type Shown = { readonly id: string; readonly points: Overlay['points'] }
type Pane = { readonly chart: Chart; readonly yAxis: YAxis | null | undefined; readonly overlay: Shown; readonly height: number }

const sideOf = (y: number, height: number): -1 | 0 | 1 => (y < 0 ? -1 : y > height ? 1 : 0)

function axisLabelY({ chart, yAxis, overlay, height }: Pane): number {
  const placed = (price = Number.NaN): PricePosition => ({ price, y: yAxis?.convertToPixel(price) ?? Number.NaN })
  const levelOf = (of: Shown): PricePosition => placed(of.points[0]?.value)
  const shown = chart.getOverlays({ groupId: LEVELS }).filter((each) => sideOf(levelOf(each).y, height) === 0)
  const last = chart.getDataList().at(-1)?.close
  const positions = spreadLabels(shown.map(levelOf), height, last === undefined ? undefined : placed(last))
  return positions[shown.findIndex(({ id }) => id === overlay.id)] ?? levelOf(overlay).y
}

type Drawn = { readonly extra: LevelExtra; readonly price: number; readonly y: number; readonly frame: Frame }

function labelOf({ extra: { color, ground, label }, price, y, frame: { height } }: Drawn, attrs: object, more: number): OverlayFigure {
  return {
    type: 'text',
    attrs: { ...attrs, text: levelCaption(label, price, { y, height, more }), baseline: 'middle' },
    styles: { color, borderColor: color, backgroundColor: ground },
  }
}

/** Off-pane levels are labelled at the right: the left has the legends and the labels of visible levels. */
function beyondPane(drawn: Drawn): OverlayFigure[] {
  const { extra, y, frame } = drawn
  const { above, below } = positionedLabels(extra.labels, frame).edges
  const [edge, at] = y < 0 ? [above, LEGENDS_PX] : [below, frame.height - EDGE_PX]
  return edge?.index === extra.index ? [labelOf(drawn, { x: frame.width - SIDE_PX, align: 'right', y: at }, edge.more)] : []
}

function inPane(drawn: Drawn): OverlayFigure[] {
  const { extra, y, frame } = drawn
  const { width } = frame
  const isDragged = drawn.price !== extra.labels.levels[extra.index]?.price
  const place = isDragged ? undefined : positionedLabels(extra.labels, frame).positions.get(extra.index)
  const { from, more, gaps, y: at } = place ?? { ...DRAGGED, y }
  // Near the top, labels go to the right: the legends are at the left.
  const isAtLeft = at > LEGENDS_PX
  const xOf = (x: number): number => (isAtLeft ? x : width - x)
  // A line whose label is beside others starts after them, so that it does not cross them.
  const parts = lineParts(from === SIDE_PX ? 0 : (from ?? 0), width, gaps)
  const lines = parts.flatMap((part) => line({ x: xOf(part.from), y }, { x: xOf(part.to), y }))
  const dashed = lines.map((part) => ({ ...part, styles: { color: extra.color, ...DASHES } }))
  if (from === null) return dashed
  return [...dashed, labelOf(drawn, { x: xOf(from), align: isAtLeft ? 'left' : 'right', y: at }, more)]
}

const levelOverlay: OverlayTemplate<() => LevelExtra> = {
  name: LEVEL,
  totalStep: 2,
  createPointFigures: ({ yAxis, coordinates: [at], overlay, bounding: { width, height } }) => {
    if (at === undefined || yAxis === null || yAxis === undefined) return []
    const frame = { toPixel: (price: number) => yAxis.convertToPixel(price), width, height }
    const drawn = { extra: overlay.extendData(), price: overlay.points[0]?.value ?? Number.NaN, y: at.y, frame }
    return sideOf(at.y, height) === 0 ? inPane(drawn) : beyondPane(drawn)
  },
  createYAxisFigures: ({ chart, yAxis, coordinates: [at], overlay, bounding: { height } }) => {
    if (at === undefined || at.y < 0 || at.y > height) return []
    const { color, ground } = overlay.extendData()
    const y = axisLabelY({ chart, yAxis, overlay, height })
    const text = numberText(overlay.points[0]?.value)
    return [
      {
        type: 'text',
        attrs: { x: 0, y, text, baseline: 'middle' },
        styles: { color: ground, backgroundColor: color, borderColor: color },
      },
    ]
  },
}
