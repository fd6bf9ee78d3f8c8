import { HOUR_MS } from '@aerie/core/time'
import type { SourceKind } from '@aerie/wire/market/market'
import type { ReactNode } from 'react'
import { SOURCE_LABELS } from '../../../platform/format/market-text.ts'
import { ageText } from '../../../platform/live/market/age-text.ts'
import { ageMs } from '../../../platform/live/market/market-status.ts'
import { Select } from '../../../ui/controls/select.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'

/** Statistics of closed hours are normally at most an hour old, plus a margin for the next. */
const STALE_AFTER_MS = 2.5 * HOUR_MS

type OriginLineProps = { readonly source: SourceKind; readonly asOf: number }

export function OriginLine({ source, asOf }: OriginLineProps) {
  const age = ageMs(asOf)
  const isStale = age !== null && age > STALE_AFTER_MS
  return (
    <p className="stat-origin">
      <span className={source === 'live' ? undefined : 'font-medium text-ink-1'}>{SOURCE_LABELS[source]}</span>
      {' · closed hours up to '}
      <Moment at={asOf} />
      {isStale && <span className="text-warning">{` · ${ageText(age)} old`}</span>}
    </p>
  )
}

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

type ChoiceProps<Value extends string | number> = {
  readonly label: string
  readonly value: Value
  readonly options: ReadonlyArray<readonly [value: Value, text: string]>
  readonly onChange: (value: Value) => void
}

export const Choice = <Value extends string | number>({ label, value, options, onChange }: ChoiceProps<Value>) => (
  <Select aria-label={label} title={label} className="stat-choice" value={value} options={options} onChange={onChange} />
)
