import { PriceChart } from '../../market-views/chart/price-chart.tsx'
import { isPredicted } from '../../market-views/forecast/forecast-query.ts'
import { useHours } from '../../market-views/forecast/hours-param.ts'
import { useForecast } from '../../market-views/forecast/use-forecast.ts'

/** The chart of a coin, with the forecast to the right of it where there is one. */
export const CoinChart = ({ symbol }: { readonly symbol: string }) =>
  isPredicted(symbol) ? <WithForecast symbol={symbol} /> : <PriceChart symbol={symbol} className="size-full" />

function WithForecast({ symbol }: { readonly symbol: string }) {
  const [hours] = useHours()
  const state = useForecast(symbol, hours)
  return <PriceChart symbol={symbol} forecast={state.kind === 'value' ? state.forecast : null} className="size-full" />
}
