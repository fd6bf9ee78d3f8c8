import { DAY_MS, HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { outcome, PASSWORD } from '../../../../test/account-app.ts'
import { type TradingStage, tradingStage } from '../../../../test/trading-stage.ts'
import { users } from '../../../platform/db/schema/accounts.ts'
import { workspaceDocuments } from '../../../platform/db/schema/workspace.ts'
import { hasNoOpenAccount } from '../../trading/index.ts'
import { deletionWorker } from './deletion-worker.ts'
import { OWNED_BY, PERSONAL_TABLES } from './personal-tables.ts'

let stage: TradingStage
let t: TradingStage['accounts']
beforeAll(async () => {
  stage = await tradingStage()
  t = stage.accounts
})
afterAll(() => stage.close())

const closeTrading = (userId: string) => stage.stage().trading.closeAllOf(userId)
const forgotten: string[] = []
const worker = (close = closeTrading) =>
  deletionWorker({
    db: t.db,
    clock: t.clock,
    logger: pino({ level: 'silent' }),
    queueMail: async (_db, mail) => void t.mails.push(mail),
    announce: t.module.sessions.announce,
    steps: [{ isErasable: hasNoOpenAccount, makeErasable: close }, { afterErasing: (userId) => void forgotten.push(userId) }],
  })
const path = '/account/deletion'
const logIn = (email: string, from = '192.0.2.9') => t.post({ path: '/auth/login', body: { email, password: PASSWORD }, from })
const endsAt = (answer: { json: () => { data: { ends_at: string | null } } }) => answer.json().data.ends_at
const subjects = (email: string) => t.mails.filter(({ to }) => to === email).map(({ subject }) => subject)
const rowOf = async (id: string) => (await t.db.select().from(users).where(eq(users.id, id)))[0]
const countOf = async (name: string, userId: string): Promise<number> => {
  const where = OWNED_BY[PERSONAL_TABLES[name]?.belongs ?? 'user']
  return (await t.db.$client.query(`select 1 from "${name}" where ${where}`, [userId])).rows.length
}
const [BEGUN, STAYS, DONE] = ['Your Aerie account will be deleted', 'Your Aerie account stays', 'Your Aerie account was deleted']

it('starts once, keeps its date, ends other sessions, sends a mail, and can be canceled only by its user', async () => {
  const { token } = await t.newUser('begin@example.org')
  const other = await t.newUser('other@example.org')
  const second = (await logIn('begin@example.org')).json<{ data: { token: string } }>().data.token
  const expires_at = new Date(t.clock.now() + DAY_MS).toISOString()
  const makeToken = () => t.post({ path: '/account/tokens', token, body: { name: 'x', scopes: ['trading:read'], expires_at } })
  expect(outcome(await makeToken())).toBe('201')
  const answers = await Promise.all([t.post({ path, token }), t.post({ path, token })])
  const end = new Date(t.clock.now() + 7 * DAY_MS).toISOString()
  expect(answers.map(endsAt)).toEqual([end, end])
  t.clock.advance(MINUTE_MS)
  expect(endsAt(await t.post({ path, token }))).toBe(end)
  expect(outcome(await t.get({ path, token: second }))).toMatch(/^401/)
  expect(outcome(await makeToken())).toMatch(/^422 rule_broken/)
  expect((await t.get({ path: '/account/tokens', token })).json()).toEqual({ data: [] })
  expect(subjects('begin@example.org').filter((subject) => subject === BEGUN)).toHaveLength(1)
  expect(endsAt(await t.delete({ path, token: other.token }))).toBeNull()
  expect(endsAt(await t.get({ path, token }))).toBe(end)
  expect(endsAt(await t.delete({ path, token }))).toBeNull()
  expect(endsAt(await t.delete({ path, token }))).toBeNull()
  expect(outcome(await makeToken())).toBe('201')
  expect(subjects('begin@example.org').filter((subject) => subject === STAYS)).toHaveLength(1)
  expect(subjects('other@example.org')).not.toContain(STAYS)
})

it('requires reauthentication', async () => {
  const { token } = await t.newUser('proof@example.org')
  t.clock.advance(11 * MINUTE_MS)
  const fresh = (await t.post({ path: '/auth/login', body: { email: 'proof@example.org', password: PASSWORD } })).json<{
    data: { token: string }
  }>()
  expect(outcome(await t.post({ path, token }))).toMatch(/^40[13]/)
  expect(outcome(await t.post({ path, token: fresh.data.token }))).toBe('200')
})

it('is canceled by a login within the seven days, which sends a mail, but not by a wrong password', async () => {
  const { token, user } = await t.newUser('cancel@example.org')
  await t.post({ path, token })
  t.clock.advance(6 * DAY_MS)
  await t.post({ path: '/auth/login', body: { email: user.email, password: 'not the right one' }, from: '192.0.2.10' })
  expect((await rowOf(user.user_id))?.deletionDueAt).not.toBeNull()
  await worker().work()
  expect(outcome(await logIn(user.email))).toBe('200')
  t.clock.advance(2 * DAY_MS)
  await worker().work()
  expect(await rowOf(user.user_id)).toMatchObject({ email: user.email, isActive: true, deletionDueAt: null })
  expect(subjects(user.email)).toContain(STAYS)
  expect(subjects(user.email)).not.toContain(DONE)
})

it('lets the requester close and cancel, and nothing else, until the deletion is canceled', async () => {
  const { token } = await t.newUser('leaving@example.org')
  stage.book()
  const order = { symbol: 'SOL', side: 'buy', size: '1' }
  const market = (client_id: string) => stage.call('POST', token, '/orders', { ...order, client_id, type: 'market' })
  const limit = (client_id: string) => stage.call('POST', token, '/orders', { ...order, client_id, type: 'limit', price: '99' })
  expect((await market('open')).status).toBe(201)
  const resting = (await limit('rest')).data as { id: string }
  await limit('rest-2')
  await t.post({ path, token })
  const refused = await Promise.all([
    market('more'),
    limit('more-2'),
    stage.call('POST', token, '/orders', { ...order, client_id: 'slow', type: 'twap', minutes: 30 }),
    stage.call('POST', token, '/orders', { ...order, client_id: 'stop', type: 'stop', trigger: '200' }),
    stage.call('PATCH', token, `/orders/${resting.id}`, { price: '98' }),
    stage.call('POST', token, '/positions/SOL/reverse', { client_id: 'turn' }),
    stage.call('POST', token, '/positions/SOL/leverage', { leverage: 5 }),
    stage.call('POST', token, '/trading/account/reset', { deposit: '10000' }),
  ])
  expect(refused.map(({ status, code }) => `${status} ${code}`)).toEqual(refused.map(() => '422 account_leaving'))
  expect((await stage.call('DELETE', token, `/orders/${resting.id}`)).status).toBe(200)
  expect((await stage.call('POST', token, '/positions/SOL/close', { fraction: '0.5', client_id: 'half' })).status).toBe(200)
  expect((await stage.call('POST', token, '/trading/flatten')).status).toBe(200)
  await t.delete({ path, token })
  expect((await market('again')).status).toBe(201)
})

it('deletes personal data once, ends open positions and orders like a reset, and leaves other users unchanged', async () => {
  const { token, user } = await t.newUser('gone@example.org')
  const other = await t.newUser('stays@example.org')
  const id = user.user_id
  stage.book()
  const order = { symbol: 'SOL', side: 'buy', size: '1' }
  expect(await stage.call('POST', token, '/orders', { ...order, client_id: 'open', type: 'market' })).toMatchObject({ status: 201 })
  expect(await stage.call('POST', token, '/orders', { ...order, client_id: 'rest', type: 'limit', price: '99' })).toMatchObject({
    status: 201,
  })
  for (const userId of [id, other.user.user_id]) {
    const row = { userId, kind: 'layout', name: 'mine', body: {}, version: 1, updatedAt: new Date() } as const
    await t.db.insert(workspaceDocuments).values(row)
  }
  await t.post({ path, token })
  t.clock.advance(7 * DAY_MS - HOUR_MS)
  await worker().work()
  expect((await rowOf(id))?.email).toBe(user.email)
  t.clock.advance(HOUR_MS)

  await worker(() => Promise.reject(new Error('stopped'))).work()
  expect(await rowOf(id)).toMatchObject({ email: user.email, isActive: false, deletedAt: null })
  expect(outcome(await logIn(user.email))).toMatch(/account_inactive/)
  expect(await countOf('workspace_documents', id)).toBe(1)
  await closeTrading(id)
  await Promise.all([worker().work(), worker().work()])
  await worker().work()

  expect(await rowOf(id)).toMatchObject({ email: `deleted:${id}`, firstName: '', lastName: '', passwordHash: '', isActive: false })
  expect(forgotten).toContain(id)
  expect(forgotten).not.toContain(other.user.user_id)
  expect(subjects(user.email).filter((subject) => subject === DONE)).toHaveLength(1)
  const erased = Object.entries(PERSONAL_TABLES).flatMap(([name, { staysPseudonymous }]) => (staysPseudonymous === true ? [] : [name]))
  for (const name of erased) expect([name, await countOf(name, id)]).toEqual([name, 0])
  const trips = await t.db.$client.query('select money_reason, net from journal_trips where user_id = $1', [id])
  expect(trips.rows).toEqual([{ money_reason: 'account_reset', net: null }])
  expect(await countOf('journal_facts', id)).toBe(1)
  expect((await t.db.$client.query('select 1 from trading_accounts where user_id = $1 and closed_at is null', [id])).rows).toEqual([])
  expect(await countOf('workspace_documents', other.user.user_id)).toBe(1)
  expect(await rowOf(other.user.user_id)).toMatchObject({ email: 'stays@example.org', isActive: true })
})

it('creates a new account when a deleted address signs up again', async () => {
  const { token, user } = await t.newUser('again@example.org')
  await t.post({ path, token })
  t.clock.advance(7 * DAY_MS)
  await worker().work()
  const recreated = await t.newUser('again@example.org')
  expect(recreated.user.user_id).not.toBe(user.user_id)
  expect(endsAt(await t.get({ path, token: recreated.token }))).toBeNull()
  expect(outcome(await t.post({ path: '/auth/login', body: { email: `deleted:${user.user_id}`, password: '' } }))).toMatch(/^400/)
})
