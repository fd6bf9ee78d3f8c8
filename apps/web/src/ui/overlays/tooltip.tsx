import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { cx } from '../cx.ts'

type TooltipProps = {
  readonly id: string
  readonly text: ReactNode | undefined
  readonly side?: 'bottom' | 'right' | 'top'
  readonly className?: string
  readonly children: ReactNode
}

const SIDES = {
  bottom: 'top-full left-1/2 -translate-x-1/2 pt-1.5',
  top: 'bottom-full left-1/2 -translate-x-1/2 pb-1.5',
  right: 'left-full top-1/2 -translate-y-1/2 pl-1.5',
}
const DELAY_MS = 350

/** Hoverable and dismissible with Escape (WCAG 1.4.13). If the text adds to the child's name, reference `id` in its `aria-describedby`. */
export function Tooltip({ id, text, side = 'bottom', className, children }: TooltipProps) {
  const [shown, setShown] = useState(false)
  const [hovered, setHovered] = useState(false)
  const hasText = text !== undefined
  useEffect(() => {
    if (!hovered) return
    const timer = setTimeout(() => setShown(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [hovered])
  const hide = () => {
    setHovered(false)
    setShown(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !shown || !hasText) return
    event.stopPropagation()
    hide()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the control inside, which takes the focus
    <span
      className={cx(hasText ? 'relative inline-flex' : 'contents', className)}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && setShown(true)}
      onBlur={hide}
      onKeyDown={onKeyDown}
    >
      {children}
      {hasText && (
        <span role="tooltip" id={id} className={cx('absolute z-50 w-max max-w-64', SIDES[side], !shown && 'hidden')}>
          <span className="animate-fade block rounded-md border border-line-strong bg-surface-2 px-2 py-1 text-12 text-ink-1 shadow-float">
            {text}
          </span>
        </span>
      )}
    </span>
  )
}
