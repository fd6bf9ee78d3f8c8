import { Check } from 'lucide-react'
import { type ComponentProps, Fragment, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { cx } from '../cx.ts'

export type MenuItem = {
  readonly id: string
  readonly label: string
  readonly icon?: ReactNode
  readonly keys?: string | undefined
  readonly startsGroup?: boolean
  readonly isChosen?: boolean
} & ({ readonly to: string; readonly onSelect?: undefined } | { readonly to?: undefined; readonly onSelect: () => void })

type MenuProps = {
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly heading?: ReactNode
  readonly align?: 'start' | 'end'
  readonly startsOpen?: boolean
  readonly trigger: (props: ComponentProps<'button'>) => ReactNode
}

/** ARIA menu button: arrows, Home, End and first letters move; Escape closes and restores the focus. */
export function Menu({ label, items, heading, align = 'end', startsOpen = false, trigger }: MenuProps) {
  const [isOpen, setOpen] = useState(startsOpen)
  const [isAbove, setAbove] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    if (!isOpen || root.current === null || list.current === null) return
    const { height } = list.current.getBoundingClientRect()
    const { top, bottom } = root.current.getBoundingClientRect()
    setAbove(bottom + height > innerHeight && top > height)
  }, [isOpen])
  const button = () => root.current?.querySelector<HTMLElement>('[aria-haspopup]')
  useEffect(() => {
    if (!isOpen) return
    root.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus()
    const outside = (event: PointerEvent) => !(event.target instanceof Node && root.current?.contains(event.target)) && setOpen(false)
    // Focus is lost when the window becomes too small for the menu.
    const closeLost = ({ key }: KeyboardEvent) => key === 'Escape' && document.activeElement === document.body && setOpen(false)
    document.addEventListener('pointerdown', outside)
    document.addEventListener('keydown', closeLost)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('keydown', closeLost)
    }
  }, [isOpen])
  const close = () => {
    setOpen(false)
    button()?.focus()
  }
  return (
    <div ref={root} className="relative inline-flex max-w-full">
      {trigger({
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        ...(isOpen ? { 'aria-controls': id } : {}),
        onClick: () => setOpen(!isOpen),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' || isOpen) return
          event.preventDefault()
          setOpen(true)
        },
      })}
      {isOpen && (
        <div
          ref={list}
          className={cx(
            'animate-fade absolute z-50 max-h-[75dvh] w-max min-w-48 max-w-[calc(100vw-1rem)] overflow-auto rounded-md border border-line-strong bg-surface-2 py-1 text-13 shadow-float',
            align === 'end' ? 'right-0' : 'left-0',
            isAbove ? 'bottom-full mb-1' : 'top-full mt-1',
          )}
        >
          {heading}
          <MenuList id={id} label={label} items={items} onDone={close} onLeave={() => setOpen(false)} />
        </div>
      )}
    </div>
  )
}

type MenuListProps = Pick<MenuProps, 'label' | 'items'> & {
  readonly id: string
  readonly onDone: () => void
  readonly onLeave: () => void
}

export function MenuList({ id, label, items, onDone, onLeave }: MenuListProps) {
  const onKeyDown = (event: React.KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onDone()
    } else if (event.key === 'Tab') onLeave()
    else {
      const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]')]
      const next = nextItem(entries, event.currentTarget.ownerDocument.activeElement, event.key)
      if (next === null) return
      event.preventDefault()
      next.focus()
    }
  }
  return (
    <div role="menu" id={id} aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
      {items.map((item) => (
        <Fragment key={item.id}>
          {item.startsGroup && <hr className="my-1 border-line" />}
          <Entry item={item} onDone={onDone} />
        </Fragment>
      ))}
    </div>
  )
}

function nextItem(entries: readonly HTMLElement[], current: Element | null, key: string): HTMLElement | null {
  const at = entries.findIndex((entry) => entry.isSameNode(current))
  const step = (by: number) => entries[(at + by + entries.length) % entries.length] ?? null
  if (key === 'ArrowDown') return step(1)
  if (key === 'ArrowUp') return at < 0 ? (entries.at(-1) ?? null) : step(-1)
  if (key === 'Home') return entries[0] ?? null
  if (key === 'End') return entries.at(-1) ?? null
  if (key.length !== 1 || key === ' ') return null
  const after = [...entries.slice(at + 1), ...entries.slice(0, at + 1)]
  return after.find((entry) => entry.textContent?.trim().toLowerCase().startsWith(key.toLowerCase())) ?? null
}

const entryStyle =
  'flex min-h-8 w-full items-center gap-2.5 px-3 text-left text-ink-1 hover:bg-surface-3 focus:bg-surface-3 focus-visible:-outline-offset-2 pointer-coarse:min-h-11'

function Entry({ item, onDone }: { readonly item: MenuItem; readonly onDone: () => void }) {
  const isChoice = item.isChosen !== undefined
  const content = (
    <>
      {item.icon !== undefined && (
        <span aria-hidden="true" className="text-ink-3">
          {item.icon}
        </span>
      )}
      <span className="flex-1">{item.label}</span>
      {item.keys !== undefined && <span className="text-11 text-ink-3">{item.keys}</span>}
      {isChoice && <Check size={16} aria-hidden="true" className={cx('text-accent-text', !item.isChosen && 'invisible')} />}
    </>
  )
  if (item.to !== undefined) {
    return (
      <Link role="menuitem" tabIndex={-1} to={item.to} onClick={onDone} className={entryStyle}>
        {content}
      </Link>
    )
  }
  const select = () => {
    onDone()
    item.onSelect()
  }
  return isChoice ? (
    <button type="button" role="menuitemradio" aria-checked={item.isChosen === true} tabIndex={-1} onClick={select} className={entryStyle}>
      {content}
    </button>
  ) : (
    <button type="button" role="menuitem" tabIndex={-1} onClick={select} className={entryStyle}>
      {content}
    </button>
  )
}
