import { numberText } from '@aerie/core/number-text'
import { type Chart, type OverlayFigure, type OverlayTemplate, registerOverlay } from 'klinecharts'
import type { ChartColors } from '../chart-colors.ts'
import type { ChartLevel } from '../price-chart-props.ts'
import { line } from './drawing-overlays.ts'

const LEVEL = 'aerie_level'
const LEVELS = 'levels'
/** From the edge of the pane to a label that stands for a level above or below it. */
const EDGE_PX = 12
const DASHES = { style: 'dashed', dashedValue: [6, 4], size: 1 }
let isRegistered = false

type LevelExtra = Pick<ChartLevel, 'label'> & { readonly color: string; readonly ground: string }

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
    for (const level of levels) this.#add(level, colors)
  }

  /** Nothing is dragged any more: the chart goes. */
  dispose(): void {
    this.#endDrag()
  }

  #add(level: ChartLevel, colors: Pick<ChartColors, ChartLevel['tone'] | 'ground'>): void {
    const { price, label, tone, onMove } = level
    const id = overlayId(level)
    this.#chart.createOverlay({
      name: LEVEL,
      id,
      groupId: LEVELS,
      points: [{ value: price }],
      lock: onMove === undefined,
      extendData: { label, color: colors[tone], ground: colors.ground },
      // The library deletes on a right click.
      onRightClick: (event) => event.preventDefault?.(),
      onPressedMoveStart: () => this.#beginDrag(level),
      onPressedMoving: ({ overlay }) => this.#dragged(level, overlay.points[0]?.value),
      onPressedMoveEnd: ({ overlay }) => {
        const moved = overlay.points[0]?.value
        const isCanceled = this.#drag?.isCanceled === true
        // It stands where it is said to stand: whoever moves it says so by giving it anew.
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
  const words = `${label}  ${numberText(price)}`
  return y < 0 ? `▲ ${words}` : y > height ? `▼ ${words}` : words
}

/** Height of a label on the axis of prices. */
const LABEL_PX = 18

/**
 * Where the label of a level goes on the axis: at the level, but never over the label of the last price.
 *
 * @param y pixels from the top, of the level
 * @param lastY of the last price; undefined where there is none
 */
export function clearOf(y: number, lastY: number | undefined): number {
  if (lastY === undefined || Math.abs(y - lastY) >= LABEL_PX) return y
  return y > lastY ? lastY + LABEL_PX : lastY - LABEL_PX
}

const levelOverlay: OverlayTemplate<LevelExtra> = {
  name: LEVEL,
  totalStep: 2,
  createPointFigures: ({ coordinates: [at], overlay, bounding: { width, height } }) => {
    if (at === undefined) return []
    const { color, ground, label } = overlay.extendData
    const price = overlay.points[0]?.value ?? Number.NaN
    const isInside = at.y >= 0 && at.y <= height
    const y = Math.max(EDGE_PX, Math.min(height - EDGE_PX, at.y))
    // What lies beyond the pane is named at its right: at the left of its upper edge stand the legends.
    const place = isInside ? { x: 8 } : { x: width - 8, align: 'right' }
    const text: OverlayFigure = {
      type: 'text',
      attrs: { ...place, y, text: levelWords(label, price, at.y, height), baseline: 'middle' },
      styles: { color, borderColor: color, backgroundColor: ground },
    }
    const ends = [
      { x: 0, y: at.y },
      { x: width, y: at.y },
    ]
    return isInside ? [...line(...ends).map((part) => ({ ...part, styles: { color, ...DASHES } })), text] : [text]
  },
  createYAxisFigures: ({ chart, yAxis, coordinates: [at], overlay, bounding: { height } }) => {
    if (at === undefined || at.y < 0 || at.y > height) return []
    const { color, ground } = overlay.extendData
    const last = chart.getDataList().at(-1)?.close
    const y = clearOf(at.y, last === undefined ? undefined : yAxis?.convertToPixel(last))
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
