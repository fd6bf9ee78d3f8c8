import { nearestTick, stepTicks } from '@aerie/core/price-grid'
import type { Price } from '@aerie/core/units'
import type { TradingOrder } from '@aerie/wire/trading-orders'
import { create } from 'zustand'
import { useBookState } from '../live/book.ts'
import { moveOrder } from './commands.ts'
import { priceFrom, priceOfNumber } from './exact.ts'
import { readInstrument } from './instruments.ts'

/** An order that is being moved, and where to: nothing has been sent yet. */
export type Moving = { readonly order: TradingOrder; readonly to: Price; readonly asks: boolean }

/** What is being moved, by keyboard or on the chart; one at a time. */
export const useMoving = create<{ readonly moving: Moving | null }>(() => ({ moving: null }))

/** Whether an order stands at a price that can be moved. */
export const isMovable = ({ price, trigger, type }: TradingOrder): boolean =>
  type !== 'trailing_stop' && type !== 'twap' && type !== 'scale' && (price ?? trigger) !== null

/** The price that is moved: a limit's own, else the trigger. */
export const movedPrice = ({ price, trigger }: TradingOrder): Price | null => priceFrom(price ?? trigger)

/** Moves it so many ticks on, in mind only. */
export function stepMoving(order: TradingOrder, steps: number): void {
  const terms = readInstrument(order.symbol)
  const { moving } = useMoving.getState()
  const from = moving?.order.id === order.id ? moving.to : movedPrice(order)
  if (terms === null || from === null || !isMovable(order)) return
  useMoving.setState({ moving: { order, to: stepTicks(from, terms.tick, steps), asks: false } })
}

/** Lets it stand where it was. */
export const dropMoving = (): void => useMoving.setState({ moving: null })

/**
 * Sends the order to where it was put. What would trade at once there is asked about first, and sent when it is said again.
 *
 * @returns whether it was sent
 */
export async function commitMoving(): Promise<boolean> {
  const { moving } = useMoving.getState()
  if (moving === null) return false
  const { order, to, asks } = moving
  if (to === movedPrice(order)) return done()
  if (!asks && wouldTrade(order, to)) {
    useMoving.setState({ moving: { ...moving, asks: true } })
    return false
  }
  dropMoving()
  return moveOrder(order, to)
}

function done(): boolean {
  dropMoving()
  return false
}

/** As a line that was dragged on a chart: the nearest tick, then the same. */
export function dropAt(order: TradingOrder, drawn: number): void {
  const terms = readInstrument(order.symbol)
  const to = terms === null ? null : nearestTick(drawn, terms.tick)
  if (to === null || !isMovable(order)) return
  useMoving.setState({ moving: { order, to, asks: false } })
  void commitMoving()
}

/** Whether a limit at that price would meet the other side of the book that is shown. */
export function wouldTrade({ symbol, side, price }: TradingOrder, to: Price): boolean {
  if (price === null) return false
  const book = useBookState.getState().snapshots.get(symbol)
  const best = priceOfNumber(side === 'buy' ? book?.asks[0]?.[0] : book?.bids[0]?.[0])
  return best !== null && (side === 'buy' ? to >= best : to <= best)
}
