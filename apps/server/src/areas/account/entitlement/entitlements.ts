import { ENTITLEMENT_LEVELS } from '@aerie/core/entitlement-levels'
import type { SUBSCRIPTIONS } from '@aerie/wire/account/accounts'

export type AccountStatus = {
  readonly subscription: (typeof SUBSCRIPTIONS)[number]
  readonly isGoldTierHolder: boolean
  readonly isVip: boolean
  /** Set by the operator; null for the default. */
  readonly dailyCallsOverride: number | null
}

export type Entitlements = {
  /** Info, price and historical calls per UTC day. */
  readonly dailyCalls: number
  readonly activeAlerts: number
  readonly copiedLeaders: number
  readonly hasIpcTab: boolean
}

/** The only place that decides entitlements. An account has the highest level it qualifies for. */
export function entitlements(accountStatus: AccountStatus): Entitlements {
  const level = ENTITLEMENT_LEVELS[levelOf(accountStatus)]
  return { ...level, dailyCalls: accountStatus.dailyCallsOverride ?? level.dailyCalls, hasIpcTab: accountStatus.subscription === 'IPC' }
}

function levelOf({ isVip, subscription, isGoldTierHolder }: AccountStatus): keyof typeof ENTITLEMENT_LEVELS {
  if (isVip) return 'vip'
  if (subscription === 'IPC') return 'IPC'
  return isGoldTierHolder ? 'gold' : 'claw'
}
