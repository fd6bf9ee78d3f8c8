import { type Price, priceText } from '@aerie/core/numbers/units'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import { priceFrom } from '../account/exact.ts'
import { tradingCalls } from '../account/trading-calls.ts'
import { useTradingState } from '../account/trading-state.ts'
import { command } from './commands.ts'
import { takeOrder } from './submissions.ts'

type Field = 'price' | 'trigger'

const movedField = ({ price }: Pick<TradingOrder, 'price'>): Field => (price === null ? 'trigger' : 'price')

export const movedPrice = (order: Pick<TradingOrder, Field>): Price | null => priceFrom(order[movedField(order)])

type Heading = { readonly to: Price; readonly answered: Promise<unknown>; isDropped: boolean }

/** By order and field: at most one move is in flight, and only the last one waits. */
const headed = new Map<string, Heading>()

const headedName = ({ id }: Pick<TradingOrder, 'id'>, field: Field) => `${field} ${id}`

export const headedTo = (order: TradingOrder): Price | null => headed.get(headedName(order, movedField(order)))?.to ?? movedPrice(order)

/** Waits for a move in flight; dropped for a later move or a cancel. @returns the order as it was before; null if it was not moved */
export const moveOrder = (order: TradingOrder, to: Price, what = 'Not moved'): Promise<TradingOrder | null> =>
  moveField(order, { field: movedField(order), to, what })

/** Moves the trigger of an order that may also have a limit; see `moveOrder`. */
export const moveTrigger = (order: TradingOrder, to: Price): Promise<unknown> =>
  moveField(order, { field: 'trigger', to, what: 'Not moved' })

type Move = { readonly field: Field; readonly to: Price; readonly what: string }

async function moveField(order: TradingOrder, { field, to, what }: Move): Promise<TradingOrder | null> {
  const name = headedName(order, field)
  const { promise: answered, resolve } = Promise.withResolvers<void>()
  const before = headed.get(name)?.answered
  const own: Heading = { to, answered, isDropped: false }
  headed.set(name, own)
  try {
    if (before !== undefined) await before
    if (headed.get(name) !== own || own.isDropped) return null
    const previous = useTradingState.getState().view?.orders.get(order.id) ?? order
    const moved = await command(name, what, async () => takeOrder(await tradingCalls.modify(order.id, { [field]: priceText(to) })))
    return moved === null ? null : previous
  } finally {
    if (headed.get(name) === own) headed.delete(name)
    resolve()
  }
}

/** Cancels an order, even while a move is in flight; a waiting move is dropped. */
export function cancelOrder(order: TradingOrder): Promise<unknown> {
  for (const field of ['price', 'trigger'] as const) {
    const waiting = headed.get(headedName(order, field))
    if (waiting !== undefined) waiting.isDropped = true
  }
  return command(`-${order.id}`, 'Not cancelled', async () => takeOrder(await tradingCalls.cancel(order.id)))
}
