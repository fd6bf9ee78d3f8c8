import { type Price, priceText } from '@aerie/core/numbers/units'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import { priceFrom } from '../account/exact.ts'
import { tradingCalls } from '../account/trading-calls.ts'
import { useTradingState } from '../account/trading-store.ts'
import { command } from './commands.ts'
import { takeOrder } from './submissions.ts'

type Field = 'price' | 'trigger'

/** What moving an order changes: its limit, or where it has none its trigger. */
const movedField = ({ price }: Pick<TradingOrder, 'price'>): Field => (price === null ? 'trigger' : 'price')

/** The price that moving an order changes. */
export const movedPrice = (order: Pick<TradingOrder, Field>): Price | null => priceFrom(order[movedField(order)])

/** Where an order is to go, when that is answered, and whether it was canceled since. */
type Heading = { readonly to: Price; readonly answered: Promise<unknown>; isDropped: boolean }

/** By what is moved of which order: of each one move is on its way at most, and the last one waits. */
const headed = new Map<string, Heading>()

const headedName = ({ id }: Pick<TradingOrder, 'id'>, field: Field) => `${field} ${id}`

/** Where an order is on its way to, or waits to be sent; else where it stands. */
export const headedTo = (order: TradingOrder): Price | null => headed.get(headedName(order, movedField(order)))?.to ?? movedPrice(order)

/**
 * Moves an order to another price: its limit, or where it has none its trigger. While an earlier move of it is on its way it waits, and
 * gives way to a later one, or to a cancel.
 *
 * @param what is said where it fails
 * @returns the order as it stood before; null where it was not moved
 */
export const moveOrder = (order: TradingOrder, to: Price, what = 'Not moved'): Promise<TradingOrder | null> =>
  moveField(order, { field: movedField(order), to, what })

/** Moves the trigger of an order that may also have a limit; as `moveOrder`. */
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
    const stood = useTradingState.getState().view?.orders.get(order.id) ?? order
    const moved = await command(name, what, async () => takeOrder(await tradingCalls.modify(order.id, { [field]: priceText(to) })))
    return moved === null ? null : stood
  } finally {
    if (headed.get(name) === own) headed.delete(name)
    resolve()
  }
}

/** Takes an order back, also while a move of it is on its way; one that waits is not sent any more. */
export function cancelOrder(order: TradingOrder): Promise<unknown> {
  for (const field of ['price', 'trigger'] as const) {
    const waiting = headed.get(headedName(order, field))
    if (waiting !== undefined) waiting.isDropped = true
  }
  return command(`-${order.id}`, 'Not canceled', async () => takeOrder(await tradingCalls.cancel(order.id)))
}
