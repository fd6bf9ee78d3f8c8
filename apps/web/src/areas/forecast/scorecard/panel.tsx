import { type ReactNode, useId } from 'react'
import { Area } from '../../../ui/area.tsx'
import { cx } from '../../../ui/cx.ts'
import { Explain } from '../../../ui/overlays/explain.tsx'

type PanelProps = { readonly title: string; readonly explained: ReactNode; readonly className?: string; readonly children: ReactNode }

export function Panel({ title, explained, className, children }: PanelProps) {
  const id = useId()
  return (
    <Area aria-labelledby={id} className={cx('min-w-0 rounded-md border border-line bg-surface-1 p-3', className)}>
      <div className="mb-2 flex items-center gap-1">
        <h3 id={id} className="font-semibold text-13 text-ink-1">
          {title}
        </h3>
        <Explain title={title}>{explained}</Explain>
      </div>
      {children}
    </Area>
  )
}
