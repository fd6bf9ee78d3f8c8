import { INTERVALS, type Interval } from '@aerie/core/market/candle'
import * as z from 'zod/mini'
import { useChartLink } from '../../../platform/mirror/channel-link.ts'
import { changeChannel, useViewState } from '../../../platform/mirror/views/view-state.ts'
import { PriceChart, useAlertLevels, useChartMarks } from '../../chart/index.ts'
import { isPredicted, useForecast } from '../../forecast/index.ts'
import { parseOptions, type SlotProps } from '../../workspace/index.ts'

/** Own timeframe of the slot; if absent it follows its channel. */
const chartOptions = z.object({ interval: z.optional(z.enum(INTERVALS)) })

const DEFAULT_INTERVAL: Interval = '1h'
const DEFAULT_HOURS = 24

/** Follows its channel's timeframe until one is chosen for this slot. */
export function ChartSlot({ channel, symbol, options, changeOptions }: SlotProps) {
  const own = parseOptions(chartOptions, options).interval
  const followed = useViewState(({ channels }) => (channel === null ? null : channels[channel].interval))
  const hours = useViewState(({ channels }) => (channel === null ? DEFAULT_HOURS : channels[channel].hours))
  const linked = useChartLink(channel)
  const choose = (interval: Interval) => {
    if (channel !== null && own === undefined) changeChannel(channel, { interval })
    else changeOptions({ interval })
  }
  const chart = {
    symbol,
    linked,
    hours,
    interval: own ?? followed ?? DEFAULT_INTERVAL,
    onIntervalChange: choose,
    children: <AlertMarks symbol={symbol} />,
  }
  const isFollowing = own === undefined
  return (
    <div className="flex h-full min-h-0 flex-col">
      {/* Its place is there before its code is. */}
      <div className="min-h-0 flex-1">
        {isPredicted(symbol) ? <WithForecast {...chart} /> : <PriceChart {...chart} className="size-full" />}
      </div>
      {channel !== null && (
        <label className="flex min-h-6 items-center gap-1.5 border-line border-t px-2 text-11 text-ink-2 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            checked={isFollowing}
            onChange={() => changeOptions(isFollowing ? { interval: followed ?? DEFAULT_INTERVAL } : {})}
          />
          Timeframe of channel {channel}
        </label>
      )}
    </div>
  )
}

function AlertMarks({ symbol }: { readonly symbol: string }): null {
  useChartMarks({ levels: useAlertLevels(symbol) })
  return null
}

type ChartProps = Parameters<typeof PriceChart>[0] & { readonly hours: number }

function WithForecast({ hours, ...chart }: ChartProps) {
  const { forecast } = useForecast(chart.symbol, hours)
  return <PriceChart {...chart} forecast={forecast} className="size-full" />
}
