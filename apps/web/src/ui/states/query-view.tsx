import type { ReactNode } from 'react'
import { errorText } from '../../lib/http/error-text.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { ErrorState } from './error-state.tsx'
import { SkeletonRows } from './skeleton.tsx'

/** As much of a TanStack query as a view needs; two queries that belong together can be given as one. */
export type ViewedQuery<T> = {
  readonly data: T | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

type QueryViewProps<T> = {
  readonly query: ViewedQuery<T>
  /** What screen readers hear while it loads. */
  readonly loading: string
  /** Title of the failure; its cause and a retry stand below. */
  readonly failed: string
  /** What reassures, after the cause. */
  readonly reassurance?: string
  /** The skeleton has the height of what is on its way: `rows` bars of `rowClassName` in a box of `className`. */
  readonly rows?: number
  readonly rowClassName?: string
  readonly className?: string
  /** Drawn as soon as there is data, a later failure notwithstanding: stale data stays on show, and says so itself. */
  readonly children: (data: T) => ReactNode
}

/** The first three states of a panel: loading as a skeleton, failed with its cause and a retry, or the data. */
export function QueryView<T>({ query: { data, error, isFetching, refetch }, children, ...words }: QueryViewProps<T>) {
  if (data !== undefined)
    return (
      <ErrorBoundary of={data} title={words.failed}>
        <Shown data={data}>{children}</Shown>
      </ErrorBoundary>
    )
  if (error === null) return <Waiting {...words} />
  return (
    <ErrorState title={words.failed} busy={isFetching} onRetry={() => void refetch()}>
      {errorText(error)} {words.reassurance}
    </ErrorState>
  )
}

/** A component of its own, so that the boundary around it catches what `children` throws. */
const Shown = <T,>({ data, children }: { readonly data: T; readonly children: (data: T) => ReactNode }) => children(data)

type WaitingProps = Pick<QueryViewProps<unknown>, 'loading' | 'rows' | 'rowClassName' | 'className'>

const Waiting = ({ loading, rows = 2, rowClassName = 'h-10 w-full', className = 'p-4' }: WaitingProps) => (
  <div role="status" aria-label={loading} className={`flex flex-col gap-3 ${className}`}>
    <SkeletonRows count={rows} className={rowClassName} />
  </div>
)
