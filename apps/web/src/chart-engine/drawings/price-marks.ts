import { numberText } from '@aerie/core/numbers/number-text'
import { type Chart, type Overlay, type OverlayFigure, type OverlayTemplate, registerOverlay, type YAxis } from 'klinecharts'
import type { ChartLevel } from '../price-chart-props.ts'
import type { ChartColors } from '../view/chart-colors.ts'
import { line } from './drawing-overlays.ts'
import { labelPlaces } from './level-labels.ts'

const LEVEL = 'aerie_level'
const LEVELS = 'levels'
/** From the lower edge of the pane to the label of a level below it; from the upper, where the legend of the candle stands, to one above. */
const EDGE_PX = 12
/** From the side of the pane. */
const SIDE_PX = 8
/** Height of the legends at the upper edge of the pane. */
const LEGENDS_PX = 36
const DASHES = { style: 'dashed', dashedValue: [6, 4], size: 1 }
let isRegistered = false

/** Where the labels of all levels on a chart begin: worked out once a frame, not once a level. */
type Labels = { readonly levels: readonly ChartLevel[]; key: string; places: readonly number[] }

type LevelExtra = Pick<ChartLevel, 'label'> & {
  readonly color: string
  readonly ground: string
  readonly labels: Labels
  /** Which of the levels it is. */
  readonly index: number
}

type ToPixel = (price: number) => number

/** How far from the edge a level's label begins. Two prices tell whether the scale has changed. */
function placeIn({ labels, index }: LevelExtra, toPixel: ToPixel, width: number): number {
  const key = `${width} ${toPixel(1)} ${toPixel(2)}`
  if (key !== labels.key) {
    const shown = labels.levels.map(({ label, price }) => ({ y: toPixel(price), text: levelText(label, price) }))
    Object.assign(labels, { key, places: labelPlaces(shown, width) })
  }
  return labels.places[index] ?? 0
}

const levelText = (label: string, price: number): string => `${label}  ${numberText(price)}`

/** The level lines. Once is enough. */
export function registerMarks(): void {
  if (isRegistered) return
  isRegistered = true
  registerOverlay(levelOverlay)
}

/** The price levels on a chart: alerts, orders, stops. */
export class LevelLines {
  readonly #chart: Pick<Chart, 'createOverlay' | 'removeOverlay' | 'overrideOverlay'>

  #drag: Drag | null = null

  constructor(chart: Pick<Chart, 'createOverlay' | 'removeOverlay' | 'overrideOverlay'>) {
    this.#chart = chart
  }

  /** Brings the chart to exactly `levels`: at once, or as soon as the line is let go that is being dragged. */
  show(levels: readonly ChartLevel[], colors: Pick<ChartColors, ChartLevel['tone'] | 'ground'>): void {
    if (this.#drag !== null) {
      this.#drag.shownAfter = () => this.show(levels, colors)
      return
    }
    this.#chart.removeOverlay({ groupId: LEVELS })
    const labels: Labels = { levels, key: '', places: [] }
    for (const [index, level] of levels.entries()) this.#add(level, colors, { labels, index })
  }

  /** Nothing is dragged any more: the chart goes. */
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
      // A function, because the library copies what is an object.
      extendData: () => extra,
      // The library deletes on a right click.
      onRightClick: (event) => event.preventDefault?.(),
      onPressedMoveStart: () => this.#beginDrag(level),
      onPressedMoving: ({ overlay }) => this.#dragged(level, overlay.points[0]?.value),
      onPressedMoveEnd: ({ overlay }) => {
        const moved = overlay.points[0]?.value
        const isCanceled = this.#drag?.isCanceled === true
        // It stands where it is said to stand: whoever moves it says so by giving it again.
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
    // Before anything else hears of it: Escape closes what is on top, and that is the line in the hand.
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

  /** @returns what was to be shown meanwhile */
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
  /** Levels that were given while a line was in the hand: it must not be taken out of it. */
  shownAfter: (() => void) | null
  readonly stop: () => void
}

/** The words of a level; one that lies beyond the pane says in which direction. */
export function levelWords(label: string, price: number, y: number, height: number): string {
  const words = levelText(label, price)
  return y < 0 ? `▲ ${words}` : y > height ? `▼ ${words}` : words
}

/** Height of a label on the axis of prices. */
const LABEL_PX = 18

/**
 * Where labels of levels go: each at its level, but none over another, nor over that of the last price.
 *
 * @param ys pixels from the top, of the levels; two of one place keep their order
 * @param lastY of the last price; undefined where it has no label
 * @returns the places, in the order of `ys`
 */
export function spreadLabels(ys: readonly number[], lastY?: number): number[] {
  const order = ys.map((_, index) => index).toSorted((a, b) => (ys[a] ?? 0) - (ys[b] ?? 0))
  const isAbove = (index: number): boolean => lastY !== undefined && (ys[index] ?? 0) <= lastY
  const places = [...ys]
  const push = (indices: readonly number[], start: number, keepOff: (y: number, edge: number) => number): void => {
    let edge = start
    for (const index of indices) {
      edge = keepOff(ys[index] ?? 0, edge)
      places[index] = edge
    }
  }
  const [above, below] = [order.filter(isAbove), order.filter((index) => !isAbove(index))]
  push(above.toReversed(), lastY ?? 0, (y, edge) => Math.min(y, edge - LABEL_PX))
  push(below, lastY ?? Number.NEGATIVE_INFINITY, (y, edge) => Math.max(y, edge + LABEL_PX))
  return places
}

type Shown = { readonly id: string; readonly points: Overlay['points'] }
type Pane = { readonly chart: Chart; readonly yAxis: YAxis | null | undefined; readonly overlay: Shown; readonly height: number }

/** Above the pane, in it, or below it. */
const sideOf = (y: number, height: number): -1 | 0 | 1 => (y < 0 ? -1 : y > height ? 1 : 0)

/** The place of a level's label among those of all levels on its side of the pane. */
function placeOf({ chart, yAxis, overlay, height }: Pane, lastY?: number): number {
  const own = (of: Shown): number => yAxis?.convertToPixel(of.points[0]?.value ?? Number.NaN) ?? Number.NaN
  const side = sideOf(own(overlay), height)
  const shown = chart.getOverlays({ groupId: LEVELS }).filter((each) => sideOf(own(each), height) === side)
  const within = (y: number): number => Math.max(LEGENDS_PX, Math.min(height - EDGE_PX, y))
  const edge = { [-1]: LEGENDS_PX - LABEL_PX, 0: lastY, 1: height - EDGE_PX + LABEL_PX }[side]
  const places = spreadLabels(
    shown.map((each) => (side === 0 ? own(each) : within(own(each)))),
    edge,
  )
  return places[shown.findIndex(({ id }) => id === overlay.id)] ?? own(overlay)
}

const levelOverlay: OverlayTemplate<() => LevelExtra> = {
  name: LEVEL,
  totalStep: 2,
  createPointFigures: ({ chart, yAxis, coordinates: [at], overlay, bounding: { width, height } }) => {
    if (at === undefined) return []
    const extra = overlay.extendData()
    const { color, ground, label } = extra
    const price = overlay.points[0]?.value ?? Number.NaN
    const isInside = sideOf(at.y, height) === 0
    // In the pane labels stand on their lines, side by side where lines are close; beyond it one above the other, as on the axis.
    const from = isInside && yAxis !== null && yAxis !== undefined ? placeIn(extra, (one) => yAxis.convertToPixel(one), width) : SIDE_PX
    const y = isInside ? Math.max(EDGE_PX, Math.min(height - EDGE_PX, at.y)) : placeOf({ chart, yAxis, overlay, height })
    // What lies beyond the pane is named at its right, and what is near its upper edge: at the left of that stand the legends.
    const place = isInside && at.y > LEGENDS_PX ? { x: from } : { x: width - from, align: 'right' }
    const text: OverlayFigure = {
      type: 'text',
      attrs: { ...place, y, text: levelWords(label, price, at.y, height), baseline: 'middle' },
      styles: { color, borderColor: color, backgroundColor: ground },
    }
    // A line that begins beside other labels does not strike them through.
    const ends = [
      { x: from > EDGE_PX ? from : 0, y: at.y },
      { x: width, y: at.y },
    ]
    return isInside ? [...line(...ends).map((part) => ({ ...part, styles: { color, ...DASHES } })), text] : [text]
  },
  createYAxisFigures: ({ chart, yAxis, coordinates: [at], overlay, bounding: { height } }) => {
    if (at === undefined || at.y < 0 || at.y > height) return []
    const { color, ground } = overlay.extendData()
    const last = chart.getDataList().at(-1)?.close
    const y = placeOf({ chart, yAxis, overlay, height }, last === undefined ? undefined : yAxis?.convertToPixel(last))
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
