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
import { TooFewOutcomes } from './too-few-outcomes.tsx'

type ScorecardFiguresProps = { readonly card: Card; readonly problem: Error | null }

/** The figures of one scorecard: where they come from and how many outcomes they rest on, then the tables and plots. */
export const ScorecardFigures = ({ card, problem }: ScorecardFiguresProps) => (
  <>
    <div className="text-13 text-ink-2">
      <span className={card.source === 'live' ? undefined : 'font-medium text-ink-1'}>{SOURCE_WORDS[card.source]}</span>
      {` · ${card.model} · `}
      {card.since === null || card.until === null ? (
        (card.warming?.detail ?? 'no forecast scored yet')
      ) : (
        <>
          since <Moment at={card.since} text={dateText(card.since)} />, last <Moment at={card.until} />
        </>
      )}
      <span className="num">
        {` · ${`${card.issued.toLocaleString('en-US')} made, ${card.scored.toLocaleString('en-US')} scored, ${countText(card.independent)} independent outcomes`}`}
      </span>
      <Explain title="Independent outcomes">
        <Explanation of="independent" />
      </Explain>
      {problem !== null && (
        <span className="text-warning">
          {' '}
          These figures are out of date: <ErrorText error={problem} />
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
