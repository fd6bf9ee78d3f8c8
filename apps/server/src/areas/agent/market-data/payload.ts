import { HISTORY_MAX_HOURS, type MarketDataCommand, PREDICTION_MAX_HOURS } from '@aerie/wire/market/market-data'
import { PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'

export type MarketDataRequest =
  | { readonly command: 'info'; readonly ticker: string }
  | { readonly command: 'price' | 'historical'; readonly ticker: string; readonly hours: number }

export type ReadPayload = { readonly ok: true; readonly request: MarketDataRequest } | { readonly ok: false; readonly message: string }

const LONGEST_SHOWN = 20
const MAX_HOURS = { price: PREDICTION_MAX_HOURS, historical: HISTORY_MAX_HOURS } as const
const predicted: ReadonlySet<string> = new Set(PREDICTED_SYMBOLS)

/** `{ticker}` for info, `{ticker} {timeframe}` otherwise; ticker case-insensitive, timeframe in whole hours. */
export function readPayload(command: MarketDataCommand, payload: string, isCoin: (symbol: string) => boolean): ReadPayload {
  const [written = '', timeframe, ...rest] = payload.trim().split(/\s+/)
  const ticker = written.toUpperCase()
  if (!isCoin(ticker)) return refused(`there is no coin ${shown(written)}; give a ticker such as BTC`)
  if (command === 'info') return timeframe === undefined ? accepted({ command, ticker }) : refused('give a ticker alone, such as BTC')
  if (timeframe === undefined || rest.length > 0) return refused(`give a ticker and a timeframe in whole hours, such as ${ticker} 12`)
  if (command === 'price' && !predicted.has(ticker))
    return refused(`there are predictions of ${PREDICTED_SYMBOLS.slice(0, -1).join(', ')} and ${PREDICTED_SYMBOLS.at(-1)} only`)
  const hours = /^\d{1,5}$/.test(timeframe) ? Number(timeframe) : 0
  if (hours < 1 || hours > MAX_HOURS[command])
    return refused(`the timeframe is a whole number of hours from 1 to ${MAX_HOURS[command]}, not ${shown(timeframe)}`)
  return accepted({ command, ticker, hours })
}

const accepted = (request: MarketDataRequest): ReadPayload => ({ ok: true, request })
const refused = (message: string): ReadPayload => ({ ok: false, message })
const shown = (text: string): string => (text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text)
