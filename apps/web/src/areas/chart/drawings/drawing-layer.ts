import type { Drawing, LineStyle } from '@aerie/wire/market/charts'
import type { Chart, DeepPartial, Overlay, OverlayCreate, OverlayStyle } from 'klinecharts'
import { type Bar, isGap } from '../bars/bars.ts'
import { PRICE_PANE } from '../engine/engine-options.ts'
import { indexUntil } from '../engine/scene.ts'
import { dashesOf } from '../indicators/line-looks.ts'
import { type ChartColors, seriesColors, withOpacity } from '../view/chart-colors.ts'
import { DRAWING_KINDS, type DrawingKind, type MarketPoint } from './drawing-kinds.ts'
import { DRAWINGS, type DrawingExtra, overlayName, pointsOf } from './drawing-overlays.ts'

/** Not `randomUUID`: it is unavailable on plain HTTP. */
export const newDrawingId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')

const MAGNET_PX = 24

/** The candle's open, high, low or close nearest on screen; `at` itself if none is near. */
export function snapped(chart: Pick<Chart, 'getDataList' | 'convertToPixel'>, at: MarketPoint): MarketPoint {
  const bars: readonly Bar[] = chart.getDataList()
  const bar = bars[indexUntil(bars, at.time)]
  if (bar === undefined || isGap(bar) || bar.timestamp !== at.time) return at
  const prices = [at.price, bar.open, bar.high, bar.low, bar.close]
  const [own = 0, ...ys] = [
    chart.convertToPixel(
      prices.map((value) => ({ value })),
      { paneId: PRICE_PANE },
    ),
  ]
    .flat()
    .map(({ y = 0 }) => y)
  const distances = ys.map((y) => Math.abs(y - own))
  const nearest = Math.min(...distances)
  const price = prices[1 + distances.indexOf(nearest)]
  return nearest > MAGNET_PX || price === undefined ? at : { ...at, price }
}

const DRAG_PX = 8
const DRAFT = 'draft'

/** Draws by click, tap, drag or key. Replaces the library's pen, which drops the second of two quick clicks as half of a double click. */
class DrawingPen {
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

type LayerOptions = {
  readonly onDrawing: (drawing: Drawing) => void
  readonly onSelect: (id: string | null) => void
  readonly onEditText: (drawing: Drawing) => void
  readonly onPen?: ((kind: DrawingKind | null) => void) | undefined
}

/** The user's drawings: the library renders and drags them, the history is the source of truth. */
export class DrawingLayer {
  readonly pen: DrawingPen
  readonly #chart: Chart
  readonly #options: LayerOptions
  readonly #colors: () => ChartColors
  #shown: readonly Drawing[] = []
  #selected: string | null = null

  constructor(chart: Chart, options: LayerOptions, colors: () => ChartColors) {
    this.#chart = chart
    this.#options = options
    this.#colors = colors
    this.pen = new DrawingPen(chart, options.onDrawing, (kind) => options.onPen?.(kind))
  }

  show(drawings: readonly Drawing[]): void {
    const wanted = new Map(drawings.map((drawing) => [drawing.id, drawing]))
    const known = new Map(this.#shown.map((drawing) => [drawing.id, drawing]))
    for (const [id, drawing] of known) if (wanted.get(id) !== drawing) this.#chart.removeOverlay({ id })
    for (const [id, drawing] of wanted) if (known.get(id) !== drawing) this.#chart.createOverlay(this.#overlayOf(drawing))
    this.#shown = drawings
  }

  select(selected: string | null): void {
    const before = this.#selected
    this.#selected = selected
    for (const drawing of this.#shown)
      if (drawing.id === before || drawing.id === selected)
        this.#chart.overrideOverlay({ id: drawing.id, extendData: this.#extraOf(drawing) })
  }

  setMagnet(magnet: boolean): void {
    if (this.pen.magnet === magnet) return
    this.pen.magnet = magnet
    for (const { id } of this.#shown) this.#chart.overrideOverlay({ id, ...this.#mode() })
  }

  recolor(): void {
    for (const drawing of this.#shown)
      if (drawing.style !== undefined)
        this.#chart.overrideOverlay({ id: drawing.id, styles: overlayStyles(drawing, drawing.style, this.#colors()) })
  }

  #mode(): Pick<OverlayCreate, 'mode' | 'modeSensitivity'> {
    return { mode: this.pen.magnet ? 'weak_magnet' : 'normal', modeSensitivity: MAGNET_PX }
  }

  #extraOf({ id, text }: Drawing): DrawingExtra {
    return { text, isMarked: id === this.#selected }
  }

  #overlayOf(drawing: Drawing): OverlayCreate<DrawingExtra> & OverlayCreate {
    const { id, kind, locked } = drawing
    return {
      name: overlayName(kind),
      id,
      groupId: DRAWINGS,
      lock: locked,
      points: pointsOf(drawing),
      extendData: this.#extraOf(drawing),
      ...this.#mode(),
      ...(drawing.style === undefined ? {} : { styles: overlayStyles(drawing, drawing.style, this.#colors()) }),
      // The library deletes on right-click; ours opens the context menu of the selection.
      onRightClick: (event: { preventDefault?: () => void }) => {
        event.preventDefault?.()
        this.#options.onSelect(id)
      },
      onPressedMoveEnd: ({ overlay }: { overlay: Overlay<DrawingExtra> }) => this.#options.onDrawing(movedTo(drawing, overlay)),
      onSelected: () => this.#options.onSelect(id),
      onDeselected: () => this.#options.onSelect(null),
      onDoubleClick: () => kind === 'text' && this.#options.onEditText(drawing),
    } as OverlayCreate<DrawingExtra> & OverlayCreate // the library's array overload omits the type of extendData
  }
}

/** Library styles of a drawing with its own style. The highlight on the axes is outlined only if the drawing is. */
export function overlayStyles({ kind }: Pick<Drawing, 'kind'>, style: LineStyle, colors: ChartColors): DeepPartial<OverlayStyle> {
  const color = seriesColors(colors)[style.color - 1] ?? colors.accent
  const dash = style.dash === 'solid' ? 'solid' : 'dashed'
  const hasEdge = kind === 'rectangle' || kind === 'measure'
  return {
    line: { color, size: style.width, style: dash, dashedValue: dashesOf(style) },
    rect: {
      color: withOpacity(color, 0.12),
      borderColor: color,
      borderSize: hasEdge ? style.width : 0,
      borderStyle: dash,
      borderDashedValue: dashesOf(style),
    },
    point: { color, borderColor: withOpacity(color, 0.35) },
    text: { borderColor: color, ...(kind === 'text' ? { color } : {}) },
  }
}

const movedTo = (drawing: Drawing, { points }: Pick<Overlay<DrawingExtra>, 'points'>): Drawing => ({
  ...drawing,
  points: points.map(({ timestamp, value }) => ({
    ...(timestamp === undefined || drawing.kind === 'horizontal' ? {} : { time: timestamp }),
    ...(value === undefined || drawing.kind === 'vertical' ? {} : { price: value }),
  })),
})
