import { randomUUID } from 'node:crypto'
import { epochMs } from '@aerie/core/time'
import { savedChart } from '@aerie/wire/charts'
import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { outcome } from '../../../test/account-app.ts'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { users } from '../../db/schema/accounts.ts'
import { AppError } from '../../plugins/app-error.ts'
import { answerErrors, sendProblem } from '../../plugins/error-answers.ts'
import { authentication } from '../accounts/authentication.ts'
import type { SessionService } from '../accounts/session-service.ts'
import { chartRoutes } from './chart-routes.ts'
import { chartService } from './chart-service.ts'

const T0 = Date.UTC(2026, 0, 15)
const [ADA, BOB] = [randomUUID(), randomUUID()]
const fakeSessions = {
  authenticate: async (token: string) => ({ user: { user_id: token.split('.')[1] } }),
} as unknown as SessionService // what the routes read of it

let database: TestDatabase
let app: FastifyInstance
beforeAll(async () => {
  database = await testDatabase()
  const at = new Date(T0)
  const row = { passwordHash: '', firstName: 'A', lastName: 'B', createdAt: at, updatedAt: at }
  await database.db.insert(users).values([
    { id: ADA, email: 'ada@example.com', ...row },
    { id: BOB, email: 'bob@example.com', ...row },
  ])
  app = Fastify().setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)
  answerErrors(app, (_request, reply) => sendProblem(reply, new AppError('not_found')))
  const { requireUser } = authentication(app, fakeSessions)
  const isCoin = (symbol: string) => symbol !== 'ZZZ'
  await app.register(chartRoutes({ charts: chartService({ db: database.db, clock: { now: () => epochMs(T0) } }), requireUser, isCoin }))
})
afterAll(async () => {
  await app.close()
  await database.close()
})

const send = (method: 'GET' | 'PUT', symbol: string, { body, user = ADA }: { body?: object; user?: string | null } = {}) =>
  app.inject({
    method,
    url: `/api/v1/charts/${symbol}`,
    headers: user === null ? {} : { authorization: `Bearer a.${user}.c` },
    ...(body && { payload: body }),
  })
const chartOf = (answer: Awaited<ReturnType<typeof send>>) => z.parse(savedChart, answer.json<{ data: unknown }>().data)
const line = (
  id: string,
  points: object[] = [
    { time: 1_700_000_000, price: 64_000.5 },
    { time: 1_700_003_600, price: 65_000 },
  ],
) => ({
  id,
  kind: 'segment',
  points,
})

it('has everything at its default, at version 0, before the first save', async () => {
  expect(chartOf(await send('GET', 'BTC'))).toEqual({
    version: 0,
    settings: { interval: '1h', scale: 'linear', indicators: [], compare: [], showForecast: true, drawings: [] },
  })
})

it('gives back what was saved, to its owner alone', async () => {
  const settings = { interval: '4h', scale: 'log', indicators: [{ name: 'RSI', parameters: [14] }], drawings: [line('a')] }
  const saved = chartOf(await send('PUT', 'ETH', { body: { version: 0, settings } }))
  expect(saved).toMatchObject({ version: 1, settings })
  expect(chartOf(await send('GET', 'ETH'))).toEqual(saved)
  expect(chartOf(await send('GET', 'ETH', { user: BOB })).version).toBe(0)
  expect(chartOf(await send('GET', 'SOL')).version).toBe(0)
})

it('refuses a save made from an older version, and keeps the newer one', async () => {
  await send('PUT', 'XRP', { body: { version: 0, settings: { interval: '5m' } } })
  await send('PUT', 'XRP', { body: { version: 1, settings: { interval: '15m' } } })
  for (const version of [0, 1, 3, 2_000_000_000])
    expect(outcome(await send('PUT', 'XRP', { body: { version, settings: { interval: '1d' } } }))).toBe('409 conflict')
  expect(chartOf(await send('GET', 'XRP'))).toMatchObject({ version: 2, settings: { interval: '15m' } })
})

it('lets one of many saves at once win, the first save included', async () => {
  for (const version of [0, 1]) {
    const saves = await Promise.all(Array.from({ length: 12 }, () => send('PUT', 'ADA', { body: { version, settings: {} } })))
    expect(saves.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, ...Array.from({ length: 11 }, () => 409)])
  }
})

it.each([
  ['no version', { settings: {} }],
  ['a negative version', { version: -1, settings: {} }],
  ['a version beyond any', { version: 1e12, settings: {} }],
  ['an interval that does not exist', { version: 0, settings: { interval: '7m' } }],
  ['a kind of drawing that does not exist', { version: 0, settings: { drawings: [{ ...line('a'), kind: 'script' }] } }],
  ['a drawing without points', { version: 0, settings: { drawings: [line('a', [])] } }],
  ['a price that is a text', { version: 0, settings: { drawings: [line('a', [{ time: 1, price: '1' }])] } }],
  ['too many drawings', { version: 0, settings: { drawings: Array.from({ length: 201 }, (_, index) => line(String(index))) } }],
  ['text that cannot be stored', { version: 0, settings: { drawings: [{ ...line('a'), text: 'a\u0000b' }] } }],
])('refuses %s', async (_what, body) => {
  expect(outcome(await send('PUT', 'DOGE', { body }))).toBe('400 bad_input')
  expect(chartOf(await send('GET', 'DOGE')).version).toBe(0)
})

it('refuses more than 64 kB, a coin that does not exist, and a caller without a token', async () => {
  const big = { version: 0, settings: { note: 'x'.repeat(70_000) } }
  expect(outcome(await send('PUT', 'BTC', { body: big }))).toBe('413 payload_too_large')
  expect(outcome(await send('GET', 'ZZZ'))).toBe('404 not_found')
  expect(outcome(await send('PUT', 'ZZZ', { body: { version: 0, settings: {} } }))).toBe('404 not_found')
  expect(outcome(await send('GET', 'btc'))).toBe('400 bad_input')
  expect(outcome(await send('GET', 'BTC', { user: null }))).toBe('401 unauthenticated')
})
