import { numberText } from '@aerie/core/numbers/number-text'
import type { Drawing } from '@aerie/wire/market/charts'
import { type MouseEvent, useCallback, useState } from 'react'
import { copyText } from '../../../ui/controls/copy-text.ts'
import { ContextMenu } from '../../../ui/overlays/context-menu.tsx'
import type { MenuItem } from '../../../ui/overlays/menu.tsx'
import { askForAlertAt } from '../../alerts/index.ts'
import { drawingText } from '../drawing-text.ts'
import type { MarketPoint } from '../drawings/drawing-kinds.ts'
import { newDrawingId } from '../drawings/drawing-layer.ts'
import type { ChartEngine } from '../engine/chart-engine.ts'
import type { ProposedOrder } from '../engine/price-chart-props.ts'

export function useContextMenu(engine: ChartEngine | null, { symbol, isOff }: { readonly symbol: string; readonly isOff: boolean }) {
  const [place, setPlace] = useState<MenuPosition | null>(null)
  const close = useCallback(() => setPlace(null), [])
  const open = (event: MouseEvent) => {
    // On touch, a long press moves the crosshair; the tools sheet has all of these items too.
    if (isOff || (event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'touch')) return
    event.preventDefault()
    const last = engine?.chart.getDataList().at(-1)?.close ?? null
    setPlace({ x: event.clientX, y: event.clientY, last, point: engine?.placeAt(event.clientX, event.clientY) ?? null })
  }
  const alertAt = (price: number) => askForAlertAt(symbol, price, 'the chart')
  return { place, open, close, alertAt }
}

type ChartContextMenuProps = { readonly place: MenuPosition | null; readonly commands: MenuCommands; readonly onClose: () => void }

export const ChartContextMenu = ({ place, commands, onClose }: ChartContextMenuProps) =>
  place === null ? null : <ContextMenu label="Chart" at={place} onClose={onClose} items={menuItems(place.point, commands, place.last)} />

type MenuPosition = {
  readonly x: number
  readonly y: number
  readonly point: MarketPoint | null
  /** The last price; null while unknown. */
  readonly last: number | null
}

type MenuCommands = {
  readonly selected: Drawing | null
  readonly onSave: (drawing: Drawing) => void
  readonly onAlert: (price: number) => void
  readonly onStyle: () => void
  readonly onRemove: (id: string) => void
  readonly onReset: () => void
  readonly onIndicators: () => void
  readonly onSnapshot: () => void
  readonly onPropose?: ((order: ProposedOrder) => void) | undefined
}

export const menuItems = (point: MarketPoint | null, commands: MenuCommands, last: number | null = null): MenuItem[] => {
  const orders = point === null ? [] : orderItems(point, commands, last)
  const here = point === null ? [] : [...orders, ...pointItems(point, commands, orders.length > 0)]
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

/** Orders that would rest at this price: a limit order on one side of the last price, a stop on the other. */
function orderItems({ price }: MarketPoint, { onPropose }: MenuCommands, last: number | null): MenuItem[] {
  if (onPropose === undefined || last === null) return []
  const [limit, stop] = price < last ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const)
  const item = (side: 'buy' | 'sell', type: 'limit' | 'stop'): MenuItem => ({
    id: type,
    label: `${side === 'buy' ? 'Buy' : 'Sell'} ${type} at ${numberText(price)}…`,
    onSelect: () => onPropose({ side, type, price }),
  })
  return [item(limit, 'limit'), item(stop, 'stop')]
}

function pointItems({ time, price }: MarketPoint, { onSave, onAlert }: MenuCommands, startsGroup: boolean): MenuItem[] {
  const priceText = numberText(price)
  const draw = (kind: 'horizontal' | 'vertical', part: Drawing['points'][number]) => () =>
    onSave({ id: newDrawingId(), kind, points: [part], locked: false })
  return [
    {
      id: 'copy',
      startsGroup,
      label: `Copy price ${priceText}`,
      onSelect: () => copyText(priceText, `Copied ${priceText}`, `The price is ${priceText}.`),
    },
    { id: 'alert', label: `Alert at ${priceText}…`, keys: 'a', onSelect: () => onAlert(price) },
    { id: 'horizontal', label: `Horizontal line at ${priceText}`, onSelect: draw('horizontal', { price }) },
    { id: 'vertical', label: 'Vertical line here', onSelect: draw('vertical', { time }) },
  ]
}

function drawingItems(drawing: Drawing, { onSave, onStyle, onRemove }: MenuCommands): MenuItem[] {
  const { locked, id } = drawing
  return [
    { id: 'style', label: styleOf(drawingText(drawing)), keys: 'e', startsGroup: true, onSelect: onStyle },
    { id: 'lock', label: locked ? 'Unlock' : 'Lock', keys: 'l', onSelect: () => onSave({ ...drawing, locked: !locked }) },
    ...(locked ? [] : [{ id: 'delete', label: 'Delete', keys: 'Del', onSelect: () => onRemove(id) }]),
  ]
}

const styleOf = (drawing: string) => `Style of ${drawing}…`
