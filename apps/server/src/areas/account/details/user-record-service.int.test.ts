import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountApp, outcome } from '../../../../test/account-app.ts'

let t: Awaited<ReturnType<typeof accountApp>>
beforeAll(async () => {
  t = await accountApp()
})
afterAll(() => t.close())

const path = '/account'

it('changes only the given fields, and the next token contains them', async () => {
  const { token, cookie } = await t.newUser('details@example.org')
  const changed = await t.patch({ path, token, body: { first_name: '  Grace ', time_zone: 'Europe/Berlin' } })
  expect(changed.json()).toEqual({
    data: {
      email: 'details@example.org',
      first_name: 'Grace',
      last_name: 'Lovelace',
      time_zone: 'Europe/Berlin',
      created_at: expect.any(String),
    },
  })
  expect((await t.patch({ path, token, body: { time_zone: null } })).json()).toMatchObject({
    data: { first_name: 'Grace', time_zone: null },
  })
  expect((await t.get({ path, token })).json()).toMatchObject({ data: { first_name: 'Grace', time_zone: null } })
  expect((await t.post({ path: '/auth/refresh', cookie })).json()).toMatchObject({ data: { user: { first_name: 'Grace' } } })
})

it.each([
  [{ first_name: '' }, 'first_name'],
  [{ last_name: '<b>' }, 'last_name'],
  [{ last_name: 'x'.repeat(81) }, 'last_name'],
  [{ last_name: null }, 'last_name'],
  [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
  [{ time_zone: '' }, 'time_zone'],
  [{ email: 'other@example.org' }, ''],
  [{}, ''],
])('names the invalid field of %j and changes nothing', async (body, field) => {
  const { token } = await t.newUser(`wrong-${field || 'none'}-${JSON.stringify(body).length}@example.org`)
  const refused = await t.patch({ path, token, body })
  expect(refused.statusCode).toBe(400)
  expect(Object.keys(refused.json<{ errors: object }>().errors)).toEqual([field])
  expect((await t.get({ path, token })).json()).toMatchObject({ data: { first_name: 'Ada', last_name: 'Lovelace', time_zone: null } })
})

it('requires authentication, rejects a large body and ignores fields that only the server sets', async () => {
  const { token } = await t.newUser('claims@example.org')
  expect(outcome(await t.get({ path }))).toBe('401 unauthenticated')
  expect(outcome(await t.patch({ path, token, body: { first_name: 'x'.repeat(5_000) } }))).toBe('413 payload_too_large')
  expect(outcome(await t.patch({ path, token, body: { last_name: 'L', is_vip: true, subscription: 'IPC' } }))).toBe('200')
  const { user } = (await t.module.sessions.authenticate(token)) ?? {}
  expect(user).toMatchObject({ last_name: 'L', is_vip: false, subscription: 'claw' })
})
