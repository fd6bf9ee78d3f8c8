import type { Price } from '@aerie/core/numbers/units'
import { priceText } from '@aerie/core/numbers/units'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import { create } from 'zustand'
import { ApiError } from '../../lib/http/api-error.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { newUuid } from '../../lib/new-uuid.ts'
import { notify } from '../../ui/states/toast.ts'
import { tradingCalls } from '../account/trading-calls.ts'
import { readMoved, readTrading } from '../account/trading-store.ts'
import type { TicketOrder } from '../ticket/read-ticket.ts'
import * as WORDS from '../trading-words.ts'
import { NO_TRADING_TEXT, noTrading } from './may-trade.ts'
import { sendOrder, takeOrder } from './submissions.ts'

const count = (number: number, one: string): string => `${number} ${number === 1 ? one : `${one}s`}`

/** Commands that wait for an answer, by what they are about: an order's id, a market's symbol, `all`. */
export const useBusy = create<{ readonly of: ReadonlySet<string> }>(() => ({ of: new Set() }))

const setBusy = (name: string, isOn: boolean): void =>
  useBusy.setState(({ of }) => {
    const next = new Set(of)
    if (isOn) next.add(name)
    else next.delete(name)
    return { of: next }
  })

/**
 * Runs a command: once at a time for one thing, not where this window sends none, and with words for the user where it fails.
 *
 * @returns what came of it; null where it was refused or failed, which has been said
 */
export async function command<T>(about: string, what: string, run: () => Promise<T>): Promise<T | null> {
  const refusal = noTrading()
  if (refusal !== null) return say(`${what}: ${NO_TRADING_TEXT[refusal]}`)
  if (useBusy.getState().of.has(about)) return null
  setBusy(about, true)
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Without an answer nobody knows what was done: the account is read instead of guessed.
    if (error.status === 0 || error.status >= 500) void readTrading()
    return say(`${what}: ${errorText(error)}`)
  } finally {
    setBusy(about, false)
  }
}

function say(words: string): null {
  notify('error', words, { multiple: true })
  return null
}

/** Takes an order back. */
export const cancelOrder = ({ id }: TradingOrder): Promise<unknown> =>
  command(id, WORDS.notCanceled, async () => takeOrder(await tradingCalls.cancel(id)))

/** Takes all orders back, stops too: of one market, or of all. */
export const cancelAll = (symbol?: string): Promise<unknown> =>
  command('cancel-all', WORDS.notCanceled, async () => {
    const { canceled } = await tradingCalls.cancelAll(symbol)
    for (const order of canceled) takeOrder(order)
    notify('info', `${count(canceled.length, 'order')} canceled.`)
  })

/**
 * Moves an order to another price: its limit, or where it has none its trigger.
 *
 * @param what is said where it fails
 * @returns whether it was moved
 */
export async function moveOrder(order: TradingOrder, to: Price, what = WORDS.notMoved): Promise<boolean> {
  const change = order.price === null ? { trigger: priceText(to) } : { price: priceText(to) }
  return (await command(order.id, what, async () => tradingCalls.modify(order.id, change).then(took))) !== null
}

/** Moves the trigger of an order that also has a limit. */
export const moveTrigger = (order: TradingOrder, to: Price): Promise<unknown> =>
  command(order.id, WORDS.notMoved, async () => tradingCalls.modify(order.id, { trigger: priceText(to) }).then(took))

const took = (order: TradingOrder): TradingOrder => {
  takeOrder(order)
  return order
}

/** Shares of a position that can be closed. */
export const CLOSE_FRACTIONS = [
  ['0.25', '¼'],
  ['0.5', '½'],
  ['0.75', '¾'],
  ['1', WORDS.all],
] as const

/** Closes a part of a position at the market. */
export const closePosition = ({ symbol }: TradingPosition, fraction: string): Promise<unknown> =>
  command(symbol, WORDS.notClosed, async () => {
    const { orders } = await tradingCalls.close(symbol, { fraction, client_id: newUuid() })
    for (const order of orders) takeOrder(order)
  })

/** Closes a position and opens as much on the other side. */
export const reversePosition = ({ symbol }: TradingPosition): Promise<unknown> =>
  command(symbol, WORDS.notReversed, async () => {
    const { orders } = await tradingCalls.reverse(symbol, { client_id: newUuid() })
    for (const order of orders) takeOrder(order)
    const refused = orders.find(({ state }) => state === 'rejected')
    if (refused !== undefined) notify('warning', WORDS.closedNotReversed(symbol), { multiple: true })
  })

/** How a market is traded: with how much leverage, and what backs the position. */
export type MarketSetting = { readonly leverage: number; readonly margin: 'cross' | 'isolated' }

/** Sets the leverage of a market, for its position and its orders. @returns whether it was set */
export const setLeverage = (symbol: string, { leverage, margin }: MarketSetting): Promise<boolean> =>
  applied(symbol, WORDS.leverageNotChanged, () => tradingCalls.leverage(symbol, { leverage, margin }))

/** Cash to move into the margin of an isolated position, or with a minus sign out of it, under a name of its own: it acts once. */
export type MarginMove = { readonly amount: string; readonly client_id: string }

/** Moves cash into the margin of an isolated position, or out of it. @returns whether it was moved */
export const moveMargin = (symbol: string, move: MarginMove): Promise<boolean> =>
  applied(symbol, WORDS.marginNotChanged, () => tradingCalls.margin(symbol, move))

/** A command whose effect the account's own notices tell; where they are late, it is read. */
async function applied(symbol: string, what: string, run: () => Promise<unknown>): Promise<boolean> {
  if ((await command(symbol, what, run)) === null) return false
  void readMoved()
  return true
}

/** Sends a stop for the whole of a position, as it changes. */
export const addStop = (position: TradingPosition, trigger: Price): Promise<unknown> => {
  const order: TicketOrder = {
    symbol: position.symbol,
    side: position.size.startsWith('-') ? 'buy' : 'sell',
    type: 'stop',
    trigger: priceText(trigger),
    trigger_by: 'mark',
    reduce_only: true,
  }
  return command(position.symbol, WORDS.stopNotSet, async () => {
    const outcome = await sendOrder(order)
    if (outcome.kind === 'refused') notify('error', WORDS.stopNotSetBecause(outcome.words), { multiple: true })
  })
}

/** Kill switch: takes every order back, then closes every position; says which closes wait. */
export const flatten = (): Promise<unknown> =>
  command('flatten', WORDS.notFlattened, async () => {
    const { canceled, closing, waiting } = await tradingCalls.flatten()
    for (const order of [...canceled, ...closing]) takeOrder(order)
    const waits = waiting.map(({ symbol, detail }) => WORDS.notClosedBecause(symbol, detail))
    notify(
      waits.length === 0 ? 'success' : 'warning',
      [`${count(canceled.length, 'order')} canceled, ${count(closing.length, 'position')} closing.`, ...waits].join(' '),
    )
  })

/** Closes the present account and opens a new one with as much to begin with, in USDC. */
export const resetAccount = (deposit: string): Promise<unknown> =>
  command('reset', WORDS.noNewAccount, async () => {
    await tradingCalls.reset(deposit)
    await readTrading()
  })
