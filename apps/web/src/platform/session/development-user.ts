import type { User } from '@aerie/wire/account/accounts'

/** Authorizes no route or call. The text `aerie-development-placeholder` must never appear in a production build. */
export const DEVELOPMENT_USER: User = {
  user_id: 'aerie-development-placeholder',
  email: 'developer@localhost',
  first_name: 'Development',
  last_name: 'User',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  daily_api_call_limit: 0,
  gold_tier_holder: false,
  dashboard_tier: 'none',
  is_active: true,
  is_confirmed: true,
  is_vip: false,
  subscription: 'claw',
  telegram_id: null,
  wallet_address: 'null',
  vested_amount: '0',
}
