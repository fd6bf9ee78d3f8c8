import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { queryClient } from '../../../platform/api/query-client.ts'
import { PriceChart } from '../../chart/index.ts'
import { CoverageTable, isPredicted, PredictionCard, ScoreTable, scorecardQuery, useForecast } from '../../forecast/index.ts'
import '../../forecast/scorecard/scorecard.css'
import { changeChannel, useViewState } from '../../../platform/mirror/views/view-state.ts'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { parseOptions, type SlotProps } from '../../workspace/index.ts'

const forecastOptions = z.object({ hours: z.optional(z.int().check(z.gte(1), z.lte(24))) })
const DEFAULT_HOURS = 24

export function ForecastSlot({ channel, symbol, options, changeOptions }: SlotProps) {
  const followed = useViewState(({ channels }) => (channel === null ? null : channels[channel].hours))
  const hours = followed ?? parseOptions(forecastOptions, options).hours ?? DEFAULT_HOURS
  const choose = (next: number) => (channel === null ? changeOptions({ hours: next }) : changeChannel(channel, { hours: next }))
  return (
    <div className="forecast-slot h-full overflow-y-auto">
      {isPredicted(symbol) && <Fan symbol={symbol} hours={hours} />}
      <PredictionCard symbol={symbol} hours={hours} onHoursChange={choose} className="p-3" />
      {isPredicted(symbol) && <Record symbol={symbol} hours={hours} />}
    </div>
  )
}

function Fan({ symbol, hours }: { readonly symbol: string; readonly hours: number }) {
  const { forecast } = useForecast(symbol, hours)
  return (
    <div className="forecast-slot-fan border-line border-b">
      <PriceChart symbol={symbol} interval="1h" forecast={forecast} isBare className="size-full" />
    </div>
  )
}

function Record({ symbol, hours }: { readonly symbol: string; readonly hours: number }) {
  const query = useQuery(scorecardQuery(symbol, hours), queryClient)
  return (
    <QueryView
      query={query}
      loading={`Loading the scorecard of ${symbol}`}
      failed={`The scorecard of ${symbol} could not be loaded`}
      errorClassName="px-3 py-2"
      rows={1}
      rowClassName="h-40 w-full"
      className="p-3"
    >
      {(card) => (
        <div className="flex flex-col gap-3 p-3 pt-0">
          <h2 className="sr-only">{`Track record for ${symbol}`}</h2>
          <CoverageTable card={card} />
          <ScoreTable card={card} />
        </div>
      )}
    </QueryView>
  )
}
