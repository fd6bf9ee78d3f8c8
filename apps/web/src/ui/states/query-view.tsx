import type { ReactNode } from 'react'
import { useIsServerReady } from '../../platform/api/server-state.ts'
import { Button } from '../controls/button.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { ErrorState, ErrorText } from './error-state.tsx'
import { SkeletonRows } from './skeleton.tsx'

export type ViewedQuery<T> = {
  readonly data: T | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

type Texts = {
  readonly failed: string
  /** Prefix of the cause when a refetch failed and old data is still shown; null if the content says so itself. */
  readonly stale?: string | null
  readonly reassurance?: string
  /** A failure takes one line, not the room of a screen. */
  readonly isCompact?: boolean
  /** Box of an error, in place of the content or above it. */
  readonly errorClassName?: string
  /** Skeleton in the size of the content: `rows` bars of `rowClassName` in a box of `className`. */
  readonly rows?: number
  readonly rowClassName?: string
  readonly className?: string
}

/** A custom `skeleton` has its own label. */
type Placeholder = { readonly loading: string; readonly skeleton?: never } | { readonly loading?: never; readonly skeleton: ReactNode }

type ViewProps<T> = Texts &
  Placeholder & {
    /** By default a list without items is, if there is something to show instead. */
    readonly isEmpty?: (data: T) => boolean
    readonly empty?: ReactNode
    readonly children: (data: T) => ReactNode
  }

type QueryViewProps<T> = ViewProps<T> & { readonly query: ViewedQuery<T> }

/** If a refetch fails, old data stays, marked as stale. While the server is unreachable, the shell reports that instead. */
export function QueryView<T>({ query, isEmpty, empty, children, ...view }: QueryViewProps<T>) {
  const { data, error } = query
  const { failed, stale = 'This could not be updated.', errorClassName } = view
  if (data === undefined && error === null) return view.skeleton ?? <Loading {...view} />
  if (data === undefined)
    return (
      <Boxed className={errorClassName}>
        <Failure query={query} {...view} />
      </Boxed>
    )
  return (
    <>
      {error !== null && stale !== null && (
        <Boxed className={errorClassName}>
          <QueryNotice query={query} text={stale} role="status" />
        </Boxed>
      )}
      <StaleMark isStale={error !== null}>
        <ErrorBoundary of={data} title={failed}>
          {isBlank(data, isEmpty, empty) ? empty : <Shown data={data}>{children}</Shown>}
        </ErrorBoundary>
      </StaleMark>
    </>
  )
}

const isBlank = <T,>(data: T, isEmpty: ViewProps<T>['isEmpty'], empty: ReactNode): boolean =>
  isEmpty === undefined ? empty !== undefined && Array.isArray(data) && data.length === 0 : isEmpty(data)

type PagedQuery<T> = ViewedQuery<T> & {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
  readonly fetchNextPage: () => unknown
}

type PagesViewProps<T> = ViewProps<T> & {
  readonly query: PagedQuery<T>
  /** Label of the button that adds a page. */
  readonly more: string
}

/** A list that grows by pages. If the next page fails, the pages before it are as current as they were. */
export function PagesView<T>({ query, more, isEmpty, empty, children, ...view }: PagesViewProps<T>) {
  const { data, error, isFetching, refetch, isFetchNextPageError } = query
  return (
    <QueryView query={{ data, error: isFetchNextPageError ? null : error, isFetching, refetch }} {...view}>
      {(pages) => (
        <>
          {isBlank(pages, isEmpty, empty) ? empty : children(pages)}
          <NextPage query={query} more={more} />
        </>
      )}
    </QueryView>
  )
}

type NextPageProps = Pick<PagesViewProps<unknown>, 'query' | 'more'>

function NextPage({ query: { error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage }, more }: NextPageProps) {
  if (!hasNextPage) return null
  return (
    <div className="flex justify-center p-3">
      {isFetchNextPageError ? (
        <QueryNotice
          query={{ error, isFetching: isFetchingNextPage, refetch: fetchNextPage }}
          text="The next page could not be loaded."
          role="alert"
        />
      ) : (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {more}
        </Button>
      )}
    </div>
  )
}

type BoxedProps = { readonly className: string | undefined; readonly children: ReactNode }

const Boxed = ({ className, children }: BoxedProps) => (className === undefined ? children : <div className={className}>{children}</div>)

type FailureProps = Texts & { readonly query: ViewedQuery<unknown> }

const Failure = ({ query, failed, reassurance, isCompact = false }: FailureProps) =>
  isCompact ? (
    <QueryNotice query={query} text={`${failed}.`} role="alert" />
  ) : (
    <ErrorState title={failed} busy={query.isFetching} onRetry={() => void query.refetch()}>
      <ErrorText error={query.error} /> {reassurance}
    </ErrorState>
  )

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

type LoadingProps = Pick<Texts, 'rows' | 'rowClassName' | 'className'> & { readonly loading?: string | undefined }

const Loading = ({ loading, rows = 2, rowClassName = 'h-10 w-full', className = '' }: LoadingProps) => (
  <div role="status" aria-label={loading} data-loading="" className={`flex flex-col gap-3 ${className}`}>
    <SkeletonRows count={rows} className={rowClassName} />
  </div>
)
