import type { Scorecard as Card } from '@aerie/wire/market/forecasts'
import { Explain } from '../../ui/overlays/explain.tsx'
import { ErrorText } from '../../ui/states/error-text.tsx'
import { dateText, SOURCE_WORDS } from '../forecast/forecast-text.ts'
import { Moment } from '../forecast/moment.tsx'
import { CalibrationPlot } from './calibration-plot.tsx'
import { CoverageTable } from './coverage-table.tsx'
import { hasEnoughOutcomes } from './enough-outcomes.ts'
import { Explanation } from './explanations.tsx'
import { PitHistogram } from './pit-histogram.tsx'
import { ScoreTable } from './score-table.tsx'
import { countText } from './scorecard-text.ts'
import { SCORECARD_WORDS } from './scorecard-words.ts'
import { TooFewOutcomes } from './too-few-outcomes.tsx'

const WORDS = SCORECARD_WORDS

type ScorecardFiguresProps = { readonly card: Card; readonly problem: Error | null }

/** The figures of one scorecard: where they come from and how many outcomes they rest on, then the tables and plots. */
export const ScorecardFigures = ({ card, problem }: ScorecardFiguresProps) => (
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
      <Explain title={WORDS.independent}>
        <Explanation of="independent" />
      </Explain>
      {problem !== null && (
        <span className="text-warning">
          {' '}
          {WORDS.stale} <ErrorText error={problem} />
        </span>
      )}
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
