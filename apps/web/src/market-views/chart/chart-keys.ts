import { recordKeys } from '@aerie/core/record-keys'
import { DRAWING_KINDS, type DrawingKind } from '../../chart-engine/drawings/drawing-kinds.ts'

/** What a key does while the chart has the focus. */
export type ChartAction =
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

/** The action of a key, or null where the page may have it. Shift takes ten steps; Alt moves the selected drawing. */
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
