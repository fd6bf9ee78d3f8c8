import { HOUR_MS } from '@aerie/core/time'
import type { SourceKind } from '@aerie/wire/market/market'
import type { ReactNode } from 'react'
import { ageText } from '../../../live/market/age-text.ts'
import { ageMs } from '../../../live/market/market-status.ts'
import { SOURCE_WORDS } from '../../../market-views/forecast/forecast-text.ts'
import { Moment } from '../../../market-views/forecast/moment.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { ErrorText } from '../../../ui/states/error-text.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'

/** Statistics of closed hours are an hour old at most; a little more while the next is on its way. */
const STALE_AFTER_MS = 2.5 * HOUR_MS

type OriginLineProps = {
  readonly source: SourceKind
  /** End of the last hour that counts. */
  readonly asOf: number
  /** Why it could not be read again; null where it could. */
  readonly error: unknown
}

/** Whose prices a slot's figures were made from, up to when, and whether that is long ago. */
export function OriginLine({ source, asOf, error }: OriginLineProps) {
  const age = ageMs(asOf)
  const isStale = age !== null && age > STALE_AFTER_MS
  return (
    <p className="stat-origin">
      <span className={source === 'live' ? undefined : 'font-medium text-ink-1'}>{SOURCE_WORDS[source]}</span>
      {' · closed hours up to '}
      <Moment at={asOf} />
      {isStale && <span className="text-warning">{` · ${ageText(age)} old`}</span>}
      {error !== null && (
        <span role="status" className="text-warning">
          {' · Not updated:'} <ErrorText error={error} />
        </span>
      )}
    </p>
  )
}

type FailedProps = { readonly what: string; readonly error: unknown; readonly onRetry: () => void }

/** Nothing could be read: why, and the way to try again. */
export const StatisticsFailed = ({ what, error, onRetry }: FailedProps) => (
  <ErrorState title={`${what} could not be loaded`} onRetry={onRetry}>
    <ErrorText error={error} />
  </ErrorState>
)

/** The shape of what is on its way. */
export const StatisticsLoading = ({ label, children }: { readonly label: string; readonly children?: ReactNode }) => (
  <div role="status" aria-label={label} className="flex min-h-0 flex-1 flex-col gap-2 p-3">
    {children ?? (
      <>
        <Skeleton className="h-8 w-2/3" />
        <Skeleton className="min-h-24 w-full flex-1" />
      </>
    )}
  </div>
)
