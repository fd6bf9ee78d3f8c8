import type { Drawing, LineStyle } from '@aerie/wire/market/charts'
import type { Chart, DeepPartial, Overlay, OverlayCreate, OverlayStyle } from 'klinecharts'
import { dashesOf } from '../indicators/line-looks.ts'
import { type ChartColors, seriesColors, withOpacity } from '../view/chart-colors.ts'
import type { DrawingKind } from './drawing-kinds.ts'
import { DRAWINGS, type DrawingExtra, overlayName, pointsOf } from './drawing-overlays.ts'
import { DrawingPen } from './drawing-pen.ts'
import { MAGNET_PX } from './snap.ts'

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
