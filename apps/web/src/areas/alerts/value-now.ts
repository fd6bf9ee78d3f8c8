import type { VOLATILITY_REGIMES } from '@aerie/wire/alerts/alert-kinds'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../platform/api/query-client.ts'
import { forecastQuery, isPredicted } from '../forecast/index.ts'
import { volatilityQuery } from '../market/index.ts'

/** The window and history by which the server judges volatility alerts. */
const WINDOW_HOURS = 168
const DAYS = 90

/** Undefined while loading; null if there is none, because history is missing or it could not be loaded. */
type Now<T> = T | null | undefined

type Regime = { readonly name: (typeof VOLATILITY_REGIMES)[number]; readonly percentAYear: number | null }

export function useRegimeNow(symbol: string): Now<Regime> {
  const { data, isPending } = useQuery({ ...volatilityQuery(symbol, WINDOW_HOURS, DAYS), enabled: symbol !== '' }, queryClient)
  if (data?.regime === undefined || data.regime === null) return isPending ? undefined : null
  return { name: data.regime.name, percentAYear: data.estimators.close_to_close.value }
}

type Line = { readonly price: number; readonly quote: string }

/** The watched line of the newest forecast. */
export function useForecastLine(symbol: string, hours: number, quantile: number): Now<Line> {
  const { data, isPending } = useQuery({ ...forecastQuery(symbol, hours), enabled: isPredicted(symbol) }, queryClient)
  if (data === undefined || data.state === 'warming') return isPending ? undefined : null
  const price = data.quantiles.find(([probability]) => probability === quantile)?.[1]
  return price === undefined ? null : { price, quote: data.quote }
}
