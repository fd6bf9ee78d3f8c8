import type { User } from '@aerie/wire/account/accounts'

/** A claw subscriber without a wallet, for tests. */
export const testUser = (more: Partial<User> = {}): User => ({
  user_id: 'u1',
  email: 'zoë@example.com',
  first_name: 'Zoë',
  last_name: 'Ω',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  daily_api_call_limit: 200,
  gold_tier_holder: false,
  dashboard_tier: 'none',
  is_active: true,
  is_confirmed: true,
  is_vip: false,
  subscription: 'claw',
  telegram_id: null,
  wallet_address: 'null',
  vested_amount: '0',
  ...more,
})
