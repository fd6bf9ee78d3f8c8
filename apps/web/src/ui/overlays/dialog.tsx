import { X } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { cx } from '../cx.ts'
import { OPENED_WITHOUT_FOCUS } from '../focus-when-gone.ts'

type DialogProps = {
  readonly title: string
  readonly titleHidden?: boolean
  readonly description?: ReactNode
  readonly footer?: ReactNode
  readonly isWide?: boolean
  readonly className?: string
  readonly onClose: () => void
  readonly children?: ReactNode
}

/**
 * A native modal `<dialog>`; a bottom sheet on small screens. Open while mounted. Initial focus: `data-autofocus`, else the first control.
 */
export function Dialog({ title, titleHidden = false, description, footer, isWide = false, className, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = ref.current
    const before = document.activeElement
    if (before === document.body) dialog?.setAttribute(OPENED_WITHOUT_FOCUS, '')
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  const onBackdrop = (event: MouseEvent) => event.target === ref.current && onClose()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop; Escape is its twin
    <dialog
      ref={ref}
      aria-labelledby={`${id}-title`}
      aria-describedby={description === undefined ? undefined : `${id}-text`}
      onCancel={(event) => {
        // A cancelled file chooser in the dialog also fires `cancel`.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      // Chromium closes the dialog on a second Escape even if `cancel` was prevented: reopen it if it is still mounted.
      onClose={() => {
        onClose()
        setTimeout(() => ref.current?.isConnected && !ref.current.open && ref.current.showModal())
      }}
      onClick={onBackdrop}
      className={cx(
        // A dialog in a toolbar must not inherit its text styles.
        'm-auto whitespace-normal text-left font-normal text-13',
        'max-h-[85dvh] w-full overflow-auto rounded-md border border-line-strong bg-surface-2 text-ink-1 shadow-float backdrop:bg-scrim',
        'max-sm:mb-0 max-sm:max-w-full max-sm:animate-sheet max-sm:rounded-b-none max-sm:border-x-0 max-sm:border-b-0 sm:animate-rise',
        isWide ? 'max-w-2xl' : 'max-w-md',
        className,
      )}
    >
      <div className="flex flex-col gap-4 p-5 max-sm:pb-[max(1.25rem,env(safe-area-inset-bottom))]">
        <div className={titleHidden ? 'contents' : 'flex items-start justify-between gap-4'}>
          <h2 id={`${id}-title`} className={cx('font-semibold text-18', titleHidden && 'sr-only')}>
            {title}
          </h2>
          <button
            type="button"
            aria-label="Close"
            onClick={onClose}
            className={cx(
              titleHidden ? 'absolute top-2 right-2 pointer-coarse:top-0.5 pointer-coarse:right-0.5' : '-m-1.5',
              'inline-flex size-8 shrink-0 items-center justify-center rounded-md text-ink-2 hover:bg-surface-3 hover:text-ink-1 pointer-coarse:size-11',
            )}
          >
            <X size={18} aria-hidden="true" />
          </button>
        </div>
        {description !== undefined && (
          <p id={`${id}-text`} className="text-13 text-ink-2">
            {description}
          </p>
        )}
        {children}
        {footer !== undefined && <div className="flex flex-wrap justify-end gap-2">{footer}</div>}
      </div>
    </dialog>
  )
}
