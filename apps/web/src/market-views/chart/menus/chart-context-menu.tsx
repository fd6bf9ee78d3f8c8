import { type MouseEvent, useCallback, useState } from 'react'
import { askForAlertAt } from '../../../alerts/ask-at-price.ts'
import type { ChartEngine } from '../../../chart-engine/chart-engine.ts'
import { ContextMenu } from '../../../ui/overlays/context-menu.tsx'
import { type MenuCommands, type MenuPlace, menuItems } from './chart-menu.ts'

/** Where the menu of a chart is open, what opens it (a right click or the menu key), and the alert that it and the key `a` ask for. */
export function useContextMenu(engine: ChartEngine | null, { symbol, isOff }: { readonly symbol: string; readonly isOff: boolean }) {
  const [place, setPlace] = useState<MenuPlace | null>(null)
  const close = useCallback(() => setPlace(null), [])
  const open = (event: MouseEvent) => {
    // A long press on glass is the crosshair's; everything here is in the sheet of tools too.
    if (isOff || (event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'touch')) return
    event.preventDefault()
    setPlace({ x: event.clientX, y: event.clientY, point: engine?.placeAt(event.clientX, event.clientY) ?? null })
  }
  const alertAt = (price: number) => askForAlertAt(symbol, price, 'the chart')
  return { place, open, close, alertAt }
}

type ChartContextMenuProps = { readonly place: MenuPlace | null; readonly commands: MenuCommands; readonly onClose: () => void }

/** The menu of the chart, while it is open. */
export const ChartContextMenu = ({ place, commands, onClose }: ChartContextMenuProps) =>
  place === null ? null : <ContextMenu label="Chart" at={place} onClose={onClose} items={menuItems(place.point, commands)} />
