import type { SUBSCRIPTIONS } from '@aerie/wire/accounts'

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

/** PRODUCT.md, section Entitlements; each level is at least the one before it. */
const LEVELS = {
  claw: { dailyCalls: 200, activeAlerts: 50, copiedLeaders: 1 },
  gold: { dailyCalls: 2_000, activeAlerts: 200, copiedLeaders: 5 },
  IPC: { dailyCalls: 5_000, activeAlerts: 500, copiedLeaders: 5 },
  vip: { dailyCalls: 50_000, activeAlerts: 1_000, copiedLeaders: 20 },
} as const

/** The one place that decides what an account may do. An account has the highest level that it meets. */
export function entitlements(standing: Standing): Entitlements {
  const level = LEVELS[levelOf(standing)]
  return { ...level, dailyCalls: standing.dailyCallsOverride ?? level.dailyCalls, hasIpcTab: standing.subscription === 'IPC' }
}

function levelOf({ isVip, subscription, isGoldTierHolder }: Standing): keyof typeof LEVELS {
  if (isVip) return 'vip'
  if (subscription === 'IPC') return 'IPC'
  return isGoldTierHolder ? 'gold' : 'claw'
}
