import type { Drawing } from '@aerie/wire/market/charts'
import type { Chart } from 'klinecharts'
import { PRICE_PANE } from '../engine/panes.ts'
import { newDrawingId } from './drawing-id.ts'
import { DRAWING_KINDS, type DrawingKind } from './drawing-kinds.ts'
import { overlayName, pointsOf } from './drawing-overlays.ts'
import type { MarketPoint } from './market-point.ts'
import { snapped } from './snap.ts'

const DRAG_PX = 8
const DRAFT = 'draft'

/** Draws by click, tap, drag or key. Replaces the library's pen, which drops the second of two quick clicks as half of a double click. */
export class DrawingPen {
  readonly #chart: Chart
  readonly #onDrawing: (drawing: Drawing) => void
  readonly #onPen: (kind: DrawingKind | null) => void
  magnet = false
  #draft: { readonly kind: DrawingKind; readonly points: readonly MarketPoint[] } | null = null
  #stop: () => void = () => undefined
  #isShown = false

  constructor(chart: Chart, onDrawing: (drawing: Drawing) => void, onPen: (kind: DrawingKind | null) => void) {
    this.#chart = chart
    this.#onDrawing = onDrawing
    this.#onPen = onPen
  }

  get isDrawing(): boolean {
    return this.#draft !== null
  }

  begin(kind: DrawingKind): void {
    this.cancel()
    this.#draft = { kind, points: [] }
    this.#stop = this.#followPointer()
    this.#onPen(kind)
  }

  cancel(): boolean {
    const wasDrawing = this.isDrawing
    this.#stop()
    this.#draft = null
    if (this.#isShown) this.#chart.removeOverlay({ id: DRAFT })
    this.#isShown = false
    if (wasDrawing) this.#onPen(null)
    return wasDrawing
  }

  hover(at: MarketPoint): void {
    if (this.#draft === null) return
    const { kind, points } = this.#draft
    const missing = DRAWING_KINDS[kind].points - points.length
    if (missing === 1) this.#show(kind, [...points, this.#snapped(at)])
  }

  set(given: MarketPoint): boolean {
    if (this.#draft === null) return false
    const { kind } = this.#draft
    const at = this.#snapped(given)
    const points = [...this.#draft.points, at]
    if (points.length < DRAWING_KINDS[kind].points) {
      this.#draft = { kind, points }
      this.#show(kind, [...points, at])
      return false
    }
    this.cancel()
    this.#onDrawing({ id: newDrawingId(), kind, points: points.map((point) => partOf(kind, point)), locked: false })
    return true
  }

  #snapped(at: MarketPoint): MarketPoint {
    return this.magnet ? snapped(this.#chart, at) : at
  }

  #show(kind: DrawingKind, points: readonly MarketPoint[]): void {
    const place = pointsOf({ points: points.map((point) => partOf(kind, point)) })
    if (this.#isShown) this.#chart.overrideOverlay({ id: DRAFT, points: place })
    else this.#chart.createOverlay({ name: overlayName(kind), id: DRAFT, lock: true, points: place, extendData: { isMarked: true } })
    this.#isShown = true
  }

  /** Captures the pointer until the drawing is complete: the library must neither pan nor select. */
  #followPointer(): () => void {
    const root = this.#chart.getDom()
    if (root === null) return () => undefined
    const over = new AbortController()
    let pressed: { readonly x: number; readonly y: number; readonly didSet: boolean } | null = null
    const listen = <Name extends keyof HTMLElementEventMap>(name: Name, handle: (event: HTMLElementEventMap[Name]) => void) =>
      root.addEventListener(name, handle, { capture: true, passive: false, signal: over.signal })
    const keep = (event: Event) => event.stopPropagation()
    listen('mousedown', keep)
    listen('touchstart', (event) => {
      keep(event)
      event.preventDefault()
    })
    listen('pointermove', (event) => this.#at(event, (at) => this.hover(at)))
    listen('pointerdown', (event) => {
      if (!event.isPrimary || event.button !== 0) return
      const isFirstOfTwo = this.#draft?.points.length === 0 && DRAWING_KINDS[this.#draft.kind].points === 2
      if (isFirstOfTwo) this.#at(event, (at) => this.set(at))
      pressed = { x: event.clientX, y: event.clientY, didSet: isFirstOfTwo }
    })
    listen('pointerup', (event) => {
      if (!event.isPrimary || pressed === null) return
      const isDrag = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > DRAG_PX
      const isClickOnly = pressed.didSet && !isDrag
      pressed = null
      if (!isClickOnly) this.#at(event, (at) => this.set(at))
    })
    return () => over.abort()
  }

  #at({ clientX, clientY }: PointerEvent, handle: (at: MarketPoint) => void): void {
    const pane = this.#chart.getDom(PRICE_PANE, 'main')?.getBoundingClientRect()
    if (pane === undefined) return
    const within = (value: number, most: number) => Math.max(0, Math.min(most, value))
    const place = { x: within(clientX - pane.left, pane.width), y: within(clientY - pane.top, pane.height) }
    // The library returns a list for a list; its types allow either.
    const [point] = [this.#chart.convertFromPixel([place])].flat()
    if (point?.timestamp !== undefined && point.value !== undefined && point.value > 0)
      handle({ time: point.timestamp, price: point.value })
  }
}

/** A horizontal line has no time, a vertical one no price. */
const partOf = (kind: DrawingKind, { time, price }: MarketPoint): Drawing['points'][number] => ({
  ...(kind === 'horizontal' ? {} : { time }),
  ...(kind === 'vertical' ? {} : { price }),
})
