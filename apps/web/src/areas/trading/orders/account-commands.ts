import { ApiError } from '../../../platform/api/api-error.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { tradingCalls } from '../account/trading-calls.ts'
import { readMoved, readTrading } from '../account/trading-store.ts'
import { command, positionCommand } from './commands.ts'
import { takeOrder } from './submissions.ts'

const count = (number: number, one: string): string => `${number} ${number === 1 ? one : `${one}s`}`

/** Cancels all orders, including stops: of one market, or of all. */
export const cancelAll = (symbol?: string): Promise<unknown> =>
  command(symbol === undefined ? 'cancel-all' : `cancel-all ${symbol}`, 'Not cancelled', async () => {
    const { canceled } = await tradingCalls.cancelAll(symbol)
    for (const order of canceled) takeOrder(order)
    notify('info', `${count(canceled.length, 'order')} cancelled.`)
  })

export type MarketSetting = { readonly leverage: number; readonly margin: 'cross' | 'isolated' }

export const setLeverage = (symbol: string, { leverage, margin }: MarketSetting): Promise<boolean> =>
  applied(symbol, 'The leverage was not changed', () => tradingCalls.leverage(symbol, { leverage, margin }))

/** Cash to add to an isolated position's margin (negative: remove). `client_id` makes it idempotent. */
export type MarginMove = { readonly amount: string; readonly client_id: string }

/** `onRefused`: the server has decided; with the same `client_id` it would repeat its answer, whatever has changed since. */
export const moveMargin = (symbol: string, move: MarginMove, onRefused: () => void): Promise<boolean> =>
  applied(symbol, 'The margin was not changed', () =>
    tradingCalls.margin(symbol, move).catch((error: unknown) => {
      // After any other error, an earlier attempt with this `client_id` may have been applied.
      if (error instanceof ApiError && error.code === 'rule_broken') onRefused()
      throw error
    }),
  )

async function applied(symbol: string, what: string, run: () => Promise<unknown>): Promise<boolean> {
  if ((await positionCommand(symbol, what, run)) === null) return false
  void readMoved()
  return true
}

/** Kill switch: cancels every order, then closes every position; reports closes still pending. */
export const flatten = (): Promise<unknown> =>
  command('flatten', 'Not flattened', async () => {
    const { canceled, closing, waiting } = await tradingCalls.flatten()
    for (const order of [...canceled, ...closing]) takeOrder(order)
    const waits = waiting.map(({ symbol, detail }) => `${symbol} is not closed: ${detail}`)
    notify(
      waits.length === 0 ? 'success' : 'warning',
      [`${count(canceled.length, 'order')} cancelled, ${count(closing.length, 'position')} closing.`, ...waits].join(' '),
    )
  })

/** Closes the current account and opens a new one with this deposit in USDC. */
export const resetAccount = (deposit: string): Promise<unknown> =>
  command('reset', 'No new account was opened', async () => {
    await tradingCalls.reset(deposit)
    await readTrading()
  })
