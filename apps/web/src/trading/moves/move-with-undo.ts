import { type Price, priceText } from '@aerie/core/numbers/units'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import { notify } from '../../ui/states/toast.ts'
import { priceAtTick } from '../account/instruments.ts'
import { useTradingState } from '../account/trading-store.ts'
import { headedTo, movedPrice, moveOrder } from '../orders/order-moves.ts'
import * as WORDS from './move-words.ts'

const nameOf = ({ side, symbol }: TradingOrder): string => `${side === 'buy' ? WORDS.buy : WORDS.sell} ${symbol}`

/**
 * Moves an order, and offers to put it back to where it stood when this was sent. That is a new modification: the order may have been filled meanwhile, which is said, and
 * its old place in the queue is gone.
 *
 * @returns whether it was moved
 */
export async function moveWithUndo(order: TradingOrder, to: Price): Promise<boolean> {
  const stood = await moveOrder(order, to)
  if (stood === null) return false
  const from = movedPrice(stood)
  const words = WORDS.movedTo(nameOf(order), priceAtTick(priceText(to), order.symbol))
  if (from === null) notify('info', words, { multiple: true })
  else notify('info', words, { multiple: true, action: { label: WORDS.undo, run: () => void putBack(order, { from, to }) } })
  return true
}

type Moved = { readonly from: Price; readonly to: Price }

async function putBack(moved: TradingOrder, { from, to }: Moved): Promise<void> {
  const order = useTradingState.getState().view?.orders.get(moved.id)
  if (order === undefined) return say(moved, WORDS.filledOrEnded)
  if (headedTo(order) !== to) return say(moved, WORDS.movedAgain)
  if ((await moveOrder(order, from, WORDS.notUndone)) === null) return
  notify(
    'success',
    WORDS.isBackAt(nameOf(moved), priceAtTick(priceText(from), order.symbol), order.price === null ? '' : WORDS.atEndOfQueue),
    {
      multiple: true,
    },
  )
}

const say = (order: TradingOrder, why: string): void => notify('warning', WORDS.notMovedBack(nameOf(order), why), { multiple: true })
