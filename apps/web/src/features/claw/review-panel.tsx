import type { JournalStatistics } from '@aerie/wire/journal/journal-statistics'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../lib/http/query-client.ts'
import { Amount } from '../../platform/format/amount.tsx'
import { signedAmount, toneOf } from '../../platform/format/figures.ts'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QueryNotice, StaleMark } from '../../ui/states/query-view.tsx'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import { Fact } from './open-risk.tsx'
import { reviewQuery } from './review-query.ts'
import { useToday, yesterdayOf } from './yesterday.ts'

/** What the trades that were closed yesterday came to, from the journal. */
export function ReviewPanel({ className }: { readonly className: string }) {
  const { from, to, day } = yesterdayOf(useToday())
  const query = useQuery(reviewQuery({ from, to }), queryClient)
  const { data, error } = query
  return (
    <Panel title="Yesterday" className={className}>
      <div className="flex flex-col gap-3 p-3">
        {data === undefined && error === null && (
          <div role="status" aria-label="Loading yesterday’s trades" className="flex flex-col gap-2">
            <SkeletonRows count={3} />
          </div>
        )}
        {data !== undefined && (
          <StaleMark isStale={error !== null}>
            <Review data={data} day={day} />
          </StaleMark>
        )}
        <QueryNotice
          query={query}
          text={
            data === undefined
              ? 'Yesterday’s trades could not be loaded.'
              : 'Yesterday’s trades could not be updated; these are the last known ones.'
          }
          role="alert"
        />
      </div>
    </Panel>
  )
}

/** Of one day, no share is shown: it would rest on a few trades. */
function Review({ data: { trips, totals, groups }, day }: { readonly data: JournalStatistics; readonly day: string }) {
  const coins = groups.find(({ by }) => by === 'symbol')?.rows.map(({ key, net }) => `${key} ${signedAmount(net)}`) ?? []
  return (
    <>
      {trips.counted === 0 ? (
        <div className="flex flex-col gap-1">
          <p className="text-13 text-ink-1">No trades closed yesterday.</p>
          <p className="text-12 text-ink-2">The day after a trade is closed, its result, fees and stop appear here.</p>
        </div>
      ) : (
        <>
          <dl className="claw-facts">
            <Fact title="Closed trades">{trips.counted.toLocaleString('en-US')}</Fact>
            <Fact title="Net, USDC" tone={toneOf(totals.net)}>
              <Amount of={totals.net} isSigned />
            </Fact>
            <Fact title="Fees, USDC">
              <Amount of={totals.fees} />
            </Fact>
            <Fact title="With a stop at entry">{`${trips.with_risk} of ${trips.counted}`}</Fact>
          </dl>
          <p className="num truncate text-12 text-ink-2">{coins.slice(0, 4).join(' · ')}</p>
        </>
      )}
      <p className="flex flex-wrap gap-2">
        <ButtonLink size="sm" to={trips.counted === 0 ? '/claw/posttrade' : `/claw/posttrade?from=${day}&to=${day}`}>
          {trips.counted === 0 ? 'Open the journal' : 'Review'}
        </ButtonLink>
      </p>
    </>
  )
}
