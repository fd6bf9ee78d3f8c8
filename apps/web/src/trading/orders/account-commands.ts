import { ApiError } from '../../lib/http/api-error.ts'
import { notify } from '../../ui/states/toast.ts'
import { tradingCalls } from '../account/trading-calls.ts'
import { readMoved, readTrading } from '../account/trading-store.ts'
import { command, positionCommand } from './commands.ts'
import { takeOrder } from './submissions.ts'

const count = (number: number, one: string): string => `${number} ${number === 1 ? one : `${one}s`}`

/** Takes all orders back, stops too: of one market, or of all. */
export const cancelAll = (symbol?: string): Promise<unknown> =>
  command(symbol === undefined ? 'cancel-all' : `cancel-all ${symbol}`, 'Not canceled', async () => {
    const { canceled } = await tradingCalls.cancelAll(symbol)
    for (const order of canceled) takeOrder(order)
    notify('info', `${count(canceled.length, 'order')} canceled.`)
  })

/** How a market is traded: with how much leverage, and what backs the position. */
export type MarketSetting = { readonly leverage: number; readonly margin: 'cross' | 'isolated' }

/** Sets the leverage of a market, for its position and its orders. @returns whether it was set */
export const setLeverage = (symbol: string, { leverage, margin }: MarketSetting): Promise<boolean> =>
  applied(symbol, 'The leverage was not changed', () => tradingCalls.leverage(symbol, { leverage, margin }))

/** Cash to move into the margin of an isolated position, or with a minus sign out of it, under a name of its own: it acts once. */
export type MarginMove = { readonly amount: string; readonly client_id: string }

/**
 * Moves cash into the margin of an isolated position, or out of it.
 *
 * @param onRefused told that the server has judged it: under the same name it would say the same again, whatever has changed since
 * @returns whether it was moved
 */
export const moveMargin = (symbol: string, move: MarginMove, onRefused: () => void): Promise<boolean> =>
  applied(symbol, 'The margin was not changed', () =>
    tradingCalls.margin(symbol, move).catch((error: unknown) => {
      // No other error says that this name has done nothing: an earlier try under it may have arrived.
      if (error instanceof ApiError && error.code === 'rule_broken') onRefused()
      throw error
    }),
  )

/** A command whose effect the account's own notices tell; where they are late, it is read. */
async function applied(symbol: string, what: string, run: () => Promise<unknown>): Promise<boolean> {
  if ((await positionCommand(symbol, what, run)) === null) return false
  void readMoved()
  return true
}

/** Kill switch: takes every order back, then closes every position; says which closes wait. */
export const flatten = (): Promise<unknown> =>
  command('flatten', 'Not flattened', async () => {
    const { canceled, closing, waiting } = await tradingCalls.flatten()
    for (const order of [...canceled, ...closing]) takeOrder(order)
    const waits = waiting.map(({ symbol, detail }) => `${symbol} is not closed: ${detail}`)
    notify(
      waits.length === 0 ? 'success' : 'warning',
      [`${count(canceled.length, 'order')} canceled, ${count(closing.length, 'position')} closing.`, ...waits].join(' '),
    )
  })

/** Closes the present account and opens a new one with as much to begin with, in USDC. */
export const resetAccount = (deposit: string): Promise<unknown> =>
  command('reset', 'No new account was opened', async () => {
    await tradingCalls.reset(deposit)
    await readTrading()
  })
