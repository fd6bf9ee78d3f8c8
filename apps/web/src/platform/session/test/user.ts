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

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value), 'utf8').toString('base64url')

/** A token as the server issues it at `issuedAt`, good for 15 minutes, with a signature that nobody checks. */
export const testToken = (issuedAt: number, user = testUser()): string =>
  `${base64url({ alg: 'HS256' })}.${base64url({ ...user, sid: 's1', iat: issuedAt / 1000, exp: issuedAt / 1000 + 900 })}.sig`
