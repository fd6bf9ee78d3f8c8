import type { ReactNode } from 'react'

/** What is known, name by name. */
export const FactList = ({ children }: { readonly children: ReactNode }) => <dl className="fact-list">{children}</dl>

type FactProps = {
  readonly title: string
  readonly hover?: string | undefined
  readonly tone?: 'up' | 'down' | undefined
  readonly children: ReactNode
}

/** One of them. */
export const Fact = ({ title, hover, tone, children }: FactProps) => (
  <div>
    <dt>{title}</dt>
    <dd className="num" title={hover} data-tone={tone}>
      {children}
    </dd>
  </div>
)

type PartProps = { readonly title: string; readonly trailing?: ReactNode; readonly children: ReactNode }

/** A titled part of the trade. */
export const Part = ({ title, trailing, children }: PartProps) => (
  <section aria-label={title} className="trip-part">
    <header className="flex items-center justify-between gap-2">
      <h3 className="font-semibold text-13">{title}</h3>
      {trailing}
    </header>
    {children}
  </section>
)
