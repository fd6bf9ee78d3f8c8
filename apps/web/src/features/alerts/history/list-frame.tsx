import type { ReactNode } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'

type ListFrameProps = {
  readonly what: string
  readonly isLoading: boolean
  readonly isEmpty: boolean | undefined
  readonly isMoreBusy: boolean
  readonly error: string | null
  readonly onRetry: () => void
  readonly onMore: (() => void) | null
  readonly empty: ReactNode
  readonly children: ReactNode
}

export function ListFrame({ what, isLoading, isEmpty, isMoreBusy, error, onRetry, onMore, empty, children }: ListFrameProps) {
  if (isLoading && error !== null)
    return (
      <ErrorState title={`The ${what} could not be loaded`} onRetry={onRetry}>
        {error}
      </ErrorState>
    )
  if (isLoading)
    return (
      <div role="status" aria-label={`Loading: ${what}`} className="flex flex-col gap-2 p-3">
        <SkeletonRows count={6} className="h-11 w-full" />
      </div>
    )
  if (isEmpty) return empty
  return (
    <>
      {error !== null && (
        <p role="status" className="px-3 py-2 text-12 text-warning">
          {`This could not be updated. ${error}`}
        </p>
      )}
      {children}
      {onMore !== null && (
        <div className="flex justify-center p-3">
          <Button busy={isMoreBusy} onClick={onMore}>
            Show older
          </Button>
        </div>
      )}
    </>
  )
}
