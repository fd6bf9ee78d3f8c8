import { plainDecimal } from '@aerie/core/numbers/plain-decimal'
import {
  HOURS_SHOWN,
  hoursBefore,
  type MomentPicture,
  type MomentRange,
  momentPicture,
  momentsOf,
  type TripMoment,
} from '@aerie/journal/pictures/moment-picture'
import type { TripDetail } from '@aerie/wire/journal/journal'
import { type ForecastSeries, listForecasts } from '@aerie/wire/market/forecasts'
import { PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../../platform/api/api.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { useMarketStatus } from '../../../platform/live/market/market-status.ts'
import { cx } from '../../../ui/cx.ts'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { readCandles } from '../../market/index.ts'
import { usePriceText } from '../../trading/index.ts'
import { exactText } from '../figure-text.ts'
import { Part } from './fact-list.tsx'
import { marketSymbol } from './trip-window.ts'

/** Charts at entry and exit, drawn from stored history. */
export function TripMoments({ trip }: { readonly trip: TripDetail }) {
  const source = useMarketStatus()?.source
  const moments = momentsOf(trip)
  // The chart above explains a different market or unknown times.
  const coin = marketSymbol(trip)
  if (source !== (trip.source_kind ?? 'live') || moments.length === 0 || coin === null) return null
  return (
    <Part title="Chart at entry and exit">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(220px,1fr))] gap-3">
        {moments.map((moment) => (
          <Moment key={moment.kind} symbol={coin} moment={moment} />
        ))}
      </div>
    </Part>
  )
}

const PICTURE = 'aspect-[320/120] w-full rounded-[4px] border border-line'

type MomentProps = { readonly symbol: string; readonly moment: TripMoment }

function Moment({ symbol, moment }: MomentProps) {
  const priceText = usePriceText()
  const query = useQuery(momentQuery(symbol, moment), queryClient)
  const picture = query.data === undefined ? null : momentPicture(moment, query.data.candles, query.data.range)
  const title = `${moment.kind === 'entry' ? 'Entry' : 'Exit'} at ${priceText(plainDecimal(moment.price), symbol)}, ${exactText(moment.at)}`
  return (
    <figure className="flex min-w-0 flex-col gap-1" aria-label={title}>
      <QueryView
        query={query}
        loading="Loading the candles of this time"
        rows={1}
        rowClassName={PICTURE}
        failed="The candles of this time could not be loaded"
        isCompact
        errorClassName="p-2"
        isEmpty={() => picture === null}
        empty={<p className={cx(PICTURE, 'p-2 text-12 text-ink-2')}>No candles of this time are stored.</p>}
      >
        {() => picture !== null && <Drawing picture={picture} />}
      </QueryView>
      <figcaption className="num flex flex-col text-12 text-ink-2">
        <span className="text-ink-1">{title}</span>
        {picture !== null && (
          <span>
            {momentLegend(
              picture.levels.map(({ kind }) => kind),
              rangeOf(moment, picture),
            )}
          </span>
        )}
        {picture !== null && picture.missing > 0 && (
          <span className="text-warning">
            {picture.missing === 1 ? '1 of 48 hours is not stored.' : `${picture.missing} of 48 hours are not stored.`}
          </span>
        )}
      </figcaption>
    </figure>
  )
}

const rangeOf = ({ forecast }: TripMoment, { range }: MomentPicture) => {
  if (range === null) return 'none'
  return forecast === undefined ? 'newest' : 'shown'
}

const WIDTH = 320
const HEIGHT = 120
const BODY = 4
const yOf = (share: number): number => share * HEIGHT

const Drawing = ({ picture: { candles, price, levels, range } }: { readonly picture: MomentPicture }) => (
  <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={PICTURE} aria-hidden="true">
    {range !== null && (
      <rect
        className="trip-moment-range"
        x={WIDTH - 12}
        width={12}
        y={yOf(range.top)}
        height={Math.max(1, yOf(range.bottom) - yOf(range.top))}
      />
    )}
    {levels.map(({ kind, y }) => (
      <path key={kind} className="trip-moment-level" data-level={kind} d={`M0 ${yOf(y)}H${WIDTH}`} />
    ))}
    {candles.map(({ x, high, low, top, bottom, isUp }) => (
      <g key={x} className="trip-moment-candle" data-up={isUp || undefined}>
        <path d={`M${x * (WIDTH - 14)} ${yOf(high)}V${yOf(low)}`} />
        <rect x={x * (WIDTH - 14) - BODY / 2} width={BODY} y={yOf(top)} height={Math.max(1, yOf(bottom) - yOf(top))} />
      </g>
    ))}
    <circle className="trip-moment-price" cx={WIDTH - 10} cy={yOf(price)} r={4} />
  </svg>
)

const momentLegend = (levels: readonly string[], range: 'none' | 'newest' | 'shown') =>
  [
    '48 hours before, hourly candles',
    ...(levels.length > 0 ? [`lines: ${levels.join(', ')}`] : []),
    ...(range === 'none' ? [] : [`bar at the right: 80% range of the ${range === 'newest' ? 'newest ' : ''}24-hour forecast`]),
  ].join(' · ')

const FORECAST_HOURS = 24
const PREDICTED: ReadonlySet<string> = new Set(PREDICTED_SYMBOLS)

/** A forecast is stored seconds after its close, so the newest may not have been visible yet. */
const FORECASTS_READ = 3

/** 80 % range of the 24-hour forecast shown at the time; of the newest by then if not recorded. Null if none. */
async function rangeAt(symbol: string, { at, forecast }: TripMoment, signal: AbortSignal): Promise<MomentRange | null> {
  if (forecast === null || !PREDICTED.has(symbol)) return null
  const read = async (series: ForecastSeries) => {
    const query = { hours: String(FORECAST_HOURS), before: String(at + 1), limit: String(FORECASTS_READ), series }
    return (await api(listForecasts, { params: { symbol }, query, signal })).entries
  }
  // Trips from before the forecasts from now were shown the hourly ones.
  const entries = forecast === undefined ? await read('hourly') : (await Promise.all([read('now'), read('hourly')])).flat()
  const shown = forecast === undefined ? entries[0] : entries.find(({ hash }) => hash === forecast)
  // An expired forecast was no longer shown.
  return shown === undefined || shown.due_at < at ? null : { low: shown.low80, high: shown.high80 }
}

/** Hourly candles and forecasts are stored permanently (reproducible picture). A failed forecast does not block the candles. */
const momentQuery = (symbol: string, moment: TripMoment) =>
  queryOptions({
    queryKey: ['journal', 'moment', symbol, moment.kind, moment.at, moment.forecast === undefined ? 'newest' : moment.forecast] as const,
    queryFn: async ({ signal }) => {
      const [candles, range] = await Promise.all([
        readCandles(symbol, { interval: '1h', ...hoursBefore(moment.at), limit: HOURS_SHOWN }, signal),
        rangeAt(symbol, moment, signal).catch(() => null),
      ])
      return { candles, range }
    },
    // The last hour may be stored shortly after it closes.
    staleTime: 60_000,
  })
