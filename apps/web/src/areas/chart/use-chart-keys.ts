import { recordKeys } from '@aerie/core/record-keys'
import type { Drawing } from '@aerie/wire/market/charts'
import { type KeyboardEvent, useMemo } from 'react'
import { DRAWING_KINDS, type DrawingKind } from './drawings/drawing-kinds.ts'
import type { ChartEngine } from './engine/chart-engine.ts'
import { ChartCursor } from './view/chart-cursor.ts'

type Commands = {
  readonly drawings: readonly Drawing[]
  readonly selected: string | null
  readonly onSelect: (id: string | null) => void
  readonly onSave: (drawing: Drawing) => void
  readonly onRemove: (id: string) => void
  readonly onUndo: () => void
  readonly onRedo: () => void
  readonly onSummary: () => void
  readonly onStyle: () => void
  readonly onMagnet: () => void
  readonly onAlert: (price: number) => void
  readonly onCursor: (cursor: ChartCursor) => void
  readonly onAnnounce: (text: string) => void
}

export function useChartKeys(engine: ChartEngine | null, commands: Commands) {
  const cursor = useMemo(() => (engine === null ? null : new ChartCursor(engine)), [engine])
  return (event: KeyboardEvent) => {
    if (engine === null || cursor === null) return
    const action = actionOf(event.nativeEvent)
    if (action === null || (isControl(event.target) && !isHistory(action)) || !perform(action, { engine, cursor, ...commands })) return
    event.preventDefault()
    event.stopPropagation()
  }
}

const isHistory = (action: ChartAction): boolean => action.do === 'undo' || action.do === 'redo'

/** The chart's controls handle their own keys. */
const isControl = (target: EventTarget): boolean => target instanceof HTMLElement && target.closest('button, a, input') !== null

type Context = Commands & { readonly engine: ChartEngine; readonly cursor: ChartCursor }

function perform(action: ChartAction, context: Context): boolean {
  const { engine, cursor } = context
  switch (action.do) {
    case 'cursor':
      cursor.moveBars(action.bars)
      context.onCursor(cursor)
      return true
    case 'level':
      cursor.movePixels(action.pixels)
      return true
    case 'zoom':
      engine.chart.zoomAtCoordinate(action.by)
      return true
    case 'reset':
      engine.resetView()
      return true
    case 'oldest':
      cursor.goTo(0)
      context.onCursor(cursor)
      return true
    case 'newest':
      engine.chart.scrollToRealTime()
      cursor.goTo(engine.chart.getDataList().length - 1)
      context.onCursor(cursor)
      return true
    case 'draw':
      engine.drawings.pen.begin(action.kind)
      if (cursor.point === null) cursor.moveBars(0)
      context.onAnnounce(
        `${DRAWING_KINDS[action.kind].label}: click, or move with the arrows and press Enter for each point. Escape cancels.`,
      )
      return true
    default:
      return performOnDrawing(action, context)
  }
}

function performOnDrawing(action: ChartAction, context: Context): boolean {
  switch (action.do) {
    case 'point':
      return setPoint(context)
    case 'cancel':
      return cancel(context)
    case 'undo':
      context.onUndo()
      return true
    case 'redo':
      context.onRedo()
      return true
    case 'summary':
      context.onSummary()
      return true
    case 'alert':
      return alertHere(context)
    case 'magnet':
      context.onMagnet()
      return true
    case 'nextDrawing':
      return selectBeside(context, 1)
    case 'previousDrawing':
      return selectBeside(context, -1)
    default:
      return performOnSelected(action, context)
  }
}

function performOnSelected(action: ChartAction, context: Context): boolean {
  const { drawings, selected, cursor } = context
  const drawing = drawings.find(({ id }) => id === selected)
  if (drawing === undefined) return false
  if (action.do === 'lock') context.onSave({ ...drawing, locked: !drawing.locked })
  else if (action.do === 'style') context.onStyle()
  else if (drawing.locked) context.onAnnounce('This drawing is locked. Press l to unlock it.')
  else if (action.do === 'move') context.onSave(cursor.moved(drawing, action.bars, action.pixels))
  else if (action.do === 'delete') context.onRemove(drawing.id)
  return true
}

function alertHere({ cursor, onAlert, onAnnounce }: Context): boolean {
  const { point } = cursor
  if (point === null) onAnnounce('There is no price here. Move with the arrows first.')
  else onAlert(point.price)
  return true
}

function setPoint({ cursor, engine, onAnnounce }: Context): boolean {
  const { pen } = engine.drawings
  if (!pen.isDrawing) return false
  const { point } = cursor
  if (point === null) onAnnounce('There is no price here. Move with the arrows first.')
  else if (!pen.set(point)) onAnnounce('Point set. Move on and press Enter for the next.')
  return true
}

function cancel({ cursor, engine, selected, onSelect, onAnnounce }: Context): boolean {
  const wasDrawing = engine.drawings.pen.cancel()
  if (wasDrawing) onAnnounce('Cancelled.')
  const wasShown = cursor.hide()
  if (selected !== null) onSelect(null)
  return wasDrawing || wasShown || selected !== null
}

function selectBeside({ drawings, selected, onSelect }: Context, by: 1 | -1): boolean {
  if (drawings.length === 0) return false
  const at = drawings.findIndex(({ id }) => id === selected)
  const next = at === -1 ? (by === 1 ? 0 : drawings.length - 1) : (at + by + drawings.length) % drawings.length
  onSelect(drawings[next]?.id ?? null)
  return true
}

type ChartAction =
  | { readonly do: 'cursor'; readonly bars: number }
  | { readonly do: 'level'; readonly pixels: number }
  | { readonly do: 'zoom'; readonly by: number }
  | { readonly do: 'move'; readonly bars: number; readonly pixels: number }
  | { readonly do: 'draw'; readonly kind: DrawingKind }
  | {
      readonly do:
        | 'oldest'
        | 'newest'
        | 'point'
        | 'delete'
        | 'cancel'
        | 'undo'
        | 'redo'
        | 'lock'
        | 'style'
        | 'magnet'
        | 'reset'
        | 'nextDrawing'
        | 'previousDrawing'
        | 'summary'
        | 'alert'
    }

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>

const PLAIN: Readonly<Record<string, ChartAction>> = {
  '+': { do: 'zoom', by: 1.25 },
  '=': { do: 'zoom', by: 1.25 },
  '-': { do: 'zoom', by: 0.8 },
  _: { do: 'zoom', by: 0.8 },
  Home: { do: 'oldest' },
  End: { do: 'newest' },
  Enter: { do: 'point' },
  Delete: { do: 'delete' },
  Backspace: { do: 'delete' },
  Escape: { do: 'cancel' },
  ']': { do: 'nextDrawing' },
  '[': { do: 'previousDrawing' },
  l: { do: 'lock' },
  e: { do: 'style' },
  n: { do: 'magnet' },
  '0': { do: 'reset' },
  s: { do: 'summary' },
  a: { do: 'alert' },
  ...Object.fromEntries(recordKeys(DRAWING_KINDS).map((kind) => [DRAWING_KINDS[kind].key, { do: 'draw', kind } as const])),
}
const ARROWS: Readonly<Record<string, readonly [bars: number, pixels: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -4],
  ArrowDown: [0, 4],
}

/** The action of a key; null leaves it to the page. Shift moves ten steps; Alt moves the selected drawing. */
export function actionOf(event: Pressed): ChartAction | null {
  if (event.ctrlKey || event.metaKey) return undoOf(event)
  const arrow = ARROWS[event.key]
  if (arrow === undefined) return event.altKey ? null : (PLAIN[event.key] ?? null)
  const times = event.shiftKey ? 10 : 1
  const [bars, pixels] = [arrow[0] * times, arrow[1] * times]
  if (event.altKey) return { do: 'move', bars, pixels }
  return bars === 0 ? { do: 'level', pixels } : { do: 'cursor', bars }
}

function undoOf({ key, shiftKey }: Pressed): ChartAction | null {
  if (key.toLowerCase() === 'z') return { do: shiftKey ? 'redo' : 'undo' }
  return key.toLowerCase() === 'y' && !shiftKey ? { do: 'redo' } : null
}
