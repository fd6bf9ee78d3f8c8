import type { ReactNode } from 'react'
import { errorText } from '../../lib/http/error-text.ts'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'

type Reading = { readonly data: unknown; readonly error: unknown; readonly isFetching: boolean; readonly refetch: () => unknown }
type QueryFrameProps = {
  readonly query: Reading
  readonly words: { readonly loading: string; readonly failed: string }
  readonly children: ReactNode
}

/** What was read, in its states: loading, failed, value, and older than a reading that failed. */
export function QueryFrame({ query, words, children }: QueryFrameProps) {
  const { data, error, isFetching, refetch } = query
  const retry = () => void refetch()
  if (data === undefined && error !== null)
    return (
      <ErrorState title={words.failed} busy={isFetching} onRetry={retry}>
        {errorText(error)}
      </ErrorState>
    )
  if (data === undefined)
    return (
      <div role="status" aria-label={words.loading} className="flex flex-col gap-2 p-3">
        <SkeletonRows count={5} className="h-11 w-full" />
      </div>
    )
  return (
    <>
      {error !== null && (
        <p role="status" className="px-3 py-2 text-12 text-warning">
          {errorText(error)}
        </p>
      )}
      {children}
    </>
  )
}
