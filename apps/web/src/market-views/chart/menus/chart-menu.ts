import { numberText } from '@aerie/core/numbers/number-text'
import type { Drawing } from '@aerie/wire/market/charts'
import { newDrawingId } from '../../../chart-engine/drawings/drawing-id.ts'
import type { MarketPoint } from '../../../chart-engine/drawings/market-point.ts'
import { copyText } from '../../../ui/controls/copy-text.ts'
import type { MenuItem } from '../../../ui/overlays/menu.tsx'
import { drawingWords } from '../drawing-words.ts'

/** Where the menu of the chart was asked for: in the window, and on the market where that is on the candles' pane. */
export type MenuPlace = { readonly x: number; readonly y: number; readonly point: MarketPoint | null }

/** What the menu can do. */
export type MenuCommands = {
  readonly selected: Drawing | null
  readonly onPut: (drawing: Drawing) => void
  /** Asks for an alert at a price. */
  readonly onAlert: (price: number) => void
  readonly onStyle: () => void
  readonly onRemove: (id: string) => void
  readonly onReset: () => void
  readonly onIndicators: () => void
  readonly onSnapshot: () => void
}

/** What can be done at a place of the chart, and with the drawing that is selected. */
export const menuItems = (point: MarketPoint | null, commands: MenuCommands): MenuItem[] => {
  const here = point === null ? [] : placeItems(point, commands)
  const drawing = commands.selected === null ? [] : drawingItems(commands.selected, commands)
  const { onReset, onIndicators, onSnapshot } = commands
  return [
    ...here,
    ...drawing,
    { id: 'reset', label: 'Reset view', keys: '0', startsGroup: here.length + drawing.length > 0, onSelect: onReset },
    { id: 'indicators', label: 'Indicators…', onSelect: onIndicators },
    { id: 'snapshot', label: 'Save as PNG', onSelect: onSnapshot },
  ]
}

function placeItems({ time, price }: MarketPoint, { onPut, onAlert }: MenuCommands): MenuItem[] {
  const words = numberText(price)
  const draw = (kind: 'horizontal' | 'vertical', part: Drawing['points'][number]) => () =>
    onPut({ id: newDrawingId(), kind, points: [part], locked: false })
  return [
    { id: 'copy', label: `Copy price ${words}`, onSelect: () => copyText(words, `Copied ${words}`, `The price is ${words}.`) },
    { id: 'alert', label: `Alert at ${words}…`, keys: 'a', onSelect: () => onAlert(price) },
    { id: 'horizontal', label: `Horizontal line at ${words}`, onSelect: draw('horizontal', { price }) },
    { id: 'vertical', label: 'Vertical line here', onSelect: draw('vertical', { time }) },
  ]
}

function drawingItems(drawing: Drawing, { onPut, onStyle, onRemove }: MenuCommands): MenuItem[] {
  const { locked, id } = drawing
  return [
    { id: 'style', label: styleOf(drawingWords(drawing)), keys: 'e', startsGroup: true, onSelect: onStyle },
    { id: 'lock', label: locked ? 'Unlock' : 'Lock', keys: 'l', onSelect: () => onPut({ ...drawing, locked: !locked }) },
    ...(locked ? [] : [{ id: 'delete', label: 'Delete', keys: 'Del', onSelect: () => onRemove(id) }]),
  ]
}

const styleOf = (drawing: string) => `Style of ${drawing}…`
