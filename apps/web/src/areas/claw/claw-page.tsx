import './claw.css'
import type { JournalStatistics } from '@aerie/wire/journal/journal-statistics'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { queryClient } from '../../platform/api/query-client.ts'
import { signedAmount, toneOf } from '../../platform/format/figures.ts'
import { NAVIGATION_ENTRIES } from '../../platform/navigation/navigation-entries.ts'
import { usePageTitle } from '../../platform/navigation/page-title.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Panel } from '../../ui/panel.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { MoversPanel, ProvenanceHost, SPANS, type Span } from '../market/index.ts'
import { CyclePanel } from './cycle/cycle-panel.tsx'
import { NextPanel } from './cycle/next-panel.tsx'
import { ForecastsPanel } from './forecasts/forecasts-panel.tsx'
import { MarketPanel } from './market-panel.tsx'
import { Amount, Fact } from './open-risk.tsx'
import { reviewQuery, useToday, yesterdayOf } from './review-query.ts'
import { HoldingsPanel, RiskPanel } from './risk-panel.tsx'
import { VolatilityPanel } from './volatility-panel.tsx'

export function ClawPage() {
  usePageTitle('Claw')
  const [span, setSpan] = useSpan()
  const area = useRef<HTMLDivElement>(null)
  return (
    <QueryClientProvider client={queryClient}>
      <div ref={area} className="claw max-lg:in-order">
        <header className="claw-head">
          <h1 className="font-semibold text-24">Claw</h1>
          <SpanChoice span={span} onChange={setSpan} />
        </header>
        <div className="claw-column claw-now max-lg:in-order">
          <NextPanel className="claw-next" />
          <RiskPanel className="claw-risk" />
          <ReviewPanel className="claw-review" />
        </div>
        <div className="claw-column claw-look max-lg:in-order">
          <MarketPanel span={span} className="claw-market" />
          <ForecastsPanel className="claw-forecasts" />
        </div>
        <MoversPanel key={span} span={span} className="claw-movers" />
        <VolatilityPanel className="claw-volatility" />
        <HoldingsPanel className="claw-holdings" />
        <CyclePanel className="claw-cycle" />
        <SectionsPanel className="claw-sections" />
        <ProvenanceHost area={area} />
      </div>
    </QueryClientProvider>
  )
}

const SECTIONS = [
  ...NAVIGATION_ENTRIES.filter(({ section, path }) => section === 'Claw' && path !== '/claw'),
  { title: 'Present', path: '/present', summary: 'A wallboard for a big screen' },
  { title: 'Trade Alerts', path: '/tradealerts', summary: 'Alerts on prices and events' },
]

export const SectionsPanel = ({ className }: { readonly className: string }) => (
  <Panel title="Sections" className={className}>
    <ul className="claw-section-list">
      {SECTIONS.map(({ title, path, summary }) => (
        <li key={path} className="claw-section">
          <Link to={path} className="inline-flex min-h-6 items-center font-medium text-13 text-ink-1 underline-offset-2 hover:underline">
            {title}
          </Link>
          <span className="text-12 text-ink-2">{summary}</span>
        </li>
      ))}
    </ul>
  </Panel>
)

export function ReviewPanel({ className }: { readonly className: string }) {
  const { from, to, day } = yesterdayOf(useToday())
  const query = useQuery(reviewQuery({ from, to }), queryClient)
  return (
    <Panel title="Yesterday" className={className}>
      <div className="flex flex-col gap-3 p-3">
        <QueryView
          query={query}
          loading="Loading yesterday’s trades"
          failed="Yesterday’s trades could not be loaded"
          stale="Yesterday’s trades could not be updated; these are the last known ones."
          isCompact
          rows={3}
          rowClassName="h-4 w-full"
        >
          {(data) => <Review data={data} day={day} />}
        </QueryView>
      </div>
    </Panel>
  )
}

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

type SpanChoiceProps = { readonly span: Span; readonly onChange: (span: Span) => void }

const SpanChoice = ({ span, onChange }: SpanChoiceProps) => (
  <fieldset className="flex items-center gap-1">
    <legend className="sr-only">Changes over</legend>
    {SPANS.map((each) => (
      <button
        key={each}
        type="button"
        aria-pressed={each === span}
        onClick={() => onChange(each)}
        className={cx(
          'num min-h-8 min-w-10 rounded-md border px-2 font-medium text-13 transition-colors-fast pointer-coarse:min-h-11 pointer-coarse:min-w-11',
          each === span
            ? 'border-accent bg-accent-soft text-accent-text'
            : 'border-line-input bg-surface-1 text-ink-2 hover:bg-surface-3 hover:text-ink-1',
        )}
      >
        {each}
      </button>
    ))}
  </fieldset>
)

const DEFAULT: Span = '24h'

/** Stored in the address (`?span=1h`), except for the default. */
function useSpan(): readonly [span: Span, setSpan: (span: Span) => void] {
  const [params, setParams] = useSearchParams()
  const setSpan = useCallback(
    (span: Span) =>
      setParams(
        (now) => {
          if (span === DEFAULT) now.delete('span')
          else now.set('span', span)
          return now
        },
        { replace: true },
      ),
    [setParams],
  )
  return [SPANS.find((span) => span === params.get('span')) ?? DEFAULT, setSpan]
}
