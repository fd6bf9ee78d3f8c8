import type { CancelPlan } from './cancel-plan.ts'
import { end } from './orders/bracket.ts'
import { activeOrders, activeSymbols } from './state.ts'
import { emit, type Turn } from './turn.ts'

/** Starts the dead-man switch or renews it; null turns it off. */
export function scheduleCancel(turn: Turn, plan: CancelPlan | null): void {
  if (plan === null && turn.state.scheduled === null) return
  emit(turn, { kind: 'cancelScheduled', schedule: plan && { ...plan, at: turn.now + plan.afterMs } })
}

/**
 * Ends the account's orders where the dead-man switch was not renewed in time, and turns it off: it fires once.
 *
 * Source: Hyperliquid, scheduleCancel
 */
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
