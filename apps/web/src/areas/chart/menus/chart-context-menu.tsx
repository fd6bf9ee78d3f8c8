import { numberText } from '@aerie/core/numbers/number-text'
import type { Drawing } from '@aerie/wire/market/charts'
import { type MouseEvent, useCallback, useState } from 'react'
import { copyText } from '../../../ui/controls/copy-text.ts'
import { ContextMenu } from '../../../ui/overlays/context-menu.tsx'
import type { MenuItem } from '../../../ui/overlays/menu.tsx'
import { askForAlertAt } from '../../alerts/ask-at-price.ts'
import { drawingText } from '../drawing-text.ts'
import { newDrawingId } from '../drawings/drawing-id.ts'
import type { MarketPoint } from '../drawings/market-point.ts'
import type { ChartEngine } from '../engine/chart-engine.ts'

export function useContextMenu(engine: ChartEngine | null, { symbol, isOff }: { readonly symbol: string; readonly isOff: boolean }) {
  const [place, setPlace] = useState<MenuPosition | null>(null)
  const close = useCallback(() => setPlace(null), [])
  const open = (event: MouseEvent) => {
    // On touch, a long press moves the crosshair; the tools sheet has all of these items too.
    if (isOff || (event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'touch')) return
    event.preventDefault()
    setPlace({ x: event.clientX, y: event.clientY, point: engine?.placeAt(event.clientX, event.clientY) ?? null })
  }
  const alertAt = (price: number) => askForAlertAt(symbol, price, 'the chart')
  return { place, open, close, alertAt }
}

type ChartContextMenuProps = { readonly place: MenuPosition | null; readonly commands: MenuCommands; readonly onClose: () => void }

export const ChartContextMenu = ({ place, commands, onClose }: ChartContextMenuProps) =>
  place === null ? null : <ContextMenu label="Chart" at={place} onClose={onClose} items={menuItems(place.point, commands)} />

type MenuPosition = { readonly x: number; readonly y: number; readonly point: MarketPoint | null }

type MenuCommands = {
  readonly selected: Drawing | null
  readonly onSave: (drawing: Drawing) => void
  readonly onAlert: (price: number) => void
  readonly onStyle: () => void
  readonly onRemove: (id: string) => void
  readonly onReset: () => void
  readonly onIndicators: () => void
  readonly onSnapshot: () => void
}

export const menuItems = (point: MarketPoint | null, commands: MenuCommands): MenuItem[] => {
  const here = point === null ? [] : pointItems(point, commands)
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

function pointItems({ time, price }: MarketPoint, { onSave, onAlert }: MenuCommands): MenuItem[] {
  const priceText = numberText(price)
  const draw = (kind: 'horizontal' | 'vertical', part: Drawing['points'][number]) => () =>
    onSave({ id: newDrawingId(), kind, points: [part], locked: false })
  return [
    {
      id: 'copy',
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
