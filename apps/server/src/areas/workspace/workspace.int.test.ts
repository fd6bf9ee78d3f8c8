import { randomUUID } from 'node:crypto'
import { epochMs } from '@aerie/core/time'
import type { Notice } from '@aerie/wire/notices'
import { documentList, documentSaved, savedDocument } from '@aerie/wire/workspace/document'
import { DOCUMENT_CAPS } from '@aerie/wire/workspace/workspace'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { outcome } from '../../../test/account-app.ts'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { testApp } from '../../../test/test-app.ts'
import { users } from '../../platform/db/schema/accounts.ts'
import { workspaceDocuments } from '../../platform/db/schema/workspace.ts'
import { workspaceRoutes } from './routes.ts'
import { documentService } from './service.ts'

const T0 = Date.UTC(2026, 0, 15)
const [ADA, BOB, EVE, CARL] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
const COINS = ['BTC', 'ETH', 'SOL', 'DOGE']
let database: TestDatabase
let app: FastifyInstance
const notified: [string, Notice][] = []
beforeAll(async () => {
  database = await testDatabase()
  const at = new Date(T0)
  const row = { passwordHash: '', firstName: 'A', lastName: 'B', createdAt: at, updatedAt: at }
  const named = [ADA, BOB, EVE, CARL].map((id, index) => ({ id, email: `user${index}@example.com`, ...row }))
  await database.db.insert(users).values(named)
  app = testApp().app
  const notify = (userId: string, notice: Notice) => void notified.push([userId, notice])
  const documents = documentService({
    db: database.db,
    clock: { now: () => epochMs(T0) },
    notify,
    isCoin: (symbol) => COINS.includes(symbol),
  })
  await app.register(workspaceRoutes(documents))
})
beforeEach(() => void notified.splice(0))
afterAll(async () => {
  await app.close()
  await database.close()
})

type Call = { readonly method?: 'GET' | 'PUT' | 'DELETE'; readonly body?: object; readonly user?: string | null }
const send = (path: string, { method = 'GET', body, user = ADA }: Call = {}) =>
  app.inject({
    method,
    url: `/api/v1/workspace/${path}`,
    headers: user === null ? {} : { authorization: `Bearer a.${user}.c` },
    ...(body && { payload: body }),
  })
type Answer = Awaited<ReturnType<typeof send>>
const put = (path: string, version: number, body: unknown, user = ADA) => send(path, { method: 'PUT', body: { version, body }, user })
const dataOf = (answer: Answer) => answer.json<{ data: unknown }>().data
const documentOf = (answer: Answer) => z.parse(savedDocument, dataOf(answer))
const versionOf = (answer: Answer) => z.parse(documentSaved, dataOf(answer)).version
const namesOf = (answer: Answer) => z.parse(documentList, dataOf(answer)).map(({ name }) => name)
const lists = (...symbols: string[]) => ({ lists: [{ id: 'a', name: 'Mine', symbols }] })
const layout = (name = '') => ({ version: 1, name, slots: [], place: null })

it('is empty, at version 0, before the first save', async () => {
  expect(documentOf(await send('watchlists/main'))).toEqual({ version: 0, body: null, updated_at: null })
  expect(namesOf(await send('layout'))).toEqual([])
})

it('returns what was saved, to its owner only', async () => {
  const version = versionOf(await put('watchlists/main', 0, lists('BTC', 'ETH')))
  expect(documentOf(await send('watchlists/main'))).toEqual({ version, body: lists('BTC', 'ETH'), updated_at: T0 })
  expect(documentOf(await send('watchlists/main', { user: BOB })).version).toBe(0)
  await send('watchlists/main', { method: 'DELETE', user: BOB })
  expect(documentOf(await send('watchlists/main')).version).toBe(version)
})

it('refuses a save based on another version, and returns the current one', async () => {
  const first = versionOf(await put('checklist/main', 0, { items: [{ id: 'a', text: 'Trend' }] }))
  const second = versionOf(await put('checklist/main', first, { items: [] }))
  expect(second).toBeGreaterThan(first)
  for (const version of [0, first, second + 1, Number.MAX_SAFE_INTEGER]) {
    const answer = await put('checklist/main', version, { items: [{ id: 'b', text: 'Late' }] })
    expect(outcome(answer)).toBe('409 conflict')
    expect(z.parse(savedDocument, answer.json<{ present: unknown }>().present)).toMatchObject({ version: second, body: { items: [] } })
  }
  expect(outcome(await put('notes/main', 7, {}))).toBe('409 conflict')
})

it('accepts a save sent twice once, however its fields are ordered', async () => {
  const version = versionOf(await put('layout/Twice', 0, layout('Twice')))
  expect(versionOf(await put('layout/Twice', 0, { place: null, slots: [], name: 'Twice', version: 1 }))).toBe(version)
  expect(notified).toEqual([[ADA, { kind: 'workspace', document: 'layout', name: 'Twice', version }]])
})

it('lets one of many concurrent saves win, the first save included', async () => {
  for (let version = 0, round = 0; round < 3; round += 1) {
    const saves = await Promise.all(Array.from({ length: 12 }, (_, index) => put('layout/Race', version, layout(`${round} ${index}`))))
    expect(saves.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, ...Array.from({ length: 11 }, () => 409)])
    version = Math.max(...saves.filter(({ statusCode }) => statusCode === 200).map(versionOf))
  }
})

/** Transactions begun during `work`: one per save, or more with retries. */
async function transactionsOf<T>(work: () => Promise<T>): Promise<{ result: T; begun: number }> {
  let begun = 0
  const count = () => (begun += 1)
  database.db.$client.on('acquire', count)
  const result = await work()
  database.db.$client.off('acquire', count)
  return { result, begun }
}

it('saves thirty layouts from thirty windows of one user at once, without a retry', async () => {
  const { result: saves, begun } = await transactionsOf(() =>
    Promise.all(Array.from({ length: 30 }, (_, index) => put(`layout/Window%20${index}`, 0, layout(`${index}`), CARL))),
  )
  expect(begun).toBe(30)
  expect(saves.map(outcome)).toEqual(saves.map(() => '200'))
  expect(namesOf(await send('layout', { user: CARL }))).toHaveLength(30)
})

it('lets one of thirty saves of one document win, returns the current one to the others, and retries none', async () => {
  const first = versionOf(await put('layout/Shared', 0, layout('before'), CARL))
  const { result: saves, begun } = await transactionsOf(() =>
    Promise.all(Array.from({ length: 30 }, (_, index) => put('layout/Shared', first, layout(`${index}`), CARL))),
  )
  expect(begun).toBe(30)
  expect(saves.map(outcome).sort()).toEqual(['200', ...Array.from({ length: 29 }, () => '409 conflict')])
  const [won] = saves.filter(({ statusCode }) => statusCode === 200).map(versionOf)
  const lost = saves.filter(({ statusCode }) => statusCode === 409)
  const present = lost.map((answer) => z.parse(savedDocument, answer.json<{ present: unknown }>().present).version)
  expect(new Set(present)).toEqual(new Set([won]))
})

it('keeps no more layouts than its limit, however many arrive at once', async () => {
  const { count } = DOCUMENT_CAPS.layout
  const name = (index: number) => `layout/No%20${index}`
  for (let index = 0; index < count - 2; index += 1) await put(name(index), 0, layout(), BOB)
  const rest = await Promise.all(Array.from({ length: 8 }, (_, index) => put(name(count + index), 0, layout(), BOB)))
  expect(rest.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2)
  expect(rest.filter(({ statusCode }) => statusCode === 422)).toHaveLength(6)
  expect(namesOf(await send('layout', { user: BOB }))).toHaveLength(count)
  await send(name(0), { method: 'DELETE', user: BOB })
  expect(outcome(await put('layout/One%20more', 0, layout(), BOB))).toBe('200')
})

it('never reuses the versions of a deleted document, so that edits based on it cannot overwrite the new one', async () => {
  const old = versionOf(await put('layout/Gone', 0, layout('old')))
  expect((await send('layout/Gone', { method: 'DELETE' })).statusCode).toBe(200)
  expect((await send('layout/Gone', { method: 'DELETE' })).statusCode).toBe(200)
  expect(notified.slice(1)).toEqual([[ADA, { kind: 'workspace', document: 'layout', name: 'Gone', version: 0 }]])
  const stale = await put('layout/Gone', old, layout('late'))
  expect(outcome(stale)).toBe('409 conflict')
  expect(stale.json<{ present: unknown }>().present).toEqual({ version: 0, body: null, updated_at: null })
  expect(versionOf(await put('layout/Gone', 0, layout('new')))).toBeGreaterThan(old)
  expect(outcome(await put('layout/Gone', old, layout('late')))).toBe('409 conflict')
})

it('accepts names in any script, up to 60 characters', async () => {
  for (const name of ['Läufer 24/7', '夜間', '🦅'.repeat(30), '../..', '%', 'a'.repeat(60)]) {
    expect(outcome(await put(`layout/${encodeURIComponent(name)}`, 0, layout(name)))).toBe('200')
    expect(documentOf(await send(`layout/${encodeURIComponent(name)}`)).body).toMatchObject({ name })
  }
  for (const name of ['a'.repeat(61), ' a', 'a ', 'a\nb', 'a\u0000'])
    expect(outcome(await put(`layout/${encodeURIComponent(name)}`, 0, layout()))).toBe('400 bad_input')
})

it.each([
  ['a list without a name', { lists: [{ id: 'a', name: ' ', symbols: [] }] }],
  ['a coin twice', lists('BTC', 'BTC')],
  ['what is no coin', lists('btc')],
  ['two lists of one id', { lists: [...lists('BTC').lists, ...lists('ETH').lists] }],
  ['too many lists', { lists: Array.from({ length: 21 }, (_, index) => ({ id: `l${index}`, name: 'L', symbols: [] })) }],
  ['a field of another version', { ...lists('BTC'), later: true }],
  ['no object', 'BTC'],
  ['nothing', undefined],
])('refuses %s, and names the field', async (_what, body) => {
  const answer = await put('watchlists/main', 0, body, EVE)
  expect(outcome(answer)).toBe('400 bad_input')
  expect(Object.keys(answer.json<{ errors: object }>().errors)[0]).toMatch(/^body/)
  expect(documentOf(await send('watchlists/main', { user: EVE })).version).toBe(0)
})

it('refuses excessively nested input', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  for (const kind of ['watchlists', 'layout']) {
    const answer = await app.inject({
      method: 'PUT',
      url: `/api/v1/workspace/${kind}/main`,
      headers: { authorization: `Bearer a.${EVE}.c`, 'content-type': 'application/json' },
      payload: `{"version":0,"body":${deep}}`,
    })
    expect([400, 413]).toContain(answer.statusCode)
  }
})

it('refuses text that cannot be stored', async () =>
  expect(outcome(await put('notes/main', 0, { general: { text: 'a\u0000b', changed_at: T0 } }, EVE))).toBe('400 bad_input'))

it('refuses more documents than a kind allows, unknown names and kinds, and a caller without a token', async () => {
  const long = { text: 'ä'.repeat(20_000), changed_at: T0 }
  const coins = Object.fromEntries(['BTC', 'ETH', 'SOL', 'XRP'].map((symbol) => [symbol, long]))
  expect(outcome(await put('notes/main', 0, { coins }, EVE))).toBe('413 payload_too_large')
  expect(outcome(await put('notes/main', 0, { coins: { ...coins, ADA: { ...long, text: 'x'.repeat(500_000) } } }, EVE))).toBe(
    '413 payload_too_large',
  )
  expect(outcome(await put('notes/other', 0, {}))).toBe('404 not_found')
  expect(outcome(await send('diary'))).toBe('400 bad_input')
  expect(outcome(await send('layout', { user: null }))).toBe('401 unauthenticated')
  expect(outcome(await send('notes/main', { user: null }))).toBe('401 unauthenticated')
  expect(outcome(await send('notes/main', { user: null, method: 'PUT', body: { version: 0, body: {} } }))).toBe('401 unauthenticated')
  expect(outcome(await send('notes/main', { user: null, method: 'DELETE' }))).toBe('401 unauthenticated')
})

const line = (id: string, points: object[] = [{ time: 1_700_000_000, price: 64_000.5 }, { price: 65_000 }]) => ({
  id,
  kind: 'segment',
  points,
})

it('stores a chart per coin, for its owner only, and fills in everything that the save omitted', async () => {
  const chart = { interval: '4h', scale: 'log', indicators: [{ name: 'RSI', parameters: [14] }], drawings: [line('a')] }
  const version = versionOf(await put('chart/ETH', 0, chart))
  const whole = { ...chart, type: 'candles', magnet: false, compare: [], showForecast: true, drawings: [{ ...line('a'), locked: false }] }
  expect(documentOf(await send('chart/ETH'))).toEqual({ version, body: whole, updated_at: T0 })
  expect(documentOf(await send('chart/ETH', { user: BOB })).version).toBe(0)
  expect(documentOf(await send('chart/SOL')).version).toBe(0)
  expect(namesOf(await send('chart'))).toEqual(['ETH'])
  expect(notified).toEqual([[ADA, { kind: 'workspace', document: 'chart', name: 'ETH', version }]])
})

it.each([
  ['an interval that does not exist', { interval: '7m' }],
  ['a kind of drawing that does not exist', { drawings: [{ ...line('a'), kind: 'script' }] }],
  ['a drawing without points', { drawings: [line('a', [])] }],
  ['a price that is a text', { drawings: [line('a', [{ time: 1, price: '1' }])] }],
  ['too many drawings', { drawings: Array.from({ length: 201 }, (_, index) => line(String(index))) }],
  ['text that cannot be stored', { drawings: [{ ...line('a'), text: 'a\u0000b' }] }],
])('refuses a chart with %s', async (_what, body) => {
  expect(outcome(await put('chart/DOGE', 0, body))).toBe('400 bad_input')
  expect(documentOf(await send('chart/DOGE')).version).toBe(0)
})

it('refuses a chart of more than 64 kB, and one of a coin that is not in the catalogue', async () => {
  expect(outcome(await put('chart/BTC', 0, { note: 'x'.repeat(70_000) }))).toBe('413 payload_too_large')
  for (const name of ['ZZZ', 'main']) expect(outcome(await put(`chart/${name}`, 0, {}))).toBe('404 not_found')
  expect(outcome(await send('chart/ZZZ'))).toBe('404 not_found')
  expect(outcome(await send('chart/ZZZ', { method: 'DELETE' }))).toBe('404 not_found')
})

it('deletes everything of a user whose account is deleted', async () => {
  await put('notes/main', 0, {}, EVE)
  await database.db.delete(users).where(eq(users.id, EVE))
  expect(await database.db.select().from(workspaceDocuments).where(eq(workspaceDocuments.userId, EVE))).toEqual([])
})
