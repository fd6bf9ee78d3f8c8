import type { Drawing } from '@aerie/wire/charts'
import type { Chart, Overlay, OverlayCreate } from 'klinecharts'
import { newDrawingId } from './drawing-id.ts'
import type { DrawingKind } from './drawing-kinds.ts'
import { DRAWINGS, type DrawingExtra, overlayName, pointsOf } from './drawing-overlays.ts'

type LayerOptions = {
  /** A drawing is finished or moved. */
  readonly onDrawing: (drawing: Drawing) => void
  readonly onSelect: (id: string | null) => void
  readonly onEditText: (drawing: Drawing) => void
}

/** The drawings of the user on a chart: the library draws and drags them, the history beside it is what counts. */
export class DrawingLayer {
  readonly #chart: Chart
  readonly #options: LayerOptions
  #shown: readonly Drawing[] = []
  #begun: string | null = null

  constructor(chart: Chart, options: LayerOptions) {
    this.#chart = chart
    this.#options = options
  }

  get isDrawing(): boolean {
    return this.#begun !== null
  }

  /** Lets the user draw: each click sets a point. Whatever was being drawn is given up. */
  begin(kind: DrawingKind): void {
    this.cancel()
    const id = newDrawingId()
    this.#begun = id
    this.#chart.createOverlay({
      ...this.#common(kind, id),
      extendData: {},
      onDrawEnd: ({ overlay }) => {
        this.#begun = null
        const drawing = drawingOf(kind, overlay as Overlay<DrawingExtra>, false)
        // The history puts it back as one of its own.
        queueMicrotask(() => {
          this.#chart.removeOverlay({ id })
          this.#options.onDrawing(drawing)
        })
      },
    })
  }

  /** Gives up what is being drawn; false where there was nothing. */
  cancel(): boolean {
    const id = this.#begun
    if (id === null) return false
    this.#begun = null
    this.#chart.removeOverlay({ id })
    return true
  }

  /** Brings the chart to exactly `drawings`. */
  show(drawings: readonly Drawing[]): void {
    const wanted = new Map(drawings.map((drawing) => [drawing.id, drawing]))
    const known = new Map(this.#shown.map((drawing) => [drawing.id, drawing]))
    for (const [id, drawing] of known) if (wanted.get(id) !== drawing) this.#chart.removeOverlay({ id })
    for (const [id, drawing] of wanted) if (known.get(id) !== drawing) this.#chart.createOverlay(this.#overlayOf(drawing))
    this.#shown = drawings
  }

  #overlayOf(drawing: Drawing): OverlayCreate<DrawingExtra> & OverlayCreate {
    const { id, kind, locked, text } = drawing
    return {
      ...this.#common(kind, id),
      lock: locked,
      points: pointsOf(drawing),
      extendData: { text },
      onPressedMoveEnd: ({ overlay }: { overlay: Overlay<DrawingExtra> }) => this.#options.onDrawing(drawingOf(kind, overlay, false)),
      onSelected: () => this.#options.onSelect(id),
      onDeselected: () => this.#options.onSelect(null),
      onDoubleClick: () => kind === 'text' && this.#options.onEditText(drawing),
    } as OverlayCreate<DrawingExtra> & OverlayCreate // the library's list of creates forgets the type of the extra
  }

  #common(kind: DrawingKind, id: string) {
    return {
      name: overlayName(kind),
      id,
      groupId: DRAWINGS,
      // The library deletes on a right click; ours is the Delete key and the list.
      onRightClick: (event: { preventDefault?: () => void }) => event.preventDefault?.(),
    }
  }
}

function drawingOf(kind: DrawingKind, overlay: Pick<Overlay<DrawingExtra>, 'id' | 'points' | 'extendData'>, locked: boolean): Drawing {
  const { text } = overlay.extendData ?? {}
  return {
    id: overlay.id,
    kind,
    points: overlay.points.map(({ timestamp, value }) => ({
      ...(timestamp === undefined || kind === 'horizontal' ? {} : { time: timestamp }),
      ...(value === undefined || kind === 'vertical' ? {} : { price: value }),
    })),
    ...(text === undefined ? {} : { text }),
    locked,
  }
}
