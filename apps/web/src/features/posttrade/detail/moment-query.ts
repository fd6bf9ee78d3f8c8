import { forecastHistory } from '@aerie/wire/market/forecasts'
import { PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { queryOptions } from '@tanstack/react-query'
import { readCandles } from '../../../chart-engine/bars/candle-pages.ts'
import { api } from '../../../lib/http/api.ts'
import { HOURS_SHOWN, hoursBefore, type MomentRange, type TripMoment } from './moment-picture.ts'

const FORECAST_HOURS = 24
const PREDICTED: ReadonlySet<string> = new Set(PREDICTED_SYMBOLS)

/** The 80 % range of the newest forecast of 24 hours that was issued by a moment; null where there is none. */
async function rangeAt(symbol: string, { at, forecast }: TripMoment, signal: AbortSignal): Promise<MomentRange | null> {
  if (forecast === null || !PREDICTED.has(symbol)) return null
  const query = new URLSearchParams({ hours: String(FORECAST_HOURS), before: String(at + 1), limit: '1' })
  const { entries } = await api.get(`/forecasts/${encodeURIComponent(symbol)}/history?${query}`, forecastHistory, { signal })
  const [newest] = entries
  // Another than the one that was on show is none of this picture; one whose hour has come was not on show any more.
  const isOther = forecast !== undefined && newest?.hash !== forecast
  return newest === undefined || isOther || newest.due_at < at ? null : { low: newest.low80, high: newest.high80 }
}

/**
 * What a moment's picture is drawn from. Hours and forecasts are stored for good, so the picture is the same whenever it is drawn; a forecast that
 * cannot be read does not keep the candles away.
 */
export const momentQuery = (symbol: string, moment: TripMoment) =>
  queryOptions({
    queryKey: ['journal', 'moment', symbol, moment.kind, moment.at] as const,
    queryFn: async ({ signal }) => {
      const [candles, range] = await Promise.all([
        readCandles(symbol, { interval: '1h', ...hoursBefore(moment.at), limit: HOURS_SHOWN }, signal),
        rangeAt(symbol, moment, signal).catch(() => null),
      ])
      return { candles, range }
    },
    // The last hour may be stored a little after it closed.
    staleTime: 60_000,
  })
