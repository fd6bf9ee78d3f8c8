import { INTERVAL_MS, type Interval } from '@aerie/core/market/candle'
import type { Chart } from 'klinecharts'
import type { ChartLink, LinkedPoint, LinkedRange, Shared } from '../../../platform/mirror/views/shared-view.ts'
import type { Bar } from '../bars/bars.ts'
import type { ChartEngine } from '../engine/chart-engine.ts'
import { PRICE_PANE } from '../engine/engine-options.ts'
import { indexUntil } from '../engine/scene.ts'

/** Chart movements within this time of user input count as the user's: a flick has inertia. */
const HAND_MS = 1500
/** Events that move candles on screen; the last also fires when candles are loaded. */
const MOVES = ['onScroll', 'onZoom', 'onVisibleRangeChange'] as const
const HANDS = ['pointerdown', 'pointermove', 'pointerup', 'wheel', 'touchmove', 'keydown'] as const

/** A changed timeframe requires linking again. */
export type LinkedChart = { readonly chart: ChartEngine; readonly interval: Interval }

export function linkChart({ chart, interval }: LinkedChart, body: HTMLElement, link: ChartLink): () => void {
  const { range, cursor } = link.open()
  const hand = watchHand(body)
  const linked = new LinkedRangeOf({ chart, interval }, range, hand.isOn)
  const stops = [hand.stop, range.on((next) => linked.show(next)), linkCursor(chart, body, cursor)]
  return () => {
    linked.close()
    for (const stop of stops) stop()
  }
}

function watchHand(body: HTMLElement): { readonly isOn: () => boolean; readonly stop: () => void } {
  let at = Number.NEGATIVE_INFINITY
  const note = (event: Event): void => {
    if (event.type !== 'pointermove' || (event instanceof PointerEvent && event.buttons > 0)) at = performance.now()
  }
  for (const type of HANDS) body.addEventListener(type, note, { passive: true, capture: true })
  return {
    isOn: () => performance.now() - at < HAND_MS,
    stop: () => {
      for (const type of HANDS) body.removeEventListener(type, note, { capture: true })
    },
  }
}

class LinkedRangeOf {
  readonly #engine: ChartEngine
  readonly #shared: Shared<LinkedRange | null>
  readonly #isByHand: () => boolean
  readonly #step: number
  #wanted: LinkedRange | null
  #isApplying = false
  /** Oldest candle when the range was last applied: older ones may have been loaded since. */
  #first: number | undefined
  #frame = 0

  constructor({ chart: engine, interval }: LinkedChart, shared: Shared<LinkedRange | null>, isByHand: () => boolean) {
    this.#engine = engine
    this.#shared = shared
    this.#isByHand = isByHand
    this.#step = INTERVAL_MS[interval]
    this.#wanted = shared.get()
    engine.chart.subscribeAction('onScroll', this.#onMoved)
    engine.chart.subscribeAction('onZoom', this.#onMoved)
    engine.chart.subscribeAction('onVisibleRangeChange', this.#onBars)
    if (this.#wanted !== null) this.#showSoon()
  }

  show(range: LinkedRange | null): void {
    this.#wanted = range
    cancelAnimationFrame(this.#frame)
    this.#apply()
  }

  close(): void {
    cancelAnimationFrame(this.#frame)
    const { chart } = this.#engine
    chart.unsubscribeAction('onScroll', this.#onMoved)
    chart.unsubscribeAction('onZoom', this.#onMoved)
    chart.unsubscribeAction('onVisibleRangeChange', this.#onBars)
  }

  #apply(): void {
    this.#frame = 0
    this.#first = this.#oldest()
    this.#isApplying = true
    applyRange(this.#engine.chart, this.#wanted, this.#step)
    this.#isApplying = false
  }

  #showSoon(): void {
    this.#frame ||= requestAnimationFrame(() => this.#apply())
  }

  #oldest(): number | undefined {
    return this.#engine.chart.getDataList()[0]?.timestamp
  }

  readonly #onMoved = (): void => {
    if (this.#isApplying || !this.#isByHand()) return
    const range = readRange(this.#engine.chart, this.#step)
    if (range === null) return
    this.#wanted = range
    this.#first = this.#oldest()
    this.#shared.set(range)
  }

  /** Candles were loaded: the wanted range may be available now. */
  readonly #onBars = (): void => {
    if (!this.#isApplying && this.#wanted !== null && !this.#isByHand() && this.#oldest() !== this.#first) this.#showSoon()
  }
}

/** Shares the crosshair. A resting one keeps its time and price when candles load, move or change timeframe. */
function linkCursor(engine: ChartEngine, body: HTMLElement, cursor: Shared<LinkedPoint | null>): () => void {
  const { chart } = engine
  let others = cursor.get()
  let own: LinkedPoint | null = null
  let frame = 0
  const paint = (): void => {
    frame = 0
    engine.paintCrosshair(others && pixelsOf(engine, others))
  }
  const paintSoon = (): void => {
    if (others !== null) frame ||= requestAnimationFrame(paint)
  }
  const stops = [
    cursor.on((at) => {
      others = at
      cancelAnimationFrame(frame)
      paint()
    }),
    engine.onCrosshair((at) => {
      own = at
      others = null
      cursor.set(at)
    }),
  ]
  for (const moved of MOVES) chart.subscribeAction(moved, paintSoon)
  paintSoon()
  return () => {
    cancelAnimationFrame(frame)
    for (const moved of MOVES) chart.unsubscribeAction(moved, paintSoon)
    for (const stop of stops) stop()
    // A chart recreated in the same place keeps the crosshair; a removed one clears it.
    if (own !== null && !body.isConnected) cursor.set(null)
  }
}

function pixelsOf({ chart }: ChartEngine, { time, price }: LinkedPoint) {
  const bars = chart.getDataList()
  const index = indexUntil(bars, time)
  const value = price ?? bars[index]?.close
  if (index < 0) return null
  const point = { dataIndex: index, ...(value === undefined || Number.isNaN(value) ? {} : { value }) }
  const [{ x, y } = {}] = [chart.convertToPixel([point], { paneId: PRICE_PANE })].flat()
  return x === undefined ? null : { x, y: y ?? 0, index }
}

const NARROWEST = 1
const WIDEST = 50

type Times = ReadonlyArray<Pick<Bar, 'timestamp'>>

/** Market time at a position among the bars: 0 is the start of the first bar, `bars.length` the end of the last. */
export function timeAt(bars: Times, place: number, step: number): number {
  const index = Math.max(0, Math.min(bars.length - 1, Math.floor(place)))
  return Math.round((bars[index]?.timestamp ?? 0) + (place - index) * step)
}

export function placeAt(bars: Times, time: number, step: number): number {
  const index = Math.max(0, indexUntil(bars, time))
  return index + (time - (bars[index]?.timestamp ?? 0)) / step
}

function readRange(chart: Chart, step: number): LinkedRange | null {
  const bars = chart.getDataList()
  const width = chart.getSize(PRICE_PANE, 'main')?.width ?? 0
  const space = chart.getBarSpace().bar
  const [{ x } = {}] = [chart.convertToPixel([{ dataIndex: 0 }], { paneId: PRICE_PANE })].flat()
  if (bars.length === 0 || width === 0 || x === undefined) return null
  const left = 0.5 - x / space
  return { from: timeAt(bars, left, step), until: timeAt(bars, left + width / space, step) }
}

function applyRange(chart: Chart, range: LinkedRange | null, step: number): void {
  const bars = chart.getDataList()
  const width = chart.getSize(PRICE_PANE, 'main')?.width ?? 0
  if (bars.length === 0 || width === 0) return
  if (range === null) return void chart.scrollToRealTime()
  const until = placeAt(bars, range.until, step)
  const count = Math.max(1, until - placeAt(bars, range.from, step))
  chart.setBarSpace(Math.max(NARROWEST, Math.min(WIDEST, width / count)))
  chart.scrollToDataIndex(until - 1)
}
