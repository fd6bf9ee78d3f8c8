import type { SUBSCRIPTIONS, User } from '@aerie/wire/account/accounts'
import type { users } from '../../../platform/db/schema/accounts.ts'
import { type AccountStatus, entitlements } from '../entitlement/entitlements.ts'

export type UserRow = typeof users.$inferSelect
export type Subscription = (typeof SUBSCRIPTIONS)[number]

/** The API represents a missing wallet as the text `null`. */
export const NO_WALLET = 'null'

export const accountStatusOf = (row: UserRow): AccountStatus => ({
  subscription: row.subscription,
  isGoldTierHolder: row.goldTierHolder,
  isVip: row.isVip,
  dailyCallsOverride: row.dailyCallsOverride,
})

/** User as exposed in tokens and responses; must never include the password hash. */
export const userOf = (row: UserRow, wallet: string | null): User => ({
  user_id: row.id,
  email: row.email,
  first_name: row.firstName,
  last_name: row.lastName,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  daily_api_call_limit: entitlements(accountStatusOf(row)).dailyCalls,
  gold_tier_holder: row.goldTierHolder,
  dashboard_tier: row.dashboardTier,
  is_active: row.isActive,
  is_confirmed: row.isConfirmed,
  is_vip: row.isVip,
  subscription: row.subscription,
  telegram_id: row.telegramId,
  wallet_address: wallet ?? NO_WALLET,
  vested_amount: shortDecimal(row.vestedAmount),
})

/** PostgreSQL pads a numeric to its scale: converts `12.500000000000000000` to `12.5`. */
const shortDecimal = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
