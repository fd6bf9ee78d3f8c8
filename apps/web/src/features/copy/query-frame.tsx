import type { ReactNode } from 'react'
import { QueryView, type ViewedQuery } from '../../ui/states/query-view.tsx'

type QueryFrameProps = {
  readonly query: ViewedQuery<unknown>
  readonly words: { readonly loading: string; readonly failed: string }
  readonly children: ReactNode
}

export const QueryFrame = ({ query, words, children }: QueryFrameProps) => (
  <QueryView query={query} {...words} rows={5} rowClassName="h-11 w-full" className="p-3">
    {() => children}
  </QueryView>
)
