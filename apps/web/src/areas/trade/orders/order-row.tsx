import { percentText } from '@aerie/core/numbers/number-text'
import { notionalOf, priceText, usdcFloor, usdcText } from '@aerie/core/numbers/units'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import { ChevronRight, Users, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { amountFigure, DASH, exactFigure } from '../../../platform/format/figures.ts'
import { clockText, utcText } from '../../../platform/format/market-text.ts'
import { useQuote } from '../../../platform/live/market/quotes.ts'
import { cx } from '../../../ui/cx.ts'
import { FigureCell } from '../../../ui/table.tsx'
import {
  cancelOrder,
  commitMoving,
  dropMoving,
  isMovable,
  ORDER_KINDS,
  Price,
  priceFrom,
  queueText,
  STATE_TEXT,
  sizeFrom,
  stepMoving,
  useBusy,
  useMoving,
} from '../../trading/index.ts'
import { RowButton } from '../buttons.tsx'

const ROLE_TEXT: Readonly<Record<TradingOrder['role'], string | null>> = {
  order: null,
  take_profit: 'Take profit',
  stop_loss: 'Stop loss',
  leg: 'Part',
  liquidation: 'Liquidation',
}

export const orderText = ({ side, type, role, symbol, reduce_only }: TradingOrder): string =>
  [side === 'buy' ? 'Buy' : 'Sell', symbol, ROLE_TEXT[role] ?? ORDER_KINDS[type].title, reduce_only ? 'reduce-only' : '']
    .filter(Boolean)
    .join(' ')

/** Keyboard equivalent of dragging an order's line. */
const KEYS: Readonly<Record<string, (order: TradingOrder, isFast: boolean) => void>> = {
  ArrowUp: (order, isFast) => stepMoving(order, isFast ? 10 : 1),
  ArrowDown: (order, isFast) => stepMoving(order, isFast ? -10 : -1),
  Enter: () => void commitMoving(),
  Escape: dropMoving,
  Delete: (order) => void cancelOrder(order),
  Backspace: (order) => void cancelOrder(order),
}

function keyed(order: TradingOrder, event: KeyboardEvent): void {
  const act = event.target === event.currentTarget ? KEYS[event.key] : undefined
  if (act === undefined) return
  event.preventDefault()
  event.stopPropagation()
  // Key repeat may move, but not send or cancel: the focus may already be on the next order.
  if (!event.repeat || event.key.startsWith('Arrow')) act(order, event.shiftKey)
}

/** Parts of a scaled order that are still open. */
export type OrderGroup = {
  readonly open: number
  /** Lowest and highest price of them. */
  readonly prices: readonly [low: string | null, high: string | null]
  readonly isExpanded: boolean
  readonly onToggle: () => void
}

const QUEUE_HELP =
  'Ahead of you: as if every cancel had been behind you; your order is filled by this count. Likely: as if cancels were spread evenly over the level.'

type OrderRowProps = { readonly order: TradingOrder; readonly group?: OrderGroup | undefined }

export function OrderRow({ order, group }: OrderRowProps) {
  const isBusy = useBusy(({ of }) =>
    [`price ${order.id}`, `trigger ${order.id}`, `-${order.id}`, 'cancel-all', `cancel-all ${order.symbol}`].some((name) => of.has(name)),
  )
  const to = useMoving(({ moving }) => (moving?.order.id === order.id ? moving.to : null))
  const orderLabel = orderText(order)
  const help = isMovable(order) ? `${orderLabel}. Arrow up and down move its price, Enter sends it there, Delete cancels it.` : orderLabel
  const moved = to === null ? null : priceText(to)
  const queue = order.type === 'scale' || order.type === 'twap' ? null : queueText(order)
  return (
    <tr
      data-focus-row=""
      tabIndex={0}
      data-side={order.side}
      data-moving={to !== null || undefined}
      aria-label={help}
      onKeyDown={(event) => keyed(order, event)}
    >
      <td data-title="Order">
        <OrderName order={order} group={group} />
      </td>
      <FigureCell data-title="Size" title={`${order.filled} of ${order.size} filled`}>
        {/[1-9]/.test(order.filled) && <span className="text-ink-3">{exactFigure(order.filled)} / </span>}
        {exactFigure(order.size)}
      </FigureCell>
      <MovedPrice
        symbol={order.symbol}
        title="Price"
        text={group?.prices[0] ?? order.price}
        to={group?.prices[1] ?? null}
        moved={order.price === null ? null : moved}
      />
      <MovedPrice
        symbol={order.symbol}
        title="Trigger"
        text={order.trailing_stop_price ?? order.trigger}
        moved={order.price === null ? moved : null}
      />
      <FigureCell data-title="Away" title="From the price now">
        <Away order={order} />
      </FigureCell>
      <td data-title="Queue" title={queue === null ? undefined : `Queue: ${queue.full}. ${QUEUE_HELP}`}>
        {queue === null ? (
          DASH
        ) : (
          <>
            <span aria-hidden="true">
              <Users size={12} className="mr-1 inline text-ink-3" />
              {queue.short}
            </span>
            <span className="sr-only">{queue.full}</span>
          </>
        )}
      </td>
      <td data-title="State">
        {order.is_held ? 'Held: market stale' : STATE_TEXT[order.state]}
        {order.expires_at !== null && <span className="text-ink-3"> until {clock.format(Date.parse(order.expires_at))}</span>}
      </td>
      <FigureCell data-title="Value" className="pane-more" title="At the order’s price, in USDC">
        {valueText(order)}
      </FigureCell>
      <td data-title="Placed" className="pane-more" title={utcText(Date.parse(order.created_at))}>
        {clockText(Date.parse(order.created_at))} <span className="text-ink-3">{order.time_in_force.toUpperCase()}</span>
      </td>
      <td className="pane-edge">
        <RowButton aria-label={`Cancel: ${orderLabel}`} aria-busy={isBusy || undefined} onClick={() => void cancelOrder(order)}>
          <X size={14} aria-hidden="true" />
        </RowButton>
      </td>
    </tr>
  )
}

/** Of the whole order; a dash for one without a price of its own. */
function valueText({ price, trigger, size }: TradingOrder): string {
  const [at, amount] = [priceFrom(price ?? trigger), sizeFrom(size)]
  return at === null || amount === null ? DASH : amountFigure(usdcText(usdcFloor(notionalOf(at, amount))))
}

/** Percentage from the last price to the order; a dash while either is unknown. */
function Away({ order: { symbol, price, trigger, trailing_stop_price } }: { readonly order: TradingOrder }) {
  const quote = useQuote(symbol)
  const at = Number(trailing_stop_price ?? trigger ?? price ?? Number.NaN)
  return quote === null || Number.isNaN(at) ? DASH : percentText((at / quote.price - 1) * 100)
}

function OrderName({ order, group }: OrderRowProps) {
  const { side, symbol, role, type, reduce_only, post_only, legs } = order
  const kind = ROLE_TEXT[role] ?? ORDER_KINDS[type].title
  const marks = [kind, reduce_only ? 'reduce' : '', post_only ? 'post' : ''].filter(Boolean).join(' · ')
  return (
    <>
      {role === 'leg' && <span className="inline-block w-3" aria-hidden="true" />}
      <span className="pane-side">{side === 'buy' ? '▲ Buy' : '▼ Sell'}</span> {symbol} <span className="text-ink-3">{marks}</span>
      {group !== undefined && (
        <RowButton
          className="ml-1.5 gap-0.5"
          aria-expanded={group.isExpanded}
          aria-label={`Parts of ${orderText(order)}: ${group.open} of ${legs ?? group.open} open`}
          onClick={group.onToggle}
        >
          <span translate="no">{`${group.open}/${legs ?? group.open}`}</span>
          <ChevronRight size={14} aria-hidden="true" className={cx('text-ink-3', group.isExpanded && 'rotate-90')} />
        </RowButton>
      )}
    </>
  )
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', day: 'numeric', month: 'short' })

type MovedPriceProps = {
  readonly symbol: string
  readonly title: string
  readonly text: string | null
  /** Highest price of a scaled order. */
  readonly to?: string | null
  readonly moved: string | null
}

/** A trailing stop's price may lie between ticks. */
const MovedPrice = ({ symbol, title, text, to = null, moved }: MovedPriceProps) => (
  <FigureCell data-title={title}>
    <Price of={text} symbol={symbol} />
    {to !== null && (
      <>
        {' – '}
        <Price of={to} symbol={symbol} />
      </>
    )}
    {moved !== null && (
      <span role="status" className="font-semibold text-accent-text">
        {' → '}
        <Price of={moved} symbol={symbol} />
      </span>
    )}
  </FigureCell>
)
