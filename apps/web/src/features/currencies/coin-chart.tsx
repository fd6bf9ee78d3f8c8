import { PriceChart } from '../../market-views/chart/price-chart.tsx'
import { isPredicted } from '../../market-views/forecast/forecast-query.ts'
import { useHours } from '../../market-views/forecast/hours-param.ts'
import { useForecast } from '../../market-views/forecast/use-forecast.ts'
import { OwnMarks } from '../../market-views/own-marks/own-marks.ts'
import { useChartLink } from '../../mirror/chart-link.ts'

type CoinChartProps = { readonly symbol: string }

/** The chart of a coin with the user's own orders, position and fills, and with the forecast to the right of it where there is one. It is on channel 1, as its address is. */
export const CoinChart = ({ symbol }: CoinChartProps) =>
  isPredicted(symbol) ? <WithForecast symbol={symbol} /> : <Plain symbol={symbol} />

function WithForecast({ symbol }: CoinChartProps) {
  const [hours] = useHours()
  const state = useForecast(symbol, hours)
  const linked = useChartLink(1)
  return (
    <PriceChart symbol={symbol} forecast={state.kind === 'value' ? state.forecast : null} linked={linked} className="size-full">
      <OwnMarks symbol={symbol} />
    </PriceChart>
  )
}

function Plain({ symbol }: CoinChartProps) {
  const linked = useChartLink(1)
  return (
    <PriceChart symbol={symbol} linked={linked} className="size-full">
      <OwnMarks symbol={symbol} />
    </PriceChart>
  )
}
