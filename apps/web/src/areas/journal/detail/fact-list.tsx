import type { ReactNode } from 'react'

export const FactList = ({ children }: { readonly children: ReactNode }) => <dl className="fact-list">{children}</dl>

type FactProps = {
  readonly title: string
  readonly hover?: string | undefined
  readonly tone?: 'up' | 'down' | undefined
  readonly children: ReactNode
}

export const Fact = ({ title, hover, tone, children }: FactProps) => (
  <div>
    <dt>{title}</dt>
    <dd className="num" title={hover} data-tone={tone}>
      {children}
    </dd>
  </div>
)

type PartProps = { readonly title: string; readonly trailing?: ReactNode; readonly children: ReactNode }

export const Part = ({ title, trailing, children }: PartProps) => (
  <section aria-label={title} className="trip-part">
    <header className="flex items-center justify-between gap-2">
      <h3 className="font-semibold text-13">{title}</h3>
      {trailing}
    </header>
    {children}
  </section>
)
