import type { ReactNode } from 'react'

export const FactList = ({ children }: { readonly children: ReactNode }) => (
  <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,200px),1fr))] gap-x-4 gap-y-1 text-13">{children}</dl>
)

type FactProps = {
  readonly title: string
  readonly hover?: string | undefined
  readonly tone?: 'up' | 'down' | undefined
  readonly children: ReactNode
}

export const Fact = ({ title, hover, tone, children }: FactProps) => (
  <div className="flex min-w-0 justify-between gap-2">
    <dt className="text-ink-2">{title}</dt>
    <dd className="num wrap-anywhere min-w-0 text-right" title={hover} data-tone={tone}>
      {children}
    </dd>
  </div>
)

type PartProps = { readonly title: string; readonly trailing?: ReactNode; readonly children: ReactNode }

export const Part = ({ title, trailing, children }: PartProps) => (
  <section aria-label={title} className="flex flex-col gap-1 border-line border-b px-3 py-2.5 last:border-b-0">
    <header className="flex items-center justify-between gap-2">
      <h3 className="font-semibold text-13">{title}</h3>
      {trailing}
    </header>
    {children}
  </section>
)
