import { HOURS_SHOWN, hoursBefore, type MomentRange, type TripMoment } from '@aerie/journal/pictures/moment-picture'
import { forecastHistory } from '@aerie/wire/market/forecasts'
import { PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { queryOptions } from '@tanstack/react-query'
import { readCandles } from '../../../chart-engine/bars/candle-pages.ts'
import { api } from '../../../lib/http/api.ts'

const FORECAST_HOURS = 24
const PREDICTED: ReadonlySet<string> = new Set(PREDICTED_SYMBOLS)

/** A forecast is stored some seconds after the hour that it is of: the one on show may be the one before the newest. */
const FORECASTS_READ = 3

/** The 80 % range of the forecast of 24 hours that was on show, of the newest by then where that is not written down; null where there is none. */
async function rangeAt(symbol: string, { at, forecast }: TripMoment, signal: AbortSignal): Promise<MomentRange | null> {
  if (forecast === null || !PREDICTED.has(symbol)) return null
  const query = new URLSearchParams({ hours: String(FORECAST_HOURS), before: String(at + 1), limit: String(FORECASTS_READ) })
  const { entries } = await api.get(`/forecasts/${encodeURIComponent(symbol)}/history?${query}`, forecastHistory, { signal })
  const shown = forecast === undefined ? entries[0] : entries.find(({ hash }) => hash === forecast)
  // One whose hour has come was not on show any more.
  return shown === undefined || shown.due_at < at ? null : { low: shown.low80, high: shown.high80 }
}

/**
 * What a moment's picture is drawn from. Hours and forecasts are stored for good, so the picture is the same whenever it is drawn; a forecast that
 * cannot be read does not keep the candles away.
 */
export const momentQuery = (symbol: string, moment: TripMoment) =>
  queryOptions({
    queryKey: ['journal', 'moment', symbol, moment.kind, moment.at, moment.forecast === undefined ? 'newest' : moment.forecast] as const,
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
