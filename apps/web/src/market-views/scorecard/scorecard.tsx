import './scorecard.css'
import type { Scorecard as Card } from '@aerie/wire/forecasts'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { queryClient } from '../../lib/query-client.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Explain } from '../../ui/explain.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { dateText, hoursText, SOURCE_WORDS } from '../forecast/forecast-text.ts'
import { HorizonChoice } from '../forecast/horizon-choice.tsx'
import { Moment } from '../forecast/moment.tsx'
import { CalibrationPlot } from './calibration-plot.tsx'
import { ChainLine } from './chain-line.tsx'
import { CoverageTable } from './coverage-table.tsx'
import { hasEnoughOutcomes } from './enough-outcomes.ts'
import { EXPLAINED } from './explanations.tsx'
import { ForecastList } from './forecast-list.tsx'
import { PitHistogram } from './pit-histogram.tsx'
import { ScoreTable } from './score-table.tsx'
import { scorecardQuery } from './scorecard-query.ts'
import { countText } from './scorecard-text.ts'
import { SCORECARD_WORDS } from './scorecard-words.ts'
import { TooFewOutcomes } from './too-few-outcomes.tsx'

const WORDS = SCORECARD_WORDS

type ScorecardProps = { readonly symbol: string; readonly hours: number; readonly onHoursChange: (hours: number) => void }

/** How past forecasts of one coin and horizon did: the record, its worth, and every single forecast. */
export function Scorecard({ symbol, hours, onHoursChange }: ScorecardProps) {
  const { data, error, refetch } = useQuery(scorecardQuery(symbol, hours), queryClient)
  return (
    <section id="scorecard" aria-labelledby="scorecard-title" className="scorecard">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="scorecard-title" className="font-semibold text-18">
          {WORDS.title} <span aria-hidden="true">·</span> {symbol}, {WORDS.ahead(hoursText(hours))}
        </h2>
        <HorizonChoice hours={hours} onChange={onHoursChange} withAll className="sm:ml-auto" />
      </header>
      {data !== undefined && <Figures card={data} problem={error === null ? null : errorText(error)} />}
      {data === undefined && error === null && <FiguresSkeleton symbol={symbol} />}
      {data === undefined && error !== null && (
        <ErrorState title={WORDS.failed(symbol)} onRetry={() => void refetch()}>
          {errorText(error)}
        </ErrorState>
      )}
      <ChainLine />
      <ForecastList symbol={symbol} hours={hours} />
    </section>
  )
}

const Figures = ({ card, problem }: { readonly card: Card; readonly problem: string | null }) => (
  <>
    <div className="text-13 text-ink-2">
      <span className={card.source === 'live' ? undefined : 'font-medium text-ink-1'}>{SOURCE_WORDS[card.source]}</span>
      {` · ${card.model} · `}
      {card.since === null || card.until === null ? (
        (card.warming?.detail ?? WORDS.none)
      ) : (
        <>
          {WORDS.since} <Moment at={card.since} text={dateText(card.since)} />, {WORDS.last} <Moment at={card.until} />
        </>
      )}
      <span className="num">
        {` · ${WORDS.counts(card.issued.toLocaleString('en-US'), card.scored.toLocaleString('en-US'), countText(card.independent))}`}
      </span>
      <Explain title={WORDS.independent}>{EXPLAINED.independent}</Explain>
      {problem !== null && <span className="text-warning"> {WORDS.stale(problem)}</span>}
    </div>
    {!hasEnoughOutcomes(card) && <TooFewOutcomes card={card} />}
    {card.scored > 0 && (
      <div className="scorecard-grid">
        <CoverageTable card={card} />
        <ScoreTable card={card} />
        {hasEnoughOutcomes(card) && <CalibrationPlot card={card} />}
        {hasEnoughOutcomes(card) && <PitHistogram card={card} />}
      </div>
    )}
  </>
)

const FiguresSkeleton = ({ symbol }: { readonly symbol: string }) => (
  <div role="status" aria-label={WORDS.loading(symbol)} className="flex flex-col gap-3">
    <Skeleton className="h-5 w-80 max-w-full" />
    <div className="scorecard-grid">
      {[0, 1].map((each) => (
        <Skeleton key={each} className="h-52 w-full" />
      ))}
    </div>
  </div>
)
