import { randomUUID } from 'node:crypto'
import { DECIMALS, parseDecimal } from '@aerie/core/numbers/units'
import { DAY_MS, epochMs, MINUTE_MS } from '@aerie/core/time'
import { LESSONS } from '@aerie/learn/lessons'
import { storedForm } from '@aerie/trading/stored/stored'
import type { AlertTerms } from '@aerie/wire/alerts/alert-rows'
import { checkLessonTask, dueQuestion, lesson, lessonHead, lessonsProgress, lessonVerdict } from '@aerie/wire/learn'
import { listPage } from '@aerie/wire/problem'
import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { outcome } from '../../../test/account-app.ts'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { testApp } from '../../../test/test-app.ts'
import { users } from '../../platform/db/schema/accounts.ts'
import { alerts } from '../../platform/db/schema/alerts.ts'
import { lessonAnswers, lessonTasks } from '../../platform/db/schema/learn.ts'
import { tradingAccounts, tradingEvents } from '../../platform/db/schema/trading.ts'
import { workspaceDocuments } from '../../platform/db/schema/workspace.ts'
import { readyAnswers } from '../../platform/http/ready-answers.ts'
import { linkedWallets } from '../account/index.ts'
import { alertRepository } from '../alerts/store.ts'
import { tripRepository } from '../journal/trips/trip-repository.ts'
import { accountHistory } from '../trading/index.ts'
import { documentRepository } from '../workspace/store.ts'
import { learnRoutes } from './routes.ts'
import { learnService } from './service.ts'
import { taskFacts } from './task-facts.ts'

const isCoin = (symbol: string): boolean => ['BTC', 'ETH', 'SOL', 'XRP'].includes(symbol)
const T0 = Date.UTC(2026, 0, 15, 9)
let now = T0
let database: TestDatabase
let app: FastifyInstance
let user: string
beforeAll(async () => {
  database = await testDatabase()
  app = testApp().app
  const clock = { now: () => epochMs(now) }
  const { db } = database
  const factsOf = taskFacts({
    isCoin,
    trading: accountHistory(db),
    alerts: alertRepository(db),
    journal: tripRepository(db),
    workspace: documentRepository(db),
    account: { walletsOf: async (userId) => (await linkedWallets(db).list(userId)).map(({ address }) => address) },
  })
  await app.register(
    learnRoutes({
      answers: readyAnswers({}),
      learn: learnService({ db: database.db, clock, factsOf }),
      clock,
    }),
  )
})
beforeEach(async () => {
  now = T0
  user = await newUser()
})
afterAll(async () => {
  await app.close()
  await database.close()
})

async function newUser(): Promise<string> {
  const [id, at] = [randomUUID(), new Date(T0)]
  await database.db
    .insert(users)
    .values({ id, email: `${id}@example.com`, passwordHash: '', firstName: 'A', lastName: 'B', createdAt: at, updatedAt: at })
  return id
}

type Call = { readonly body?: unknown; readonly as?: string | null; readonly key?: string }
const send = (method: 'GET' | 'POST', path: string, { body, as = user, key }: Call = {}) =>
  app.inject({
    method,
    url: `/api/v1/lessons${path}`,
    headers: { ...(as === null ? {} : { authorization: `Bearer a.${as}.c` }), ...(key === undefined ? {} : { 'idempotency-key': key }) },
    ...(body === undefined ? {} : { payload: body as object }),
  })
type Answer = Awaited<ReturnType<typeof send>>
const dataOf = <S extends z.core.$ZodType>(schema: S, answer: Answer): z.output<S> => z.parse(schema, answer.json<{ data: unknown }>().data)

const [FIRST] = LESSONS[0]?.quiz ?? []
const RIGHT = FIRST?.right ?? ''
const WRONG = FIRST?.choices.find(({ id }) => id !== RIGHT)?.id ?? ''
const QUESTION = FIRST?.id ?? ''
const answer = (choice: string, more: Call = {}) => send('POST', '/first-trade/answers', { body: { question: QUESTION, choice }, ...more })
const progress = async (as = user) => dataOf(lessonsProgress, await send('GET', '/progress', { as }))
const reviewPage = async (query: string, as = user) => z.parse(listPage(dueQuestion), (await send('GET', `/review${query}`, { as })).json())
const review = async (as = user) => (await reviewPage('', as)).data
const checkTask = async (id: string, as = user) => dataOf(checkLessonTask.returns, await send('POST', `/${id}/task`, { as }))

it('lets everybody read all lessons, without revealing the correct answers', async () => {
  const { data: heads } = z.parse(listPage(lessonHead), (await send('GET', '', { as: null })).json())
  expect(heads.map(({ id }) => id)).toEqual(LESSONS.map(({ id }) => id))
  for (const { id } of heads) {
    const answered = await send('GET', `/${id}`, { as: null })
    expect(dataOf(lesson, answered).id).toBe(id)
    expect(answered.body).not.toMatch(/"(right|why|check|explanations)"/)
  }
})

it.each([
  ['GET', '/progress'],
  ['GET', '/review'],
  ['POST', '/first-trade/answers'],
  ['POST', '/first-trade/task'],
] as const)('requires authentication for %s %s', async (method, path) =>
  expect(outcome(await send(method, path, { as: null, ...(method === 'POST' && { body: {} }) }))).toBe('401 unauthenticated'),
)

it('grades on the server, explains the result, and stores it for this user only', async () => {
  const other = await newUser()
  const verdict = dataOf(lessonVerdict, await answer(WRONG))
  expect(verdict).toMatchObject({ is_right: false, right_choice: RIGHT, due_at: new Date(T0 + DAY_MS).toISOString() })
  expect(verdict.explanations.map(({ choice }) => choice).toSorted()).toEqual(FIRST?.choices.map(({ id }) => id).toSorted())
  expect((await progress()).lessons).toMatchObject([{ lesson: 'first-trade', answered: 1, right: 0, completed_at: null }])
  expect(await progress(other)).toEqual({ lessons: [], due: 0, next_due_at: null })
})

it('lists due reviews page by page, each question once', async () => {
  const all = LESSONS.flatMap(({ id, quiz }) =>
    quiz.map((one) => ({ id, question: one.id, wrong: one.choices.find((c) => c.id !== one.right)?.id })),
  )
  for (const { id, question, wrong } of all)
    await send('POST', `/${id}/answers`, { body: { question, choice: wrong }, key: randomUUID() }).then(() => (now += 1_000))
  now += DAY_MS
  const seen: string[] = []
  let cursor = ''
  for (let pages = 0; pages < all.length; pages += 1) {
    const page = await reviewPage(`?limit=7${cursor}`)
    seen.push(...page.data.map(({ lesson: of, question }) => `${of} ${question.id}`))
    if (page.next === null) break
    cursor = `&cursor=${page.next}`
  }
  expect(seen).toEqual(all.map(({ id, question }) => `${id} ${question}`))
  for (const bad of ['cursor=1', 'cursor=1_a', "cursor=1_a_b'", `cursor=${'9'.repeat(16)}_a_b`, 'limit=51', 'limit=0', 'limit=1&limit=2'])
    expect((await send('GET', `/review?${bad}`)).statusCode).toBe(400)
})

it('schedules a wrong answer for review a day later, and then at growing intervals', async () => {
  await answer(WRONG)
  expect(await review()).toEqual([])
  expect(await progress()).toMatchObject({ due: 0, next_due_at: new Date(T0 + DAY_MS).toISOString() })
  now = T0 + DAY_MS
  expect(await progress()).toMatchObject({ due: 1, next_due_at: null })
  expect((await review()).map(({ question }) => question.id)).toEqual([QUESTION])
  const { due_at } = dataOf(lessonVerdict, await answer(RIGHT))
  expect(Date.parse(due_at ?? '')).toBeGreaterThan(now + DAY_MS)
  expect(await review()).toEqual([])
})

it('schedules no review after a correct first answer', async () => {
  expect(dataOf(lessonVerdict, await answer(RIGHT)).due_at).toBeNull()
  now = T0 + 1_000 * DAY_MS
  expect(await review()).toEqual([])
})

it('accepts an answer sent twice once, and no other answer under its key', async () => {
  const [first, again] = [await answer(WRONG, { key: 'answer-0001' }), await answer(WRONG, { key: 'answer-0001' })]
  expect(again.json()).toEqual(first.json())
  expect(outcome(await answer(RIGHT, { key: 'answer-0001' }))).toBe('409 conflict')
  expect((await database.db.select().from(lessonAnswers).where(eq(lessonAnswers.userId, user)))[0]).toMatchObject({
    tries: 1,
    isRight: false,
  })
})

it('counts each of many concurrent answers, and keeps one row', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => answer(index % 2 === 0 ? WRONG : RIGHT)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
  const rows = await database.db.select().from(lessonAnswers).where(eq(lessonAnswers.userId, user))
  expect(rows).toHaveLength(1)
  expect(rows[0]?.tries).toBe(20)
})

it.each([
  ['no lesson', '404 not_found', () => send('POST', '/nothing/answers', { body: { question: QUESTION, choice: RIGHT } })],
  ['no question of it', '404 not_found', () => send('POST', '/stops/answers', { body: { question: QUESTION, choice: RIGHT } })],
  ['no choice of it', '400 bad_input', () => send('POST', '/first-trade/answers', { body: { question: QUESTION, choice: 'other' } })],
  [
    'a name of an object',
    '400 bad_input',
    () => send('POST', '/first-trade/answers', { body: { question: QUESTION, choice: 'constructor' } }),
  ],
  ['an object as a lesson', '400 bad_input', () => send('GET', '/__proto__')],
  ['a way out of the folder', '400 bad_input', () => send('GET', '/..%2f..%2fetc')],
  ['a long name', '400 bad_input', () => send('GET', `/${'a'.repeat(150)}`)],
  ['an unknown task', '404 not_found', () => send('POST', '/constructor/task', { body: {} })],
  ['a list of answers', '400 bad_input', () => send('POST', '/first-trade/answers', { body: [{ question: QUESTION, choice: RIGHT }] })],
  [
    'one field more',
    '400 bad_input',
    () => send('POST', '/first-trade/answers', { body: { question: QUESTION, choice: RIGHT, is_right: true } }),
  ],
  [
    'a huge answer',
    '413 payload_too_large',
    () => send('POST', '/first-trade/answers', { body: { question: QUESTION, choice: 'x'.repeat(5_000) } }),
  ],
] as const)('refuses %s', async (_what, expected, ask) => {
  expect(outcome(await ask())).toBe(expected)
  expect((await progress()).lessons).toEqual([])
})

it('accepts sixty answers of a user at once and refuses the next, but not another user’s', async () => {
  const other = await newUser()
  for (let each = 0; each < 60; each += 1) expect((await answer(WRONG)).statusCode).toBe(200)
  expect(outcome(await answer(WRONG))).toBe('429 rate_limited')
  expect((await answer(WRONG, { as: other })).statusCode).toBe(200)
  now += MINUTE_MS
  expect((await answer(WRONG)).statusCode).toBe(200)
})

const unit = (text: string, decimals: number): bigint => {
  const parsed = parseDecimal(text, decimals)
  if (!parsed.ok) throw new Error(text)
  return parsed.value
}
const price = (text: string) => unit(text, DECIMALS.price)
const size = (text: string) => unit(text, DECIMALS.size)

async function newAccount(owner = user): Promise<string> {
  const id = randomUUID()
  await database.db.insert(tradingAccounts).values({
    id,
    userId: owner,
    sourceId: 'sim',
    sourceKind: 'sim',
    kind: 'paper',
    deposit: unit('10000', DECIMALS.usdc),
    seq: 0,
    openedAt: T0,
  })
  return id
}

type Happened = { readonly kind: string; readonly [field: string]: unknown }
async function happens(accountId: string, ...events: readonly Happened[]): Promise<void> {
  const rows = events.map(({ kind, ...body }, index) => ({
    accountId,
    seq: index + 1,
    kind,
    at: T0,
    version: 1,
    payload: storedForm(body),
  }))
  await database.db.insert(tradingEvents).values(rows)
  await database.db.update(tradingAccounts).set({ seq: events.length }).where(eq(tradingAccounts.id, accountId))
}
const COPIED = 'copy:1:2'
const accepted = (type: string, stop?: string, clientId = 'a'): Happened => ({
  kind: 'accepted',
  order: { terms: { clientId, symbol: 'BTC', side: 'buy', type, ...(stop && { stopLoss: { trigger: price(stop) } }) }, role: 'order' },
})
const filled = (coins: string, left = coins, clientId = 'a'): Happened => ({
  kind: 'filled',
  clientId,
  symbol: 'BTC',
  side: 'buy',
  size: size(coins),
  price: price('100'),
  position: left === '0' ? null : { symbol: 'BTC', size: size(left) },
})

it('detects a first paper trade once it is filled, and remembers it', async () => {
  const account = await newAccount()
  expect(await checkTask('first-trade')).toEqual({ done_at: null, completed_at: null })
  await happens(account, accepted('market'), filled('1'))
  const { done_at } = await checkTask('first-trade')
  expect(done_at).toBe(new Date(T0).toISOString())
  now += DAY_MS
  await database.db.delete(tradingAccounts).where(eq(tradingAccounts.id, account))
  expect((await checkTask('first-trade')).done_at).toBe(done_at)
  expect((await progress()).lessons).toMatchObject([{ lesson: 'first-trade', task_done_at: done_at }])
})

it.each([
  ['an order that was not filled', 'first-trade', [accepted('market')]],
  ['a fill that only closed', 'first-trade', [accepted('market'), filled('1', '0')]],
  ['a fill that only reduced a short', 'first-trade', [accepted('market'), filled('1', '-2')]],
  ['a limit order that traded at once', 'order-types', [accepted('limit'), filled('1')]],
  ['an entry without a stop', 'stops', [accepted('market'), filled('1')]],
  ['a stop beyond 2 %', 'stops', [accepted('market', '97.9'), filled('1')]],
  ['a stop on the wrong side', 'stops', [accepted('market', '101'), filled('1')]],
  ['a risk above 1 %', 'position-sizing', [accepted('market', '98'), filled('50.1')]],
  ['a leverage above 3', 'leverage', [{ kind: 'leverageSet', symbol: 'BTC', leverage: 4n }]],
  ['an entry that was copied', 'first-trade', [accepted('market', undefined, COPIED), filled('1', '1', COPIED)]],
  ['a stop of an entry that was copied', 'stops', [accepted('market', '98', COPIED), filled('1', '1', COPIED)]],
  [
    'a limit that was copied',
    'order-types',
    [accepted('limit', undefined, COPIED), { kind: 'rested', clientId: COPIED, state: 'open', queueAhead: 0n }],
  ],
  [
    'a leverage that came with a copied order',
    'leverage',
    [{ kind: 'leverageSet', symbol: 'BTC', leverage: 3n }, accepted('market', undefined, COPIED)],
  ],
  ['no funding yet', 'funding', [accepted('market'), filled('1')]],
] as const)('does not complete a task with %s', async (_what, id, events) => {
  await happens(await newAccount(), ...events)
  expect((await checkTask(id)).done_at).toBeNull()
})

it.each([
  ['order-types', [accepted('limit'), { kind: 'rested', clientId: 'a', state: 'open', queueAhead: 0n }]],
  ['stops', [accepted('market', '98'), filled('1')]],
  ['position-sizing', [accepted('market', '98'), filled('50')]],
  ['leverage', [{ kind: 'leverageSet', symbol: 'BTC', leverage: 3n }]],
  ['funding', [{ kind: 'funded', symbol: 'BTC', amount: -1n }]],
] as const)('completes the task of %s, for this user only', async (id, events) => {
  const other = await newUser()
  await happens(await newAccount(), ...events)
  expect((await checkTask(id)).done_at).not.toBeNull()
  expect((await checkTask(id, other)).done_at).toBeNull()
})

it('counts the words of a note and not the spaces between them', async () => {
  const note = (text: string) =>
    database.db.execute(sql`
      insert into journal_notes (user_id, trip_id, tags, note, rating) values (${user}::uuid, ${randomUUID()}::uuid, '{}', ${text}, 4)`)
  await note(`Late.${'\n'.repeat(60)}${' '.repeat(60)}Again.`)
  expect((await checkTask('journaling')).done_at).toBeNull()
  await note('Bought the retest as planned, and would do so again.')
  expect((await checkTask('journaling')).done_at).not.toBeNull()
})

it('counts listed coins on a watchlist, and no made-up symbols', async () => {
  const body = { lists: [{ id: 'a', name: 'Mine', symbols: ['BTC', 'ETH', 'SOL', 'NOSUCH', 'NONE'] }] }
  await database.db
    .insert(workspaceDocuments)
    .values({ userId: user, version: 1, updatedAt: new Date(T0), kind: 'watchlists', name: 'main', body })
  expect((await checkTask('diversification')).done_at).toBeNull()
  body.lists[0]?.symbols.push('XRP')
  await database.db.update(workspaceDocuments).set({ body }).where(eq(workspaceDocuments.userId, user))
  expect((await checkTask('diversification')).done_at).not.toBeNull()
})

it('detects alerts, watchlists and drawings', async () => {
  for (const id of ['volatility', 'diversification', 'candles']) expect((await checkTask(id)).done_at).toBeNull()
  const at = new Date(T0)
  const document = { userId: user, version: 1, updatedAt: at }
  await database.db.insert(workspaceDocuments).values([
    { ...document, kind: 'watchlists', name: 'main', body: { lists: [{ id: 'a', name: 'Mine', symbols: ['BTC', 'ETH', 'SOL', 'XRP'] }] } },
    { ...document, kind: 'chart', name: 'BTC', body: { drawings: [{ id: 'a' }] } },
    { ...document, kind: 'chart', name: 'ETH', body: { drawings: 'none' } },
  ])
  const terms = { kind: 'volatility', symbol: 'BTC', regime: 'high' } as AlertTerms
  await database.db
    .insert(alerts)
    .values({ id: randomUUID(), userId: user, kind: 'volatility', terms, state: 'active', phase: 'fresh', createdAt: at, updatedAt: at })
  for (const id of ['volatility', 'diversification', 'candles']) expect((await checkTask(id)).done_at).not.toBeNull()
})
it('completes a lesson once every question was answered correctly and the task is done, in either order', async () => {
  for (const { id, right } of LESSONS[0]?.quiz ?? []) await send('POST', '/first-trade/answers', { body: { question: id, choice: right } })
  expect((await progress()).lessons).toMatchObject([{ answered: 3, right: 3, completed_at: null }])
  await happens(await newAccount(), accepted('market'), filled('1'))
  now += MINUTE_MS
  expect((await checkTask('first-trade')).completed_at).toBe(new Date(now).toISOString())
  expect((await progress()).lessons).toMatchObject([{ completed_at: new Date(now).toISOString() }])
})

it('omits lessons and questions that no longer exist', async () => {
  const row = { userId: user, choice: 'a', isRight: false, answeredAt: new Date(T0), tries: 1 }
  const card = { dueAt: T0, stability: 1, difficulty: 5, reps: 1, lapses: 0, reviewedAt: T0 }
  await database.db.insert(lessonAnswers).values([
    { ...row, ...card, lesson: 'gone', question: 'a' },
    { ...row, ...card, lesson: 'stops', question: 'gone' },
  ])
  await database.db.insert(lessonTasks).values({ userId: user, lesson: 'gone', doneAt: new Date(T0) })
  expect(await progress()).toEqual({ lessons: [], due: 0, next_due_at: null })
  expect(await review()).toEqual([])
})
