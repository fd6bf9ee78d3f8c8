import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import { create } from 'zustand'
import { ApiError } from '../../../platform/api/api-error.ts'
import { errorText } from '../../../platform/api/error-text.ts'
import { newUuid } from '../../../platform/browser/new-uuid.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { tradingCalls } from '../account/trading-calls.ts'
import { readTrading } from '../account/trading-store.ts'
import { NO_TRADING_TEXT, noTrading } from './may-trade.ts'
import { takeOrder } from './submissions.ts'

/** Pending commands by subject: a price of an order, its cancel, a market's symbol, `cancel-all`. */
export const useBusy = create<{ readonly of: ReadonlySet<string> }>(() => ({ of: new Set() }))

const setBusy = (name: string, isOn: boolean): void =>
  useBusy.setState(({ of }) => {
    const next = new Set(of)
    if (isOn) next.add(name)
    else next.delete(name)
    return { of: next }
  })

/** One command at a time per subject; none while trading is disabled. @returns null if it was refused or failed (already reported) */
export async function command<T>(about: string, what: string, run: () => Promise<T>): Promise<T | null> {
  const refusal = noTrading()
  if (refusal !== null) return notifyError(`${what}: ${NO_TRADING_TEXT[refusal]}`)
  if (useBusy.getState().of.has(about)) return null
  setBusy(about, true)
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Without a response the outcome is unknown: refetches the account instead of guessing.
    if (error.status === 0 || error.status >= 500) void readTrading()
    return notifyError(`${what}: ${errorText(error)}`)
  } finally {
    setBusy(about, false)
  }
}

function notifyError(text: string): null {
  notify('error', text, { multiple: true })
  return null
}

/** A non-idempotent command on a position: refused with a notice while an earlier one is pending, as its outcome is unknown. */
export const positionCommand = <T>(symbol: string, what: string, run: () => Promise<T>): Promise<T | null> =>
  useBusy.getState().of.has(symbol)
    ? Promise.resolve(notifyError(`${what}: ${`an earlier command for ${symbol} still waits for its answer. Try again then.`}`))
    : command(symbol, what, run)

export const CLOSE_FRACTIONS = [
  ['0.25', '¼'],
  ['0.5', '½'],
  ['0.75', '¾'],
  ['1', 'All'],
] as const

export const closePosition = ({ symbol }: TradingPosition, fraction: string): Promise<unknown> =>
  positionCommand(symbol, 'Not closed', async () => {
    const { orders } = await tradingCalls.close(symbol, { fraction, client_id: newUuid() })
    for (const order of orders) takeOrder(order)
  })

/** Sends the stop that the book could not fill again. Two windows place it once: the second is refused as `alreadyProtected`. */
export const rearmStop = ({ symbol }: TradingPosition): Promise<unknown> =>
  positionCommand(symbol, 'Not re-armed', async () => {
    const { orders } = await tradingCalls.rearm(symbol, { client_id: newUuid() })
    for (const order of orders) takeOrder(order)
  })

export const reversePosition = ({ symbol }: TradingPosition): Promise<unknown> =>
  positionCommand(symbol, 'Not reversed', async () => {
    const { orders } = await tradingCalls.reverse(symbol, { client_id: newUuid() })
    for (const order of orders) takeOrder(order)
    const refused = orders.find(({ state }) => state === 'rejected')
    if (refused !== undefined) notify('warning', `${symbol}: closed, but the other side was not opened.`, { multiple: true })
  })
