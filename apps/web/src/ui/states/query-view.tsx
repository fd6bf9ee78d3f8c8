import type { ReactNode } from 'react'
import { useIsServerReady } from '../../lib/http/server-state.ts'
import { Button } from '../controls/button.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { ErrorState } from './error-state.tsx'
import { ErrorText } from './error-text.tsx'
import { SkeletonRows } from './skeleton.tsx'

export type ViewedQuery<T> = {
  readonly data: T | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

type QueryViewProps<T> = {
  readonly query: ViewedQuery<T>
  readonly loading: string
  readonly failed: string
  /** Prefix of the cause when a refetch failed and old data is still shown. */
  readonly stale?: string
  readonly reassurance?: string
  /** Skeleton in the size of the content: `rows` bars of `rowClassName` in a box of `className`. */
  readonly rows?: number
  readonly rowClassName?: string
  readonly className?: string
  readonly skeleton?: ReactNode
  readonly isEmpty?: (data: T) => boolean
  readonly empty?: ReactNode
  readonly children: (data: T) => ReactNode
}

/** If a refetch fails, old data stays, marked as stale. While the server is unreachable, the shell reports that instead. */
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

/** A separate component, so that the boundary catches errors thrown by `children`. */
const Shown = <T,>({ data, children }: { readonly data: T; readonly children: (data: T) => ReactNode }) => children(data)

type StaleMarkProps = { readonly isStale: boolean; readonly children: ReactNode }

/** Dims stale figures: a refetch failed, or the server is unreachable. Adds no box. */
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

/** One-line error with retry beside content that is still useful; renders nothing without an error. */
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
