import { SECOND_MS } from '@aerie/core/time'
import { serialQueue } from '@aerie/runtime/serial-queue'
import { every } from '@aerie/runtime/ticker'
import type { ScheduledCancel, ScheduledCancelBody } from '@aerie/wire/trading/trading-account'
import { type Moment, momentNow, sinceMs } from '../lib/elapsed.ts'
import { ApiError } from '../lib/http/api-error.ts'
import { marketNow, useMarketState } from '../live/market/market-status.ts'
import { onFigures } from '../live/market/quotes.ts'
import { notify } from '../ui/states/toast.ts'
import { tradingCalls } from './account/trading-calls.ts'
import { patchView, readTrading, useTradingState } from './account/trading-store.ts'
import { command } from './orders/commands.ts'
import { noTrading } from './orders/may-trade.ts'

/** How often a switch is renewed within its time, so that one lost call does not set it off. */
const RENEWALS = 3

const scheduledNow = (): ScheduledCancel | null => useTradingState.getState().view?.account.scheduled_cancel ?? null

const put = (scheduled: ScheduledCancel | null): void =>
  patchView((view) => ({ ...view, account: { ...view.account, scheduled_cancel: scheduled } }))

/** How many seconds of the clock on the wall a switch of so many seconds of the market has. */
export const wallSeconds = (seconds: number, speed: number): number => seconds / Math.max(speed, 1)

/** Whether a switch of so many seconds can be renewed in time: once a second at the fastest. */
export const isRenewable = (seconds: number, speed: number): boolean => wallSeconds(seconds, speed) >= RENEWALS

/** What the user wants of the switch: each after the one before it, so that the last holds. */
const turns = serialQueue()
let changes = 0
/** On their way. One that arrived after the switch was turned off would turn it on again. */
const renewals = new Set<Promise<unknown>>()

async function change(what: string, call: () => Promise<ScheduledCancel | null>): Promise<unknown> {
  changes += 1
  try {
    return await turns.run(async () => {
      await Promise.allSettled(renewals)
      return command('dead-man', what, async () => put(await call()))
    })
  } finally {
    changes -= 1
  }
}

/** Starts the dead-man switch, or sets it anew. */
export const setDeadMan = (body: ScheduledCancelBody): Promise<unknown> =>
  change('The dead-man switch was not set', () => tradingCalls.scheduleCancel(body))

/** Turns the dead-man switch off. */
export const dropDeadMan = (): Promise<unknown> => change('The dead-man switch was not turned off', tradingCalls.dropScheduledCancel)

/**
 * Renews the switch once. Without an answer nothing is said: the time that is left goes on falling, and the next renewal may come in
 * time. One whose time is over is not begun anew by itself.
 */
export async function renewDeadMan(): Promise<void> {
  const scheduled = scheduledNow()
  if (scheduled === null || changes > 0 || noTrading() !== null) return
  if ((marketNow() ?? 0) >= Date.parse(scheduled.at)) return void readTrading()
  const renewal = tradingCalls.scheduleCancel({ seconds: scheduled.seconds, keep_reduce_only: scheduled.keep_reduce_only })
  renewals.add(renewal)
  try {
    put(await renewal)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  } finally {
    renewals.delete(renewal)
  }
}

const speedNow = (): number => useMarketState.getState().status?.speed ?? 1

/** Keeps the switch from firing while it is called for, and says when it has fired. @returns how to stop */
export function keepDeadManAlive(): () => void {
  let renewedAt: Moment | null = null
  const renew = (): void => {
    const scheduled = scheduledNow()
    if (scheduled === null || changes > 0 || renewals.size > 0) return
    const everyMs = Math.max(wallSeconds(scheduled.seconds, speedNow()) / RENEWALS, 1) * SECOND_MS
    if (renewedAt !== null && sinceMs(renewedAt) < everyMs) return
    renewedAt = momentNow()
    renewDeadMan().catch((error: unknown) => reportError(error))
  }
  // By prices too: browsers run the timers of a tab in the background once a minute, and what its socket hears at once.
  const stops = [every(SECOND_MS, renew, { atOnce: true }), onFigures(renew), useTradingState.subscribe(tellFired)]
  return () => {
    for (const stop of stops) stop()
  }
}

type Held = ReturnType<typeof useTradingState.getState>

/** A switch that is gone after its time has fired; one that is gone before was turned off. */
function tellFired({ view }: Held, { view: before }: Held): void {
  const was = before?.account.scheduled_cancel
  if (was == null || view === null || view.account.id !== before?.account.id || view.account.scheduled_cancel !== null) return
  if ((marketNow() ?? 0) >= Date.parse(was.at))
    notify('warning', 'The dead-man switch has canceled your orders. It is now off.', { multiple: true })
}
