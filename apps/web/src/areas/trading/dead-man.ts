import { SECOND_MS } from '@aerie/core/time'
import { serialQueue } from '@aerie/runtime/serial-queue'
import { every } from '@aerie/runtime/ticker'
import type { ScheduledCancel, ScheduledCancelBody } from '@aerie/wire/trading/trading-account'
import { ApiError } from '../../platform/api/api-error.ts'
import { type Moment, momentNow, sinceMs } from '../../platform/browser/elapsed.ts'
import { marketNow, useMarketState } from '../../platform/live/market/market-status.ts'
import { onFigures } from '../../platform/live/market/quotes.ts'
import { notify } from '../../platform/toasts/toast.ts'
import { tradingCalls } from './account/trading-calls.ts'
import { useTradingState } from './account/trading-state.ts'
import { patchView, readTrading } from './account/trading-store.ts'
import { command } from './orders/commands.ts'
import { noTrading } from './orders/may-trade.ts'

/** Renewals per timeout, so that one lost call does not trigger the switch. */
const RENEWALS = 3

const scheduledNow = (): ScheduledCancel | null => useTradingState.getState().view?.account.scheduled_cancel ?? null

const setScheduled = (scheduled: ScheduledCancel | null): void =>
  patchView((view) => ({ ...view, account: { ...view.account, scheduled_cancel: scheduled } }))

/** Wall-clock seconds of a timeout in market seconds. */
export const wallSeconds = (seconds: number, speed: number): number => seconds / Math.max(speed, 1)

/** Whether a timeout can be renewed in time: at most one renewal a second. */
export const isRenewable = (seconds: number, speed: number): boolean => wallSeconds(seconds, speed) >= RENEWALS

/** User changes, in order, so that the last one wins. */
const turns = serialQueue()
const changes = new Set<Promise<unknown>>()
/** Pending renewals: one that arrived after the switch was turned off would turn it on again. */
const renewals = new Set<Promise<unknown>>()

async function change(what: string, call: () => Promise<ScheduledCancel | null>): Promise<unknown> {
  const running = turns.run(async () => {
    await Promise.allSettled(renewals)
    return command('dead-man', what, async () => setScheduled(await call()))
  })
  changes.add(running)
  try {
    return await running
  } finally {
    changes.delete(running)
  }
}

/** Starts or restarts the dead-man switch. */
export const setDeadMan = (body: ScheduledCancelBody): Promise<unknown> =>
  change('The dead-man switch was not set', () => tradingCalls.scheduleCancel(body))

export const dropDeadMan = (): Promise<unknown> => change('The dead-man switch was not turned off', tradingCalls.dropScheduledCancel)

/** Failures are silent: the countdown continues and the next renewal may succeed. An expired switch is never restarted automatically. */
export async function renewDeadMan(): Promise<void> {
  const scheduled = scheduledNow()
  if (scheduled === null || changes.size > 0 || noTrading() !== null) return
  if ((marketNow() ?? 0) >= Date.parse(scheduled.at)) return void readTrading()
  const renewal = tradingCalls.scheduleCancel({ seconds: scheduled.seconds, keep_reduce_only: scheduled.keep_reduce_only })
  renewals.add(renewal)
  try {
    setScheduled(await renewal)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  } finally {
    renewals.delete(renewal)
  }
}

const speedNow = (): number => useMarketState.getState().status?.speed ?? 1

/** Renews the switch while it is set, and reports when it has fired. @returns stop function */
export function keepDeadManAlive(): () => void {
  let renewedAt: Moment | null = null
  const renew = (): void => {
    const scheduled = scheduledNow()
    if (scheduled === null || changes.size > 0 || renewals.size > 0) return
    const everyMs = Math.max(wallSeconds(scheduled.seconds, speedNow()) / RENEWALS, 1) * SECOND_MS
    if (renewedAt !== null && sinceMs(renewedAt) < everyMs) return
    renewedAt = momentNow()
    renewDeadMan().catch((error: unknown) => reportError(error))
  }
  // Also on price ticks: browsers throttle timers of background tabs to once a minute, but deliver socket messages at once.
  const stops = [every(SECOND_MS, renew, { atOnce: true }), onFigures(renew), useTradingState.subscribe(notifyFired)]
  return () => {
    for (const stop of stops) stop()
  }
}

type Held = ReturnType<typeof useTradingState.getState>

/** A switch that disappears after its time has fired; before it, it was turned off. */
function notifyFired({ view }: Held, { view: before }: Held): void {
  const was = before?.account.scheduled_cancel
  if (was == null || view === null || view.account.id !== before?.account.id || view.account.scheduled_cancel !== null) return
  if ((marketNow() ?? 0) >= Date.parse(was.at))
    notify('warning', 'The dead-man switch has cancelled your orders. It is now off.', { multiple: true })
}
