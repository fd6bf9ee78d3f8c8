import type { User } from '@aerie/wire/account/accounts'
import type { SessionService } from '../src/areas/account/sessions/session-service.ts'

const USER: User = {
  user_id: '',
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'L',
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
}

type Sessions = Pick<SessionService, 'authenticate'>
export type TestCaller = NonNullable<Awaited<ReturnType<Sessions['authenticate']>>>

/** A claw subscriber from a token `<word>.<user id>.<session id>`, of any word. */
export function testCaller(token: string, dailyCallsOverride: number | null = null): TestCaller {
  const [, user_id = '', sessionId = ''] = token.split('.')
  const user = { ...USER, user_id }
  const accountStatus = { subscription: 'claw', isGoldTierHolder: false, isVip: false, dailyCallsOverride } as const
  return { sessionId, user, accountStatus, isLeaving: false, claims: { ...user, sid: sessionId, iat: 0, exp: 0 } }
}

export const testSessions: Sessions = { authenticate: async (token) => testCaller(token) }
