import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import { type MenuItem, MenuList } from './menu.tsx'

type ContextMenuProps = {
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly at: { readonly x: number; readonly y: number }
  readonly onClose: () => void
}

const EDGE_PX = 8

/** Opened by right click or the menu key. Open while mounted; restores the focus on close. */
export function ContextMenu({ label, items, at, onClose }: ContextMenuProps) {
  const root = useRef<HTMLDivElement>(null)
  const before = useRef<Element | null>(null)
  const id = useId()
  useLayoutEffect(() => {
    const box = root.current
    if (box === null) return
    before.current = document.activeElement
    box.style.left = `${Math.max(EDGE_PX, Math.min(at.x, innerWidth - box.offsetWidth - EDGE_PX))}px`
    box.style.top = `${Math.max(EDGE_PX, Math.min(at.y, innerHeight - box.offsetHeight - EDGE_PX))}px`
    box.querySelector<HTMLElement>('[role^=menuitem]')?.focus()
  }, [at])
  useEffect(() => {
    const outside = (event: PointerEvent) => !(event.target instanceof Node && root.current?.contains(event.target)) && onClose()
    document.addEventListener('pointerdown', outside, true)
    return () => document.removeEventListener('pointerdown', outside, true)
  }, [onClose])
  const close = () => {
    onClose()
    if (before.current instanceof HTMLElement) before.current.focus()
  }
  return (
    <div ref={root} className="fixed z-50 w-max min-w-48 rounded-md border border-line-strong bg-surface-2 py-1 text-13 shadow-float">
      <MenuList id={id} label={label} items={items} onDone={close} onLeave={onClose} />
    </div>
  )
}
