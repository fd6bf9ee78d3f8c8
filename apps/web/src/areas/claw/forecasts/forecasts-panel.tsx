import { LearnLink } from '../../../platform/navigation/learn-link.tsx'
import '../../forecast/forecast.css'
import { percentText } from '@aerie/core/numbers/number-text'
import { chanceAbove } from '@aerie/forecast/price-probability'
import type { Forecast, Scorecard } from '@aerie/wire/market/forecasts'
import { PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { useQueries } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryClient } from '../../../platform/api/query-client.ts'
import { chanceText, hoursText, moveText, priceText, SOURCE_LABELS, SOURCE_NAMES } from '../../../platform/format/market-text.ts'
import { cx } from '../../../ui/cx.ts'
import { Moment } from '../../../ui/moment.tsx'
import { Explain } from '../../../ui/overlays/explain.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ErrorText } from '../../../ui/states/error-state.tsx'
import { QueryNotice, QueryView } from '../../../ui/states/query-view.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import {
  BandLegend,
  countText,
  forecastQuery,
  hasEnoughOutcomes,
  horizonPoint,
  horizonPrices,
  NEEDED_OUTCOMES,
  scorecardQuery,
  shareText,
  useForecast,
  useForecastTiming,
  WaitingText,
} from '../../forecast/index.ts'

/** Default horizon of a prediction, in hours. */
const HOURS = 24

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

type ForecastRowProps = {
  readonly symbol: string
  readonly end: number
  /** The newest forecast of the panel, whose time and source its head shows. */
  readonly newest: Pick<Forecast, 'issued_at' | 'source'> | undefined
}

function ForecastRow({ symbol, end, newest }: ForecastRowProps) {
  const { query, problem } = useForecast(symbol, HOURS)
  return (
    <section aria-label={`Prediction of ${symbol}`} className="claw-forecast">
      <h3 className="font-semibold text-13">
        <Link to={`/ipc/${symbol}?hours=${HOURS}`} className="text-ink-1 underline-offset-2 hover:underline pointer-coarse:py-2.5">
          {symbol}
        </Link>
      </h3>
      <QueryView
        query={query}
        loading={`Loading the prediction of ${symbol}`}
        rows={1}
        rowClassName="h-8 w-full"
        className="claw-forecast-rest"
        failed={`The prediction of ${symbol} could not be loaded`}
        isCompact
        errorClassName="claw-forecast-rest"
      >
        {(answer) =>
          answer.state === 'warming' ? (
            <p className="claw-forecast-rest text-12 text-ink-2">
              <WaitingText waiting={answer} />
            </p>
          ) : (
            <Value forecast={answer} problem={problem} end={end} newest={newest} />
          )
        }
      </QueryView>
    </section>
  )
}

type ValueProps = Pick<ForecastRowProps, 'end' | 'newest'> & { readonly forecast: Forecast; readonly problem: Error | null }

function Value({ forecast, problem, end, newest }: ValueProps) {
  const { isStale } = useForecastTiming(forecast)
  const { anchor, quote, issued_at, source } = forecast
  const { bands } = horizonPoint(forecast)
  const [, eighty] = bands
  const isOwn = issued_at !== newest?.issued_at || source !== newest.source
  return (
    <>
      <Bands forecast={forecast} end={end} isStale={isStale} />
      <p className={cx('claw-forecast-range num text-12 text-ink-2', isStale && 'opacity-80')}>
        <span className="block text-13 text-ink-1">
          <span translate="no">{moveText(eighty.low, anchor)}</span> to <span translate="no">{moveText(eighty.high, anchor)}</span>
        </span>
        <span translate="no">{priceText(eighty.low, quote)}</span> to <span translate="no">{priceText(eighty.high, quote)}</span>
      </p>
      <p className={cx('claw-forecast-chance num text-12 text-ink-2', isStale && 'opacity-80')}>
        <span translate="no" className="font-semibold text-15 text-ink-1">
          {chanceText(chanceAbove(horizonPrices(forecast), anchor))}
        </span>
        <span className="block">{`to end above ${priceText(anchor, quote)}`}</span>
      </p>
      {(isStale || isOwn) && (
        <p className={cx('claw-forecast-made num text-12', isStale ? 'text-warning' : 'text-ink-3')}>
          {isStale && 'Stale: '}
          made <Moment at={issued_at} />
          {source !== 'live' && `, ${SOURCE_NAMES[source]}`}
          {isStale && problem !== null && (
            <>
              . <ErrorText error={problem} />
            </>
          )}
        </p>
      )}
    </>
  )
}

function Bands({ forecast, end, isStale }: { readonly forecast: Forecast; readonly end: number; readonly isStale: boolean }) {
  const { symbol, anchor, quote, hours } = forecast
  const { median, bands } = horizonPoint(forecast)
  const at = (price: number) => positionOf(moveOf(price, anchor), end) * 100
  const [, , widest] = bands
  const text = (price: number) => priceText(price, quote)
  const summary = `${symbol}: forecast for ${hoursText(hours)}, median ${text(median)} (${moveText(median, anchor)}), 95% between ${text(widest.low)} and ${text(widest.high)}.`
  return (
    <svg
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      role="img"
      aria-label={summary}
      className="claw-forecast-bands"
      data-stale={isStale || undefined}
    >
      <path className="claw-forecast-zero" d="M50 0V10" />
      {bands.toReversed().map(({ percent, low, high }) => (
        <rect
          key={percent}
          className="fan-band"
          data-band={percent}
          x={at(low)}
          y="1"
          width={Math.max(0.2, at(high) - at(low))}
          height="8"
        />
      ))}
      <path className="claw-forecast-median" d={`M${at(median)} 0V10`} />
    </svg>
  )
}

/** Candidate ends of the shared scale, as fractions of the price: the smallest that fits every band is used. */
const ENDS = [0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.15, 0.2, 0.3, 0.5, 1]

export const moveOf = (price: number, anchor: number): number => price / anchor - 1

/** Half-width of the scale that fits the 95 % bands of all forecasts; at least 1 %. */
export function scaleEnd(forecasts: readonly Forecast[]): number {
  const widest = forecasts.flatMap((forecast) => {
    const [, , band] = horizonPoint(forecast).bands
    return [Math.abs(moveOf(band.low, forecast.anchor)), Math.abs(moveOf(band.high, forecast.anchor))]
  })
  const most = Math.max(0, ...widest)
  return ENDS.find((end) => end >= most) ?? most
}

export const positionOf = (move: number, end: number): number => Math.min(1, Math.max(0, (move / end + 1) / 2))
