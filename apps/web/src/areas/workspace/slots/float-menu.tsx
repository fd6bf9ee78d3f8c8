import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { type MenuItem, MenuList } from '../../../ui/overlays/menu.tsx'

type FloatMenuProps = {
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly className?: string
  readonly children: ReactNode
}

const EDGE = 8

/** In the browser's top layer, for use inside a slot, which would clip `Menu`. Works in pop-out windows. */
export function FloatMenu({ label, items, className, children }: FloatMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const id = useId()
  const open = () => {
    if (layer.current === null || button.current === null) return
    layer.current.showPopover()
    place(layer.current, button.current)
    const entries = [...layer.current.querySelectorAll<HTMLElement>('[role^=menuitem]')]
    ;(entries.find((entry) => entry.getAttribute('aria-checked') === 'true') ?? entries[0])?.focus()
  }
  const close = () => {
    layer.current?.hidePopover()
    button.current?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : open())}
        className={cx('slot-button', className)}
      >
        {children}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps menu keys from triggering chart keys and shortcuts */}
      <div
        ref={layer}
        popover="auto"
        onKeyDown={(event: KeyboardEvent) => event.stopPropagation()}
        onToggle={(event) => setOpen(event.newState === 'open')}
        className="fixed m-0 max-h-[75dvh] w-max min-w-44 max-w-[calc(100vw-1rem)] overflow-auto rounded-md border border-line-strong bg-surface-2 py-1 text-13 text-ink-1 shadow-float"
      >
        <MenuList id={id} label={label} items={items} onDone={close} onLeave={() => layer.current?.hidePopover()} />
      </div>
    </>
  )
}

function place(layer: HTMLElement, button: HTMLElement): void {
  const view = button.ownerDocument.documentElement
  const at = button.getBoundingClientRect()
  const [width, height] = [layer.offsetWidth, layer.offsetHeight]
  const left = Math.max(EDGE, Math.min(at.right - width, view.clientWidth - width - EDGE))
  const below = at.bottom + 4
  const top = below + height > view.clientHeight - EDGE ? Math.max(EDGE, at.top - height - 4) : below
  layer.style.left = `${left}px`
  layer.style.top = `${top}px`
}
