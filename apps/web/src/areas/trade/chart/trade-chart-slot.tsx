import { INTERVALS, type Interval } from '@aerie/core/market/candle'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { useChartLink } from '../../../platform/mirror/chart-link.ts'
import { changeChannel, useViewState } from '../../../platform/mirror/views/view-state.ts'
import { OwnMarks } from '../../chart/own-marks.ts'
import { PriceChart } from '../../chart/price-chart.tsx'
import { useTradingState } from '../../trading/account/trading-state.ts'
import { endPositionDrop, usePositionDrop } from '../../trading/moves/position-drop.ts'
import { useNoTrading } from '../../trading/orders/may-trade.ts'
import { parseOptions } from '../../workspace/slots/parse-options.ts'
import type { SlotProps } from '../../workspace/slots/slot.ts'
import { OrderMoving } from '../orders/order-moving.tsx'
import { useIsSoleHost } from '../orders/sole-host.ts'
import { StopDialog } from '../positions/stop-dialog.tsx'

const chartOptions = z.object({ interval: z.optional(z.enum(INTERVALS)) })
const DEFAULT_INTERVAL: Interval = '15m'

/** Dragging an order's line moves the order; dragging the position's line opens the exit dialog. */
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

export function PositionExit() {
  const drop = usePositionDrop((state) => state.drop)
  const view = useTradingState((state) => state.view)
  const isHost = useIsSoleHost('position-exit')
  const position = drop === null ? undefined : view?.positions.get(drop.symbol)
  // Closes with its position: a later one is a different position.
  useEffect(() => {
    if (position === undefined) endPositionDrop()
  }, [position])
  useEffect(() => endPositionDrop, [])
  if (!isHost || drop === null || view === null || position === undefined) return null
  return <StopDialog position={position} orders={view.orders} at={drop.to} onClose={endPositionDrop} />
}
