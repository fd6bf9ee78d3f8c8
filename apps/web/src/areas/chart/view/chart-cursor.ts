import { INTERVAL_MS, type Interval } from '@aerie/core/market/candle'
import type { Drawing } from '@aerie/wire/market/charts'
import type { Coordinate, Point } from 'klinecharts'
import { type Bar, isGap } from '../bars/bars.ts'
import { moveDrawing } from '../drawings/drawing-history.ts'
import type { MarketPoint } from '../drawings/drawing-kinds.ts'
import type { ChartEngine } from '../engine/chart-engine.ts'
import { PRICE_PANE } from '../engine/engine-options.ts'

export class ChartCursor {
  readonly #engine: ChartEngine
  /** Bar index, and the timeframe in which it is valid. */
  #place: { readonly index: number; readonly interval: Interval } | null = null
  #y: number | null = null

  constructor(engine: ChartEngine) {
    this.#engine = engine
  }

  get #index(): number | null {
    return this.#place?.interval === this.#engine.interval ? this.#place.index : null
  }

  set #index(index: number | null) {
    this.#place = index === null ? null : { index, interval: this.#engine.interval }
  }

  get bars(): readonly [bar: Bar | null, before: Bar | null] {
    const list = this.#engine.chart.getDataList()
    const index = this.#index ?? list.length - 1
    return [list[index] ?? null, list[index - 1] ?? null]
  }

  moveBars(by: number): void {
    const { chart } = this.#engine
    const last = chart.getDataList().length - 1
    const from = this.#index ?? Math.min(last, Math.floor(chart.getVisibleRange().to) - 1)
    this.goTo(Math.max(0, Math.min(last, this.#index === null ? from : from + by)))
  }

  goTo(index: number): void {
    const { chart } = this.#engine
    this.#index = index
    this.#y = null
    const { from, to } = chart.getVisibleRange()
    if (index <= from || index >= to) chart.scrollToDataIndex(Math.min(chart.getDataList().length - 1, index + Math.round((to - from) / 2)))
    this.show()
  }

  movePixels(by: number): void {
    const height = this.#engine.chart.getSize(PRICE_PANE, 'main')?.height ?? 0
    this.#index ??= this.#engine.chart.getDataList().length - 1
    this.#y = Math.max(0, Math.min(height, this.#at().y + by))
    this.show()
  }

  show(): void {
    this.#engine.setCrosshair({ ...this.#at(), index: this.#index })
    const { point } = this
    if (point !== null) this.#engine.drawings.pen.hover(point)
  }

  hide(): boolean {
    const wasShown = this.#index !== null
    this.#index = null
    this.#y = null
    this.#engine.setCrosshair(null)
    return wasShown
  }

  get point(): MarketPoint | null {
    const [bar] = this.bars
    const price = this.#price()
    return this.#index === null || bar === null || price === null ? null : { time: bar.timestamp, price }
  }

  /** `drawing` moved by bars and pixels; prices by a common factor, so that it fits every scale. */
  moved(drawing: Drawing, bars: number, pixels: number): Drawing {
    const { chart, interval } = this.#engine
    const middle = (chart.getSize(PRICE_PANE, 'main')?.height ?? 0) / 2
    const price = (y: number) => pointAt(chart.convertFromPixel([{ y }], { paneId: PRICE_PANE })).value ?? 1
    return moveDrawing(drawing, bars * INTERVAL_MS[interval], pixels === 0 ? 1 : price(middle + pixels) / price(middle))
  }

  #price(): number | null {
    const [bar] = this.bars
    if (this.#y === null) return bar === null || isGap(bar) ? null : bar.close
    const { value } = pointAt(this.#engine.chart.convertFromPixel([{ y: this.#y }], { paneId: PRICE_PANE }))
    return value !== undefined && value > 0 ? value : null
  }

  #at(): Coordinate {
    const { chart } = this.#engine
    const [bar] = this.bars
    const index = this.#index ?? chart.getDataList().length - 1
    const known = bar !== null && !isGap(bar) ? { value: bar.close } : {}
    const at = coordinateAt(chart.convertToPixel([{ dataIndex: index, ...known }], { paneId: PRICE_PANE }))
    return { x: at.x ?? 0, y: this.#y ?? at.y ?? 0 }
  }
}

// The library returns a list for a list; its types allow either.
const pointAt = (points: Partial<Point> | Array<Partial<Point>>): Partial<Point> => (Array.isArray(points) ? (points[0] ?? {}) : points)
const coordinateAt = (points: Partial<Coordinate> | Array<Partial<Coordinate>>): Partial<Coordinate> =>
  Array.isArray(points) ? (points[0] ?? {}) : points
