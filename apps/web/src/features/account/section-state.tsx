import type { UseQueryResult } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

type SectionStateProps = {
  readonly query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>
  readonly loading: string
  readonly failed: string
}

/** What a section shows until its data is there. */
export const SectionState = ({ query: { error, isFetching, refetch }, loading, failed }: SectionStateProps) =>
  error === null ? (
    <div role="status" aria-label={loading} className="flex flex-col gap-3 p-4">
      <SkeletonRows count={2} className="h-10 w-full" />
    </div>
  ) : (
    <ErrorState title={failed} busy={isFetching} onRetry={() => void refetch()}>
      {errorText(error)}
    </ErrorState>
  )
