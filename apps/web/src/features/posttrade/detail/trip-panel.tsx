import type { TripDetail } from '@aerie/wire/journal/journal'
import { X } from 'lucide-react'
import { type KeyboardEvent, Suspense, useEffect, useRef } from 'react'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { SOURCE_WORDS } from '../../../market-views/forecast/forecast-text.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { ErrorText } from '../../../ui/states/error-text.tsx'
import { Skeleton, SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { multipleText } from '../money-text.ts'
import { amountText } from '../table/columns.ts'
import { useTrip } from '../use-journal.ts'
import { EntryFacts } from './entry-facts.tsx'
import { Excursions } from './excursions.tsx'
import { OwnWords } from './own-words.tsx'
import { TripFacts } from './trip-facts.tsx'
import { TripFills } from './trip-fills.tsx'
import { TripMoments } from './trip-moments.tsx'

const TripChart = lazyPart(async () => (await import('./trip-chart.tsx')).TripChart)

type TripPanelProps = {
  readonly id: string
  /** Null where something around it closes it. */
  readonly onClose: (() => void) | null
}

/** One trade with everything that is known of it. */
export function TripPanel({ id, onClose }: TripPanelProps) {
  const { data, error, isFetching, refetch } = useTrip(id)
  const root = useRef<HTMLElement>(null)
  useEffect(() => root.current?.focus({ preventScroll: true }), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || onClose === null) return
    event.stopPropagation()
    onClose()
  }
  return (
    <section ref={root} aria-label="Trade" className="trip" tabIndex={-1} onKeyDown={onKeyDown}>
      {onClose !== null && (
        <IconButton label="Close" hint="Esc" className="trip-close" onClick={onClose}>
          <X size={16} aria-hidden="true" />
        </IconButton>
      )}
      {data !== undefined && <Trip trip={data} />}
      {data === undefined && error === null && (
        <div role="status" aria-label="Loading the trade" className="flex flex-col gap-3 p-3">
          <Skeleton className="h-8 w-2/3" />
          <Skeleton className="h-64 w-full" />
          <SkeletonRows count={6} />
        </div>
      )}
      {data === undefined && error !== null && (
        <ErrorState title="The trade could not be loaded" busy={isFetching} onRetry={() => void refetch()}>
          <ErrorText error={error} />
        </ErrorState>
      )}
    </section>
  )
}

const unknownResult = ({ closed_at_ms, money_reason }: TripDetail): string => {
  if (closed_at_ms === null) return 'still open'
  return money_reason === 'account_reset' ? 'ended by a reset' : 'result not known'
}

function Trip({ trip }: { readonly trip: TripDetail }) {
  const { symbol, side, net, r, currency, origin, source_kind, closed_at_ms } = trip
  const result = amountText(net, currency)
  return (
    <>
      <header className="trip-head">
        <h2 className="font-semibold text-18">
          {symbol} <span data-side={side}>{side === 'long' ? '▲ long' : '▼ short'}</span>
        </h2>
        <p className="num text-15" title={result.title}>
          {closed_at_ms === null || net === null ? (
            unknownResult(trip)
          ) : (
            <>
              <b translate="no" data-tone={result.tone}>
                {result.text}
              </b>{' '}
              {currency} · {multipleText(r)}
            </>
          )}
        </p>
        <p className="text-12 text-ink-2">
          {origin === 'paper' ? 'Paper account' : `Imported from ${origin}`}
          {source_kind !== null && ` · ${SOURCE_WORDS[source_kind]}`}
        </p>
      </header>
      <Suspense fallback={<Skeleton className="trip-chart-room" />}>
        <TripChart trip={trip} />
      </Suspense>
      <OwnWords key={trip.id} trip={trip} />
      <TripMoments trip={trip} />
      <TripFacts trip={trip} />
      <Excursions trip={trip} />
      <EntryFacts trip={trip} />
      <TripFills trip={trip} />
    </>
  )
}
