import { type Price, priceText } from '@aerie/core/numbers/units'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import { notify } from '../../ui/states/toast.ts'
import { priceAtTick } from '../account/instruments.ts'
import { useTradingState } from '../account/trading-store.ts'
import { headedTo, movedPrice, moveOrder } from '../orders/order-moves.ts'

const nameOf = ({ side, symbol }: TradingOrder): string => `${side === 'buy' ? 'Buy' : 'Sell'} ${symbol}`

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
  const words = `${nameOf(order)} moved to ${priceAtTick(priceText(to), order.symbol)}.`
  if (from === null) notify('info', words, { multiple: true })
  else notify('info', words, { multiple: true, action: { label: 'Undo', run: () => void putBack(order, { from, to }) } })
  return true
}

type Moved = { readonly from: Price; readonly to: Price }

async function putBack(moved: TradingOrder, { from, to }: Moved): Promise<void> {
  const order = useTradingState.getState().view?.orders.get(moved.id)
  if (order === undefined) return say(moved, 'it has been filled or has ended')
  if (headedTo(order) !== to) return say(moved, 'it was moved again')
  if ((await moveOrder(order, from, 'Not undone')) === null) return
  notify(
    'success',
    isBackAt(nameOf(moved), priceAtTick(priceText(from), order.symbol), order.price === null ? '' : ', at the end of the queue'),
    {
      multiple: true,
    },
  )
}

const say = (order: TradingOrder, why: string): void =>
  notify('warning', `${nameOf(order)} was not moved back: ${why}.`, { multiple: true })

const isBackAt = (moved: string, figure: string, text: string) => `${moved} is back at ${figure}${text}.`
