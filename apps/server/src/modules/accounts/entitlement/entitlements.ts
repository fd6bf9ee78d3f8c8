import { ENTITLEMENT_LEVELS } from '@aerie/core/entitlement-levels'
import type { SUBSCRIPTIONS } from '@aerie/wire/account/accounts'

/** What decides an account's limits. All of it is the server's own reading. */
export type Standing = {
  readonly subscription: (typeof SUBSCRIPTIONS)[number]
  readonly isGoldTierHolder: boolean
  readonly isVip: boolean
  /** Set by the operator; null where the standing decides. */
  readonly dailyCallsOverride: number | null
}

export type Entitlements = {
  /** Calls of info, price and historical a UTC day. */
  readonly dailyCalls: number
  readonly activeAlerts: number
  readonly copiedLeaders: number
  readonly hasIpcTab: boolean
}

/** The one place that decides what an account may do. An account has the highest level that it meets. */
export function entitlements(standing: Standing): Entitlements {
  const level = ENTITLEMENT_LEVELS[levelOf(standing)]
  return { ...level, dailyCalls: standing.dailyCallsOverride ?? level.dailyCalls, hasIpcTab: standing.subscription === 'IPC' }
}

function levelOf({ isVip, subscription, isGoldTierHolder }: Standing): keyof typeof ENTITLEMENT_LEVELS {
  if (isVip) return 'vip'
  if (subscription === 'IPC') return 'IPC'
  return isGoldTierHolder ? 'gold' : 'claw'
}
