import type { ReactNode } from 'react'

/** Figures with their names, side by side. */
export const Facts = ({ children }: { readonly children: ReactNode }) => (
  <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3">{children}</dl>
)

type FactProps = { readonly title: string; readonly about?: ReactNode; readonly children: ReactNode }

/** One of them. */
export const Fact = ({ title, about, children }: FactProps) => (
  <div className="min-w-0">
    <dt className="flex min-h-6 items-center gap-1 text-12 text-ink-2">
      {title}
      {about}
    </dt>
    <dd className="num break-words text-15 text-ink-1">{children}</dd>
  </div>
)
