import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

type PanelProps = { readonly title: string; readonly actions?: ReactNode; readonly className?: string; readonly children: ReactNode }

/** A titled part of a page, with room for its own buttons. */
export function Panel({ title, actions, className, children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={cx('rounded-md border border-line bg-surface-1', className)}>
      <header className="flex min-h-10 items-center justify-between gap-2 border-line border-b px-4 py-1">
        <h2 id={id} className="font-semibold text-13 text-ink-1">
          {title}
        </h2>
        {actions}
      </header>
      <div className="p-4">{children}</div>
    </section>
  )
}
