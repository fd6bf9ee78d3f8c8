import type { AlertRow } from '@aerie/wire/alerts/alert-rows'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import type { TradingFill, TradingPosition } from '@aerie/wire/trading/trading-positions'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryClient } from '../../platform/api/query-client.ts'
import { exactFigure, signedAmount } from '../../platform/format/figures.ts'
import { alertSummaryQuery, alertsQuery, moveAlert, pointedLevel, shownState } from '../alerts/index.ts'
import {
  type AccountView,
  cancelOrder,
  dragTo,
  drawnAtTick,
  dropAt,
  dropPosition,
  fillWord,
  isLong,
  isMovable,
  ORDER_KINDS,
  useMoving,
  useTick,
  useTradingQuery,
} from '../trading/index.ts'
import type { ChartLevel, ChartMarks, ChartTrade } from './engine/price-chart-props.ts'
import { useChartMarks } from './use-chart-marks.ts'

/** Maximum fills drawn per chart: more would overlap. */
const MOST_TRADES = 60

function orderLevels(order: TradingOrder, canMove: boolean): ChartLevel[] {
  const { id, side, type, size, price, trigger, trailing_stop_price } = order
  const orderLabel = `${side === 'buy' ? 'Buy' : 'Sell'} ${exactFigure(size)} ${ORDER_KINDS[type].chartTitle ?? ORDER_KINDS[type].title}`
  const tone = side === 'buy' ? 'up' : 'down'
  const at = (name: string, text: string | null, label: string, isMoved: boolean): ChartLevel[] =>
    text === null
      ? []
      : [
          {
            id: `${name} ${id}`,
            price: drawnAtTick(text, order.symbol),
            label,
            tone,
            ...(canMove && { onCancel: () => void cancelOrder(order) }),
            ...(isMoved && canMove ? { onMove: (to: number) => dropAt(order, to), onDrag: (to: number | null) => dragTo(order, to) } : {}),
          },
        ]
  return [
    ...at('limit', price, orderLabel, isMovable(order)),
    ...at(
      'trigger',
      trailing_stop_price ?? trigger,
      price === null ? orderLabel : `${orderLabel}: trigger`,
      price === null && isMovable(order),
    ),
  ]
}

function positionLevels(position: TradingPosition, canMove: boolean): ChartLevel[] {
  const { symbol, size, entry, unrealised, liquidation_price } = position
  const positionLabel = `${isLong(position) ? 'Long' : 'Short'} ${exactFigure(size.replace('-', ''))}`
  const gain = unrealised === null ? '' : `  ${signedAmount(unrealised)}`
  const liquidation: ChartLevel[] =
    liquidation_price === null
      ? []
      : [{ id: `liquidation ${symbol}`, price: drawnAtTick(liquidation_price, symbol), label: 'Liquidation', tone: 'accent' }]
  return [
    {
      id: `position ${symbol}`,
      price: drawnAtTick(entry, symbol),
      label: `${positionLabel}${gain}`,
      tone: 'info',
      isFirst: true,
      ...(canMove && { onMove: (to: number) => dropPosition(symbol, to) }),
    },
    ...liquidation,
  ]
}

const tradeOf = ({ id, client_id, at, price, side, size, symbol }: TradingFill): ChartTrade => ({
  id,
  time: Date.parse(at),
  price: drawnAtTick(price, symbol),
  side,
  word: fillWord({ side, client_id }),
  label: `${exactFigure(size)} ${symbol}`,
})

/** An account's marks on the chart of a coin; its floats are for drawing only. */
export function marksOf(view: AccountView, symbol: string, canMove: boolean): ChartMarks {
  const position = view.positions.get(symbol)
  const orders = [...view.orders.values()].filter((order) => order.symbol === symbol)
  return {
    levels: [
      ...(position === undefined ? [] : positionLevels(position, canMove)),
      ...orders.flatMap((order) => orderLevels(order, canMove)),
    ],
    trades: view.fills
      .filter((fill) => fill.symbol === symbol)
      .slice(0, MOST_TRADES)
      .map(tradeOf),
  }
}

type OwnMarksProps = {
  readonly symbol: string
  /** Lines of orders and positions are draggable. Keyboard alternatives: the order's row, and the stop in the position's row. */
  readonly canMove?: boolean
}

export function OwnMarks({ symbol, canMove = false }: OwnMarksProps): null {
  const { data: view } = useTradingQuery()
  const alerts = useAlertLevels(symbol)
  useTick(symbol)
  const moving = useMoving((state) => state.moving)
  const { levels = [], trades } = view === undefined ? {} : marksOf(view, symbol, canMove)
  const isMoved = view !== undefined && moving !== null && !moving.isDragged && moving.order.symbol === symbol
  const to: ChartLevel[] = isMoved
    ? [{ id: 'moving', price: Number(moving.to) / 1e12, label: 'Press Enter to move it here', tone: 'accent' }]
    : []
  useChartMarks({ levels: [...alerts, ...levels, ...to], trades })
  return null
}

const MOST_LEVELS = 30

const LABELS = { above: 'Alert above', below: 'Alert below', cross: 'Alert' } as const

/** A coin's price alerts as draggable lines; paused ones are labelled so. The keyboard alternative is the alert's row. */
function alertLevels(alerts: readonly AlertRow[], symbol: string, isAllPaused = false): ChartLevel[] {
  return alerts
    .filter((alert) => alert.symbol === symbol && alert.kind === 'price' && (alert.state === 'active' || alert.state === 'paused'))
    .slice(0, MOST_LEVELS)
    .flatMap((alert) =>
      alert.level === undefined
        ? []
        : [
            {
              id: `alert ${alert.id}`,
              price: Number(alert.level),
              label: `${LABELS[alert.direction ?? 'cross']}${shownState(alert, isAllPaused) === 'paused' ? ', paused' : ''}`,
              tone: 'accent' as const,
              onMove: (to: number) => void moveAlert(alert, pointedLevel(to)),
            },
          ],
    )
}

export function useAlertLevels(symbol: string): readonly ChartLevel[] {
  const { data } = useQuery(alertsQuery, queryClient)
  const { data: summary } = useQuery(alertSummaryQuery, queryClient)
  const isAllPaused = summary?.is_paused ?? false
  return useMemo(() => (data === undefined ? [] : alertLevels(data, symbol, isAllPaused)), [data, symbol, isAllPaused])
}
