import { useEffect, useState } from 'react'
import { askForAlert, Bell, endPushWithSession } from '../../areas/alerts/index.ts'
import { TourHost } from '../../areas/learn/index.ts'
import { tradeThis } from '../../areas/trading/index.ts'
import { goTo } from '../../platform/navigation/navigation.ts'
import { ContextMenu } from '../../ui/overlays/context-menu.tsx'

export function UserParts() {
  useEffect(endPushWithSession, [])
  return (
    <>
      <Bell />
      <CoinMenu />
      <TourHost />
    </>
  )
}

type MenuTarget = { readonly symbol: string; readonly x: number; readonly y: number }

const ROWS = 'tr[data-symbol]'

function CoinMenu() {
  const [place, setPlace] = useState<MenuTarget | null>(null)
  useEffect(() => {
    const open = (event: MouseEvent) => {
      const found = menuTargetOf(event)
      if (found === null) return
      event.preventDefault()
      setPlace(found)
    }
    document.addEventListener('contextmenu', open)
    return () => document.removeEventListener('contextmenu', open)
  }, [])
  if (place === null) return null
  const { symbol } = place
  return (
    <ContextMenu
      label={symbol}
      at={place}
      onClose={() => setPlace(null)}
      items={[
        { id: 'alert', label: `Alert on ${symbol}…`, keys: 'Shift+N', onSelect: () => askForAlert({ symbol }) },
        { id: 'trade', label: `Trade ${symbol}`, keys: 'T', onSelect: () => tradeThis(symbol) },
        { id: 'chart', label: `Chart of ${symbol}`, onSelect: () => goTo(`/currencies/${encodeURIComponent(symbol)}`) },
      ]}
    />
  )
}

function menuTargetOf(event: MouseEvent): MenuTarget | null {
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>(ROWS) : null
  const symbol = row?.dataset.symbol
  // Elements with their own menu keep it; on touch, a long press opens the browser's.
  if (row === null || symbol === undefined || event.defaultPrevented) return null
  if (event instanceof PointerEvent && event.pointerType === 'touch') return null
  // The menu key has no pointer position: anchor to the row.
  const { left, bottom } = row.getBoundingClientRect()
  return event.clientX === 0 && event.clientY === 0 ? { symbol, x: left, y: bottom } : { symbol, x: event.clientX, y: event.clientY }
}
