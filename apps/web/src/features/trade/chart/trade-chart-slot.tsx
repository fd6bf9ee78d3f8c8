import { INTERVALS, type Interval } from '@aerie/core/market/candle'
import * as z from 'zod/mini'
import { PriceChart } from '../../../market-views/chart/price-chart.tsx'
import { OwnMarks } from '../../../market-views/own-marks/own-marks.ts'
import { useChartLink } from '../../../mirror/chart-link.ts'
import { changeChannel, useViewState } from '../../../mirror/views/view-state.ts'
import { useNoTrading } from '../../../trading/orders/may-trade.ts'
import { parseOptions } from '../../../workspace/slots/parse-options.ts'
import type { SlotProps } from '../../../workspace/slots/slot.ts'
import { OrderMoving } from '../orders/order-moving.tsx'
import { PositionExit } from './position-exit.tsx'

const chartOptions = z.object({ interval: z.optional(z.enum(INTERVALS)) })
const DEFAULT_INTERVAL: Interval = '15m'

/**
 * Candles with the user's own orders, position and fills; the line of an order is dragged to where it should stand, that of
 * the position to where it should be closed.
 */
export function TradeChartSlot({ channel, symbol, options, changeOptions }: SlotProps) {
  const own = parseOptions(chartOptions, options).interval
  const followed = useViewState(({ channels }) => (channel === null ? null : channels[channel].interval))
  const linked = useChartLink(channel)
  const canMove = useNoTrading() === null
  const choose = (interval: Interval) => (channel === null ? changeOptions({ interval }) : changeChannel(channel, { interval }))
  return (
    <div className="trade-chart">
      <PriceChart
        symbol={symbol}
        linked={linked}
        interval={(channel === null ? own : followed) ?? DEFAULT_INTERVAL}
        onIntervalChange={choose}
        className="h-full min-h-0"
      >
        <OwnMarks symbol={symbol} canMove={canMove} />
      </PriceChart>
      <OrderMoving />
      <PositionExit />
    </div>
  )
}
