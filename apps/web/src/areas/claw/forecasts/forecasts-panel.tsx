import { LearnLink } from '../../../platform/navigation/learn-link.tsx'
import '../../forecast/forecast.css'
import { percentText } from '@aerie/core/numbers/short-number-text'
import type { Scorecard } from '@aerie/wire/market/forecasts'
import { PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { useQueries } from '@tanstack/react-query'
import { queryClient } from '../../../platform/api/query-client.ts'
import { SOURCE_LABELS } from '../../../platform/format/market-text.ts'
import { cx } from '../../../ui/cx.ts'
import { Moment } from '../../../ui/moment.tsx'
import { Explain } from '../../../ui/overlays/explain.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QueryNotice } from '../../../ui/states/query-view.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import {
  BandLegend,
  countText,
  forecastQuery,
  hasEnoughOutcomes,
  NEEDED_OUTCOMES,
  scorecardQuery,
  shareText,
} from '../../forecast/index.ts'
import { HOURS } from './forecast-hours.ts'
import { ForecastRow } from './forecast-row.tsx'
import { scaleEnd } from './forecast-scale.ts'

export function ForecastsPanel({ className }: { readonly className: string }) {
  const answers = useQueries({ queries: PREDICTED_SYMBOLS.map((symbol) => forecastQuery(symbol, HOURS)) }, queryClient)
  const forecasts = answers.flatMap(({ data }) => (data === undefined || data.state === 'warming' ? [] : [data]))
  const end = scaleEnd(forecasts)
  const newest = forecasts.toSorted((a, b) => b.issued_at - a.issued_at)[0]
  return (
    <Panel title={`Predictions for ${HOURS} hours`} className={className} trailing={<About />}>
      <RecordLine />
      <p className="claw-forecasts-made num text-12 text-ink-2">
        {newest !== undefined && (
          <>
            {SOURCE_LABELS[newest.source]} · made <Moment at={newest.issued_at} />
          </>
        )}
      </p>
      <div className="claw-forecasts-list">
        <Heads end={end} isShown={forecasts.length > 0} />
        {PREDICTED_SYMBOLS.map((symbol) => (
          <ForecastRow key={symbol} symbol={symbol} end={end} newest={newest} />
        ))}
      </div>
      <BandLegend className="px-3 pb-3" />
    </Panel>
  )
}

/** Reserves its space before the scale is known. Screen readers get the figures from each row. */
const Heads = ({ end, isShown }: { readonly end: number; readonly isShown: boolean }) => (
  <div aria-hidden="true" className={cx('claw-forecast claw-forecast-heads num text-11 text-ink-3', !isShown && 'invisible')}>
    <span />
    <span className="claw-forecast-axis">
      {[-end, -end / 2, 0, end / 2, end].map((move) => (
        <span translate="no" key={move}>
          {percentText(move * 100)}
        </span>
      ))}
    </span>
    <span className="claw-forecast-range">80% range</span>
    <span className="claw-forecast-chance">Chance of a rise</span>
  </div>
)

const About = () => (
  <Explain title="the predictions">
    {about(HOURS).map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
    <LearnLink term="cone" />
  </Explain>
)

const about = (hours: number): readonly string[] => [
  `Where the price may be ${hours} hours from now, on one scale for all coins. The dashed line is no change.`,
  'The median is not a signal: over hours, almost nothing beats “no change”. The forecast is the width of the range.',
]

function RecordLine() {
  const answers = useQueries({ queries: PREDICTED_SYMBOLS.map((symbol) => scorecardQuery(symbol, HOURS)) }, queryClient)
  const cards = answers.flatMap(({ data }) => data ?? [])
  const failure = answers.find(({ error, data }) => error !== null && data === undefined)
  const retry = () => {
    for (const { refetch, error } of answers) if (error !== null) void refetch()
  }
  return (
    <div className="claw-record num flex min-h-9 flex-wrap items-center gap-2 border-line border-b px-3 py-1.5 text-13 text-ink-2">
      {cards.length < PREDICTED_SYMBOLS.length && failure === undefined ? (
        <span role="status" aria-label="Loading the track record">
          <Skeleton className="h-4 w-72 max-w-full" />
        </span>
      ) : (
        <p>{recordText(cards)}</p>
      )}
      {failure !== undefined && (
        <QueryNotice query={{ ...failure, refetch: retry }} text="Not every track record could be loaded." role="alert" />
      )}
    </div>
  )
}

function recordText(cards: readonly Scorecard[]): string {
  const { scored, independent, share } = recordOf(cards)
  if (share === null) return `No prediction has been scored yet. The first is scored ${HOURS} hours after it was made.`
  const count = scored.toLocaleString('en-US')
  if (!hasEnoughOutcomes({ independent }))
    return `${count} hourly predictions scored: ${countText(independent)} of the ${NEEDED_OUTCOMES} independent outcomes that a verdict needs.`
  return `The 80% band covered ${shareText(share)} of ${count} scored hourly predictions (about ${countText(independent)} independent outcomes).`
}

const BAND = 80

type ForecastRecord = {
  readonly scored: number
  readonly independent: number
  /** Share of outcomes within the 80 % band, 0 to 1; null if none is scored. */
  readonly share: number | null
}

/** Weighted by the number of scored forecasts. */
export function recordOf(cards: readonly Pick<Scorecard, 'scored' | 'independent' | 'coverage'>[]): ForecastRecord {
  const parts = cards.flatMap(({ scored, independent, coverage }) => {
    const share = coverage.find(({ percent }) => percent === BAND)?.share ?? null
    return share === null || scored === 0 ? [] : [{ scored, independent, held: share * scored }]
  })
  const sum = (pick: (part: (typeof parts)[number]) => number) => parts.reduce((total, part) => total + pick(part), 0)
  const scored = sum((part) => part.scored)
  return { scored, independent: sum((part) => part.independent), share: scored > 0 ? sum((part) => part.held) / scored : null }
}
