import { nearestTick, stepTicks } from '@aerie/core/market/price-grid'
import { type Price, priceText } from '@aerie/core/numbers/units'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import { create } from 'zustand'
import { useBookState } from '../../../platform/live/market/book.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { priceOfNumber } from '../account/exact.ts'
import { priceAtTick, readInstrument } from '../account/instruments.ts'
import { useTradingState } from '../account/trading-state.ts'
import { headedTo, movedPrice, moveOrder } from '../orders/order-moves.ts'

/** An order being moved and its target; nothing is sent yet. */
export type Moving = {
  readonly order: TradingOrder
  readonly to: Price
  readonly asks: boolean
  /** Moved in its row with the arrow keys, or by its chart line; the confirmation appears there. */
  readonly by: 'row' | 'line'
  readonly isDragged: boolean
}

/** The order being moved by keyboard or on a chart; one at a time. */
export const useMoving = create<{ readonly moving: Moving | null }>(() => ({ moving: null }))

export const isMovable = ({ price, trigger, type }: TradingOrder): boolean =>
  type !== 'trailing_stop' && type !== 'twap' && type !== 'scale' && (price ?? trigger) !== null

/** Moves the preview by ticks; starts at the target of a pending move, if any. */
export function stepMoving(order: TradingOrder, steps: number): void {
  const terms = readInstrument(order.symbol)
  const { moving } = useMoving.getState()
  const from = moving?.order.id === order.id ? moving.to : headedTo(order)
  if (terms === null || from === null || !isMovable(order)) return
  useMoving.setState({ moving: { order, to: stepTicks(from, terms.tick, steps), asks: false, by: 'row', isDragged: false } })
}

export const dropMoving = (): void => useMoving.setState({ moving: null })

/** If it would trade at once, asks first and sends on the second call. @returns whether it was sent */
export async function commitMoving(): Promise<boolean> {
  const { moving } = useMoving.getState()
  if (moving === null) return false
  const { order, to, asks } = moving
  if (to === headedTo(order)) return done()
  if (!asks && wouldTrade(order, to)) {
    useMoving.setState({ moving: { ...moving, asks: true, isDragged: false } })
    return false
  }
  dropMoving()
  return moveWithUndo(order, to)
}

function done(): boolean {
  dropMoving()
  return false
}

export function dragTo(order: TradingOrder, drawn: number | null): void {
  const to = drawn === null ? null : tickAt(order, drawn)
  if (drawn === null) dropMoving()
  else if (to !== null) useMoving.setState({ moving: { order, to, asks: false, by: 'line', isDragged: true } })
}

export function dropAt(order: TradingOrder, drawn: number): void {
  const to = tickAt(order, drawn)
  useMoving.setState({ moving: to === null ? null : { order, to, asks: false, by: 'line', isDragged: false } })
  void commitMoving()
}

function tickAt(order: TradingOrder, drawn: number): Price | null {
  const terms = readInstrument(order.symbol)
  return terms === null || !isMovable(order) ? null : nearestTick(drawn, terms.tick)
}

/** Whether a limit at that price would match the other side of the displayed book. */
export function wouldTrade({ symbol, side, price }: TradingOrder, to: Price): boolean {
  if (price === null) return false
  const book = useBookState.getState().snapshots.get(symbol)
  const best = priceOfNumber(side === 'buy' ? book?.asks[0]?.[0] : book?.bids[0]?.[0])
  return best !== null && (side === 'buy' ? to >= best : to <= best)
}

const nameOf = ({ side, symbol }: TradingOrder): string => `${side === 'buy' ? 'Buy' : 'Sell'} ${symbol}`

/** Undo is a new modification: the order may have been filled (which is reported), and its queue position is lost. */
export async function moveWithUndo(order: TradingOrder, to: Price): Promise<boolean> {
  const previous = await moveOrder(order, to)
  if (previous === null) return false
  const from = movedPrice(previous)
  const text = `${nameOf(order)} moved to ${priceAtTick(priceText(to), order.symbol)}.`
  if (from === null) notify('info', text, { multiple: true })
  else notify('info', text, { multiple: true, action: { label: 'Undo', run: () => void undoMove(order, { from, to }) } })
  return true
}

type Moved = { readonly from: Price; readonly to: Price }

async function undoMove(moved: TradingOrder, { from, to }: Moved): Promise<void> {
  const order = useTradingState.getState().view?.orders.get(moved.id)
  if (order === undefined) return notifyNotMoved(moved, 'it has been filled or has ended')
  if (headedTo(order) !== to) return notifyNotMoved(moved, 'it was moved again')
  if ((await moveOrder(order, from, 'Not undone')) === null) return
  notify(
    'success',
    isBackAt(nameOf(moved), priceAtTick(priceText(from), order.symbol), order.price === null ? '' : ', at the end of the queue'),
    {
      multiple: true,
    },
  )
}

const notifyNotMoved = (order: TradingOrder, why: string): void =>
  notify('warning', `${nameOf(order)} was not moved back: ${why}.`, { multiple: true })

const isBackAt = (moved: string, figure: string, text: string) => `${moved} is back at ${figure}${text}.`
