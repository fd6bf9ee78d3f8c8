import type { ReactNode } from 'react'
import { cx } from '../../../ui/cx.ts'

const COLUMNS = { 3: 'sm:grid-cols-3', 4: 'sm:grid-cols-4', 5: 'sm:grid-cols-3 lg:grid-cols-5' } as const

type FactsProps = { readonly columns?: keyof typeof COLUMNS; readonly children: ReactNode }

export const Facts = ({ columns = 3, children }: FactsProps) => (
  <dl className={cx('grid grid-cols-2 gap-x-4 gap-y-3', COLUMNS[columns])}>{children}</dl>
)

type FactProps = { readonly title: string; readonly about?: ReactNode; readonly children: ReactNode }

export const Fact = ({ title, about, children }: FactProps) => (
  <div className="min-w-0">
    <dt className="flex min-h-6 items-center gap-1 text-12 text-ink-2">
      {title}
      {/* On touch its target is higher than the line: a row of facts must keep its height. */}
      {about !== undefined && <div className="pointer-coarse:-my-2.5">{about}</div>}
    </dt>
    <dd translate="no" className="num break-words text-15 text-ink-1">
      {children}
    </dd>
  </div>
)

export const Aerie = ({ children }: { readonly children: string }) => (
  <>
    {children} <span className="text-12 text-ink-2">AERIE</span>
  </>
)

export const Unknown = ({ why }: { readonly why: string }) => (
  <>
    — <span className="text-12 text-ink-2">{why}</span>
  </>
)
