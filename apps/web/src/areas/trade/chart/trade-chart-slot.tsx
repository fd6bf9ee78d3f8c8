import { INTERVALS, type Interval } from '@aerie/core/market/candle'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { useChartLink } from '../../../platform/mirror/channel-link.ts'
import { changeChannel, useViewState } from '../../../platform/mirror/views/view-state.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { OwnMarks, PriceChart, type ProposedOrder } from '../../chart/index.ts'
import {
  endPositionDrop,
  fillTicket,
  levelPrice,
  useMoving,
  useNoTrading,
  usePositionDrop,
  useTicket,
  useTradingState,
} from '../../trading/index.ts'
import { parseOptions, type SlotProps } from '../../workspace/index.ts'
import { MovePreviewBox, useIsSoleHost } from '../orders/move-preview-box.tsx'
import { MoveQuestion } from '../orders/move-question.tsx'
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
    <div className="relative h-full min-h-0">
      <PriceChart
        symbol={symbol}
        linked={linked}
        interval={(channel === null ? own : followed) ?? DEFAULT_INTERVAL}
        onIntervalChange={choose}
        className="h-full min-h-0"
        onPropose={(order) => fillFromChart(symbol, order)}
      >
        <OwnMarks symbol={symbol} canMove={canMove} />
      </PriceChart>
      <OrderMoving />
      <PositionExit />
    </div>
  )
}

/** The ticket keeps its size, unit and leverage. */
export function fillFromChart(symbol: string, { side, type, price: drawn }: ProposedOrder): void {
  const price = levelPrice(symbol, drawn)
  if (price === null) {
    notify('warning', `The price step of ${symbol} is not known yet.`)
    return
  }
  const { symbol: of, draft } = useTicket.getState()
  const { amount, unit, leverage, margin } = draft
  const kept = of === symbol ? { amount, unit, leverage, margin } : {}
  fillTicket(symbol, { ...kept, side, type, [type === 'limit' ? 'price' : 'trigger']: price }, 'the chart')
  document.querySelector<HTMLElement>('.ticket input[name="amount"]')?.focus()
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

/** Loaded with the first move. */
function OrderMoving() {
  const isMoving = useMoving(({ moving }) => moving !== null)
  if (!isMoving) return null
  return (
    <>
      <MovePreviewBox isPreferred />
      <MoveQuestion by="line" />
    </>
  )
}
