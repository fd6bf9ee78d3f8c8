import { Check } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { nextItem } from '../../ui/overlays/menu-keys.ts'

export type FloatItem = {
  readonly id: string
  readonly label: string
  readonly icon?: ReactNode
  readonly keys?: string | undefined
  readonly startsGroup?: boolean
  readonly isChosen?: boolean
  readonly onSelect: () => void
}

type FloatMenuProps = {
  readonly label: string
  readonly items: readonly FloatItem[]
  readonly className?: string
  readonly children: ReactNode
}

const EDGE = 8

/** In the browser's top layer, for use inside a slot, which would clip `ui/menu.tsx`. Works in pop-out windows. */
export function FloatMenu({ label, items, className, children }: FloatMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const id = useId()
  const entries = () => [...(layer.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
  const open = () => {
    if (layer.current === null || button.current === null) return
    layer.current.showPopover()
    place(layer.current, button.current)
    const [first] = entries()
    ;(entries().find((entry) => entry.getAttribute('aria-checked') === 'true') ?? first)?.focus()
  }
  const close = () => {
    layer.current?.hidePopover()
    button.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Keep menu keys from triggering chart keys and shortcuts.
    event.stopPropagation()
    if (event.key === 'Escape') return close()
    if (event.key === 'Tab') return layer.current?.hidePopover()
    const next = nextItem(entries(), layer.current?.ownerDocument.activeElement ?? null, event.key)
    if (next === null) return
    event.preventDefault()
    next.focus()
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
      <div
        ref={layer}
        popover="auto"
        onToggle={(event) => setOpen(event.newState === 'open')}
        className="slot-menu fixed m-0 max-h-[75dvh] w-max min-w-44 max-w-[calc(100vw-1rem)] overflow-auto rounded-md border border-line-strong bg-surface-2 py-1 text-13 text-ink-1 shadow-float"
      >
        <div role="menu" id={id} aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
          {items.map((item) => (
            <Entry key={item.id} item={item} onDone={close} />
          ))}
        </div>
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

function Entry({ item, onDone }: { readonly item: FloatItem; readonly onDone: () => void }) {
  const isChoice = item.isChosen !== undefined
  return (
    <>
      {item.startsGroup && <hr className="my-1 border-line" />}
      <button
        type="button"
        {...(isChoice ? { role: 'menuitemradio', 'aria-checked': item.isChosen === true } : { role: 'menuitem' })}
        tabIndex={-1}
        onClick={() => {
          onDone()
          item.onSelect()
        }}
        className="flex min-h-8 w-full items-center gap-2.5 px-3 text-left hover:bg-surface-3 focus:bg-surface-3 focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
      >
        {item.icon !== undefined && (
          <span aria-hidden="true" className="text-ink-3">
            {item.icon}
          </span>
        )}
        <span className="flex-1">{item.label}</span>
        {item.keys !== undefined && <span className="text-11 text-ink-3">{item.keys}</span>}
        {isChoice && <Check size={16} aria-hidden="true" className={cx('text-accent-text', !item.isChosen && 'invisible')} />}
      </button>
    </>
  )
}
