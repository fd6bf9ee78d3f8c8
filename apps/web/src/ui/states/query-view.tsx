import type { ReactNode } from 'react'
import { useIsServerReady } from '../../lib/http/server-state.ts'
import { Button } from '../controls/button.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { ErrorState } from './error-state.tsx'
import { ErrorText } from './error-text.tsx'
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
  /** Read out by screen readers while loading. */
  readonly loading: string
  /** Title of the error; its cause and a retry button follow. */
  readonly failed: string
  /** Before the cause where a later reading failed and the data is still shown. */
  readonly stale?: string
  /** Appended to the cause, such as `Your stake is safe.` */
  readonly reassurance?: string
  /** The skeleton has the height of the content: `rows` bars of `rowClassName` in a box of `className`. */
  readonly rows?: number
  readonly rowClassName?: string
  readonly className?: string
  /** In place of the skeleton of bars. */
  readonly skeleton?: ReactNode
  readonly isEmpty?: (data: T) => boolean
  /** Shown in place of `children` where `isEmpty`. */
  readonly empty?: ReactNode
  readonly children: (data: T) => ReactNode
}

/**
 * Renders a query: loading, failed, empty, or its data. Data that could not be updated stays, marked as stale, below a notice. While
 * the server is away or starting, the shell says so for the whole page and the query shows no failure.
 */
export function QueryView<T>({ query, isEmpty, empty, children, ...texts }: QueryViewProps<T>) {
  const { data, error, isFetching, refetch } = query
  if (data === undefined && error === null) return texts.skeleton ?? <Loading {...texts} />
  if (data === undefined)
    return (
      <ErrorState title={texts.failed} busy={isFetching} onRetry={() => void refetch()}>
        <ErrorText error={error} /> {texts.reassurance}
      </ErrorState>
    )
  return (
    <>
      <QueryNotice query={query} text={texts.stale ?? 'This could not be updated.'} role="status" />
      <StaleMark isStale={error !== null}>
        <ErrorBoundary of={data} title={texts.failed}>
          {isEmpty?.(data) ? empty : <Shown data={data}>{children}</Shown>}
        </ErrorBoundary>
      </StaleMark>
    </>
  )
}

/** A component of its own, so that the boundary around it catches what `children` throws. */
const Shown = <T,>({ data, children }: { readonly data: T; readonly children: (data: T) => ReactNode }) => children(data)

type StaleMarkProps = { readonly isStale: boolean; readonly children: ReactNode }

/** Dims the figures inside where they are stale: they could not be updated, or the server is away. Adds no box. */
export function StaleMark({ isStale, children }: StaleMarkProps) {
  const isReady = useIsServerReady()
  return (
    <div className="contents" data-outdated={isStale || !isReady || undefined}>
      {children}
    </div>
  )
}

type QueryNoticeProps = {
  readonly query: Omit<ViewedQuery<unknown>, 'data'>
  readonly text: string
  readonly role: 'alert' | 'status'
}

/** One line with a retry, for a query that failed beside content that is still useful. Nothing while the query is fine. */
export const QueryNotice = ({ query: { error, isFetching, refetch }, text, role }: QueryNoticeProps) =>
  error === null ? null : (
    <div role={role} className="flex flex-wrap items-center gap-2 text-12 text-warning">
      <p>
        {text} <ErrorText error={error} />
      </p>
      <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
        Try Again
      </Button>
    </div>
  )

type LoadingProps = Pick<QueryViewProps<unknown>, 'loading' | 'rows' | 'rowClassName' | 'className'>

const Loading = ({ loading, rows = 2, rowClassName = 'h-10 w-full', className = 'p-4' }: LoadingProps) => (
  <div role="status" aria-label={loading} className={`flex flex-col gap-3 ${className}`}>
    <SkeletonRows count={rows} className={rowClassName} />
  </div>
)
