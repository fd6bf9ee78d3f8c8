import { epochMs } from '@aerie/core/time'
import type { User } from '@aerie/wire/account/accounts'
import { expect, it } from 'vitest'
import { accessTokens } from './access-tokens.ts'

const KEY = new Uint8Array(32).fill(7)
const SESSION = '0f4d1f6e-6a56-4b5c-9d0b-0f3a5e2f4c11'
const USER: User = {
  user_id: '5b8c3d2e-1a4f-4c6d-8e7f-9a0b1c2d3e4f',
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'L',
  subscription: 'claw',
  is_confirmed: true,
  is_vip: false,
  gold_tier_holder: false,
  wallet_address: 'null',
  daily_api_call_limit: 200,
  created_at: '2024-01-01T00:00:00.000Z',
  updated_at: '2024-01-01T00:00:00.000Z',
  dashboard_tier: 'none',
  vested_amount: '0',
  is_active: true,
  telegram_id: null,
}

function stage() {
  let now = 1_700_000_000_000
  const tokens = accessTokens({ key: KEY, clock: { now: () => epochMs(now) } })
  return { tokens, pass: (ms: number) => (now += ms), issue: () => tokens.issue(USER, SESSION) }
}

it('reads a token repeatedly until it expires, exact to the second', async () => {
  const { tokens, pass, issue } = stage()
  const token = await issue()
  const first = await tokens.read(token)
  expect(first).toMatchObject({ user_id: USER.user_id, sid: SESSION })
  pass(15 * 60_000 - 1)
  expect(await tokens.read(token)).toEqual(first)
  pass(1)
  expect(await tokens.read(token)).toBeNull()
})

it('does not mistake a token for a cached one that shares its beginning or end', async () => {
  const { tokens, issue } = stage()
  const token = await issue()
  await tokens.read(token)
  const [head, body, signature = ''] = token.split('.')
  const other = await accessTokens({ key: new Uint8Array(32), clock: { now: () => epochMs(1_700_000_000_000) } }).issue(USER, SESSION)
  const forged = [
    `${head}.${body}.${signature.slice(0, -2)}AA`,
    `${head}.${body}.`,
    `${head}.${other.split('.')[1]}.${signature}`,
    other,
    '',
    'a.b.c',
  ]
  for (const text of forged) expect([text, await tokens.read(text)]).toEqual([text, null])
  expect(await tokens.read(token)).not.toBeNull()
})
