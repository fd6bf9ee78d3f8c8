import { itemAt } from '@aerie/core/item-at'
import { isDollar } from '@aerie/journal/import/markets'
import { selectTrips } from '@aerie/journal/trip-table'
import { useMemo, useRef } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { useIsWide } from '../../../ui/hooks/use-media.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorBoundary } from '../../../ui/states/error-boundary.tsx'
import { TripPanel } from '../detail/trip-panel.tsx'
import { microText } from '../figure-text.ts'
import { NO_FILTER, tripFilterOf } from '../journal-filter.ts'
import type { Journal } from '../trips.ts'
import type { Address } from '../use-address.ts'
import { TripsTable } from './trips-table.tsx'

export function TradesView({ journal, address }: { readonly journal: Journal; readonly address: Address }) {
  const { filter, order, trip, setFilter, setOrder, setTrip } = address
  const rows = useMemo(() => selectTrips(journal.table, tripFilterOf(filter), order), [journal, filter, order])
  const wide = useIsWide()
  const scroller = useRef<HTMLDivElement>(null)
  const close = () => {
    setTrip(null)
    scroller.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus()
  }
  return (
    <div
      className={cx(
        'grid min-h-80 flex-1 gap-3',
        wide && trip !== null ? 'grid-cols-[minmax(0,1fr)_minmax(0,480px)]' : 'grid-cols-[minmax(0,1fr)]',
      )}
    >
      <section aria-label="Trades" className="relative flex min-w-0 flex-col rounded-md border border-line bg-surface-1">
        <p
          role="status"
          className="num px-3 pt-2 font-medium text-13 text-ink-1 max-lg:flex max-lg:min-h-13 max-lg:items-center max-lg:pt-0 max-lg:pr-[120px]"
        >
          {countText(rows.length, journal.trips.length, journal.total)}
        </p>
        <FewTrades journal={journal} rows={rows} />
        {rows.length === 0 ? (
          <EmptyState title="No trades match this filter" action={<Button onClick={() => setFilter(NO_FILTER)}>Clear the filter</Button>}>
            {`The journal has ${journal.trips.length.toLocaleString('en-US')} trades.`}
          </EmptyState>
        ) : (
          <TripsTable
            journal={journal}
            rows={rows}
            order={order}
            selected={trip}
            scroller={scroller}
            onOrder={setOrder}
            onSelect={setTrip}
          />
        )}
      </section>
      {trip !== null && wide && (
        <ErrorBoundary key={trip} title="This trade could not be shown">
          <TripPanel id={trip} onClose={close} />
        </ErrorBoundary>
      )}
      {trip !== null && !wide && (
        <Dialog title="Trade" titleHidden isWide onClose={close}>
          <ErrorBoundary key={trip} title="This trade could not be shown">
            <TripPanel id={trip} onClose={null} />
          </ErrorBoundary>
        </Dialog>
      )}
    </div>
  )
}

/** While loading, sums cover only the loaded trades. */
const countText = (shown: number, all: number, total: number): string => {
  const [some, whole] = [shown.toLocaleString('en-US'), all.toLocaleString('en-US')]
  if (total > all) return `${some} of ${whole} trades loaded so far`
  return shown === all ? (all === 1 ? '1 trade' : `${whole} trades`) : `${some} of ${whole} trades`
}

function FewTrades({ journal, rows }: { readonly journal: Journal; readonly rows: Uint32Array }) {
  const sums = sumsOf(journal, rows)
  return (
    <dl className="num flex flex-wrap gap-x-5 gap-y-0.5 px-3 pt-0.5 pb-2 text-12">
      <Sum title="Net" value={`${microText(sums.net)} USDC`} />
      <Sum title="Won" value={sums.won.toLocaleString('en-US')} />
      <Sum title="Lost" value={sums.lost.toLocaleString('en-US')} />
      <Sum title="Fees" value={`${microText(sums.fees).replace('+', '')} USDC`} />
      {sums.open > 0 && <Sum title="Open" value={sums.open.toLocaleString('en-US')} />}
      {sums.simulated > 0 && <Sum title="Simulated prices" value={sums.simulated.toLocaleString('en-US')} />}
      {sums.replayed > 0 && <Sum title="Replayed prices" value={sums.replayed.toLocaleString('en-US')} />}
      {sums.notCounted > 0 && <Sum title="Not included" value={`${sums.notCounted.toLocaleString('en-US')} without a result in USDC`} />}
    </dl>
  )
}

export const Sum = ({ title, value }: { readonly title: string; readonly value: string }) => (
  <div className="flex gap-1.5">
    <dt className="text-ink-2">{title}</dt>
    <dd translate="no">{value}</dd>
  </div>
)

/** Sums rows with a result in dollars; counts the others. */
function sumsOf({ table, trips }: Journal, rows: Uint32Array) {
  let [net, fees, won, lost, open, notCounted, simulated, replayed] = [0, 0, 0, 0, 0, 0, 0, 0]
  for (const row of rows) {
    const { currency, source_kind: kind } = itemAt(trips, row)
    const result = itemAt(table.figures.net, row)
    if (itemAt(table.isOpen, row) === 1) {
      open += 1
      continue
    }
    if (Number.isNaN(result) || !isDollar(currency)) {
      notCounted += 1
      continue
    }
    net += result
    simulated += Number(kind === 'sim')
    replayed += Number(kind === 'replay')
    fees += itemAt(table.figures.fees, row)
    won += Number(result > 0)
    lost += Number(result < 0)
  }
  return { net, fees, won, lost, open, notCounted, simulated, replayed }
}
