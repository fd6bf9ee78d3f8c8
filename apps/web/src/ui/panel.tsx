import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import { notShown } from './messages.ts'
import { ErrorBoundary } from './states/error-boundary.tsx'

type PanelProps = {
  readonly title: string
  readonly trailing?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

export function Panel({ title, trailing, className, children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={cx('min-w-0 rounded-md border border-line bg-surface-1', className)}>
      <header className="flex min-h-10 items-center justify-between gap-2 border-line border-b px-(--panel-inset,0.75rem) pointer-coarse:py-1.5">
        <h2 id={id} className="font-semibold text-13 text-ink-1">
          {title}
        </h2>
        {trailing}
      </header>
      <ErrorBoundary title={notShown(title)}>{children}</ErrorBoundary>
    </section>
  )
}
