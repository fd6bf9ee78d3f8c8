import type { CancelPlan } from './events.ts'
import { end } from './orders/bracket.ts'
import { activeOrders, activeSymbols } from './state.ts'
import { emit, type Turn } from './turn.ts'

/** Starts or renews the dead-man switch; null turns it off. */
export function scheduleCancel(turn: Turn, plan: CancelPlan | null): void {
  if (plan === null && turn.state.scheduled === null) return
  emit(turn, { kind: 'cancelScheduled', schedule: plan && { ...plan, at: turn.now + plan.afterMs } })
}

/** Cancels the account's orders if the switch was not renewed in time, then turns it off. Source: Hyperliquid, scheduleCancel. */
export function fireScheduledCancel(turn: Turn): void {
  const { scheduled } = turn.state
  if (scheduled === null || turn.now < scheduled.at) return
  emit(turn, { kind: 'scheduledCancelFired', due: scheduled.at })
  for (const symbol of activeSymbols(turn.state)) {
    for (const order of activeOrders(turn.state, symbol)) {
      if (!scheduled.keepsReduceOnly || !order.terms.isReduceOnly) end(turn, order, 'scheduledCancel')
    }
  }
}
