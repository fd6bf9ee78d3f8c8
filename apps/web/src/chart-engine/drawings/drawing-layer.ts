import type { Drawing } from '@aerie/wire/charts'
import type { Chart, Overlay, OverlayCreate } from 'klinecharts'
import { DRAWINGS, type DrawingExtra, overlayName, pointsOf } from './drawing-overlays.ts'
import { DrawingPen } from './drawing-pen.ts'

type LayerOptions = {
  /** A drawing is finished or moved. */
  readonly onDrawing: (drawing: Drawing) => void
  readonly onSelect: (id: string | null) => void
  readonly onEditText: (drawing: Drawing) => void
}

/** The drawings of the user on a chart: the library draws and drags them, the history beside it is what counts. */
export class DrawingLayer {
  readonly pen: DrawingPen
  readonly #chart: Chart
  readonly #options: LayerOptions
  #shown: readonly Drawing[] = []
  #selected: string | null = null

  constructor(chart: Chart, options: LayerOptions) {
    this.#chart = chart
    this.#options = options
    this.pen = new DrawingPen(chart, options.onDrawing)
  }

  /** Brings the chart to exactly `drawings`. */
  show(drawings: readonly Drawing[]): void {
    const wanted = new Map(drawings.map((drawing) => [drawing.id, drawing]))
    const known = new Map(this.#shown.map((drawing) => [drawing.id, drawing]))
    for (const [id, drawing] of known) if (wanted.get(id) !== drawing) this.#chart.removeOverlay({ id })
    for (const [id, drawing] of wanted) if (known.get(id) !== drawing) this.#chart.createOverlay(this.#overlayOf(drawing))
    this.#shown = drawings
  }

  /** Marks the points of one drawing, and those of no other. */
  select(selected: string | null): void {
    const before = this.#selected
    this.#selected = selected
    for (const drawing of this.#shown)
      if (drawing.id === before || drawing.id === selected)
        this.#chart.overrideOverlay({ id: drawing.id, extendData: this.#extraOf(drawing) })
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
      // The library deletes on a right click; ours is the Delete key and the list.
      onRightClick: (event: { preventDefault?: () => void }) => event.preventDefault?.(),
      onPressedMoveEnd: ({ overlay }: { overlay: Overlay<DrawingExtra> }) => this.#options.onDrawing(movedTo(drawing, overlay)),
      onSelected: () => this.#options.onSelect(id),
      onDeselected: () => this.#options.onSelect(null),
      onDoubleClick: () => kind === 'text' && this.#options.onEditText(drawing),
    } as OverlayCreate<DrawingExtra> & OverlayCreate // the library's list of creates forgets the type of the extra
  }
}

const movedTo = (drawing: Drawing, { points }: Pick<Overlay<DrawingExtra>, 'points'>): Drawing => ({
  ...drawing,
  points: points.map(({ timestamp, value }) => ({
    ...(timestamp === undefined || drawing.kind === 'horizontal' ? {} : { time: timestamp }),
    ...(value === undefined || drawing.kind === 'vertical' ? {} : { price: value }),
  })),
})
