import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import type { ExportStatus } from '@aerie/wire/account/account-data'
import { eq, sql } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountApp, outcome, PASSWORD } from '../../../../test/account-app.ts'
import { openDatabase } from '../../../platform/db/client.ts'
import { accountExports } from '../../../platform/db/schema/account-access.ts'
import { workspaceDocuments } from '../../../platform/db/schema/workspace.ts'
import { accountLimits } from '../entitlement/limits.ts'
import { exportRoutes } from './export-routes.ts'
import { exportService } from './export-service.ts'
import { exportWorker } from './export-worker.ts'
import { EXPORTED_TABLES, shownColumns } from './export-zip.ts'
import { OWNED_BY, PERSONAL_TABLES } from './personal-tables.ts'

let t: Awaited<ReturnType<typeof accountApp>>
let exports: ReturnType<typeof exportService>
const folder = mkdtempSync(join(tmpdir(), 'aerie-exports-'))
const MORE = {
  name: 'ndjson/more.ndjson',
  about: ['More of it.'],
  lines: async function* (_client: unknown, userId: string) {
    yield `{"of":"${userId}"}\n`
  },
}
const newWorker = () => exportWorker({ db: t.db, clock: t.clock, folder, logger: pino({ level: 'silent' }), files: [MORE] })
let worker: ReturnType<typeof newWorker>
beforeAll(async () => {
  t = await accountApp({
    routes: async (app, module) => {
      const later = {
        begin: (id: string) => exports.begin(id),
        newest: (user: string) => exports.newest(user),
        status: (user: string, id: string, isProven: boolean) => exports.status(user, id, isProven),
        open: (id: string, key: string) => exports.open(id, key),
      }
      await app.register(exportRoutes({ exports: later, onBegun: () => undefined, requireReauthenticated: module.requireReauthenticated }))
    },
  })
  exports = exportService({ db: t.db, clock: t.clock, limits: t.module.limits, notifyUser: t.module.notifyUser, folder })
  worker = newWorker()
})
afterAll(async () => {
  await t.close()
  rmSync(folder, { recursive: true })
})

const begin = async (token: string): Promise<string> => {
  const answer = await t.post({ path: '/account/export', token })
  if (answer.statusCode !== 202) throw new Error(answer.body)
  return answer.json<{ data: { id: string } }>().data.id
}
const status = async (token: string, id: string) =>
  (await t.get({ path: `/account/exports/${id}`, token })).json<{ data: ExportStatus }>().data
const fetchFile = async (link: string | null) => t.get({ path: (link ?? '').replace('/api/v1', '') })
const textOf = (zip: Buffer, name: string): string => {
  const path = join(folder, `${randomUUID()}.test`)
  writeFileSync(path, zip)
  return execFileSync(
    'python3',
    ['-c', 'import sys,zipfile;sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))', path, name],
    { encoding: 'utf8' },
  )
}

const PARTS = 2 + 2 * EXPORTED_TABLES.length

it('covers every table that holds data of a user', async () => {
  const { rows } = await t.db.$client.query<{ name: string }>(
    `select distinct c.table_name as name from information_schema.columns c join information_schema.tables b using (table_schema, table_name)
     where c.table_schema = 'public' and b.table_type = 'BASE TABLE'
       and c.column_name in ('user_id', 'account_id', 'session_id', 'conversation')
     union values ('users'), ('tier_proofs'), ('ideas'), ('idea_scores'), ('idea_standings') order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(PERSONAL_TABLES).toSorted())
  for (const [name, { belongs }] of Object.entries(PERSONAL_TABLES))
    await t.db.$client.query(`select 1 from "${name}" where ${OWNED_BY[belongs]} limit 1`, [randomUUID()])
})

it('omits every column that is binary or named like a secret', async () => {
  const shown = await Promise.all(
    EXPORTED_TABLES.map(async (name) => (await shownColumns(t.db.$client, name)).map((column) => `${name}.${column}`)),
  )
  expect(shown.flat().filter((column) => /hash|secret|passw|token|key|credential|sealed/.test(column.split('.')[1] ?? ''))).toEqual([
    'journal_entries.key',
    'alert_firings.event_key',
    'agent_usage.tokens',
  ])
})

it('contains all data of its user and none of others, once per link, as a ZIP that other tools can read', async () => {
  const { token, user } = await t.newUser('export@example.org')
  const other = await t.newUser('not-exported@example.org')
  const at = new Date(t.clock.now())
  const layout = (userId: string, name: string) => ({
    userId,
    kind: 'layout',
    name,
    body: { note: '=1+1,"x";=1+1\n', big: 9 },
    version: 1,
    updatedAt: at,
  })
  await t.db.insert(workspaceDocuments).values([layout(user.user_id, '=HYPERLINK("x")'), layout(other.user.user_id, 'theirs')])
  const id = await begin(token)
  expect(await status(token, id)).toMatchObject({ state: 'waiting', parts_done: 0, bytes: null, link: null })
  expect(await worker.work()).toBe(true)
  const ready = await status(token, id)
  expect(ready).toMatchObject({ state: 'ready', parts_done: PARTS, parts: PARTS })
  const file = await fetchFile(ready.link)
  expect([file.statusCode, file.headers['content-type'], file.rawPayload.length]).toEqual([200, 'application/zip', ready.bytes])
  expect(file.headers['cache-control']).toBe('no-store')
  expect(textOf(file.rawPayload, 'README.txt')).toMatch(/all data of your account.*ndjson\/more\.ndjson:\nMore of it\.\n/s)
  expect(textOf(file.rawPayload, 'ndjson/more.ndjson')).toBe(`{"of":"${user.user_id}"}\n`)
  const users = textOf(file.rawPayload, 'ndjson/users.ndjson')
  expect(JSON.parse(users)).toMatchObject({ id: user.user_id, email: 'export@example.org', first_name: 'Ada' })
  const csv = textOf(file.rawPayload, 'csv/workspace_documents.csv')
  expect(csv).toMatch(/^\uFEFF[a-z_,]+\r\n/)
  expect(csv).toContain(`"'=HYPERLINK(""x"")"`)
  expect(csv).toContain(`;'=1+1`)
  expect(csv).not.toContain(';=1+1')
  expect(file.rawPayload.toString('latin1') + users + csv).not.toMatch(/argon2|not-exported|theirs/)
  expect(outcome(await fetchFile(ready.link))).toBe('404 not_found')
  const [first, second] = [(await status(token, id)).link, (await status(token, id)).link]
  expect(outcome(await fetchFile(first))).toBe('404 not_found')
  const both = await Promise.all([fetchFile(second), fetchFile(second)])
  expect(both.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '404'])
})

it('allows one at a time, even for concurrent requests, five a day, and only after reauthentication', async () => {
  const { token } = await t.newUser('one@example.org')
  const ids = await Promise.all(Array.from({ length: 6 }, () => begin(token)))
  expect(new Set(ids).size).toBe(1)
  expect(t.mails.filter(({ to, subject }) => to === 'one@example.org' && subject.startsWith('An export'))).toHaveLength(1)
  await worker.work()
  expect(await worker.work()).toBe(false)
  t.clock.advance(10 * MINUTE_MS)
  expect(outcome(await t.post({ path: '/account/export', token }))).toBe('403 reauthentication_required')
  await t.post({ path: '/auth/reauthenticate', token, body: { password: PASSWORD } })
  for (let count = 0; count < 5; count += 1) {
    const answer = await t.post({ path: '/account/export', token })
    if (answer.statusCode === 429) break
    await worker.work()
  }
  expect(outcome(await t.post({ path: '/account/export', token }))).toBe('429 rate_limited')
})

it('needs no second connection while it holds one: it starts on a pool of one', async () => {
  const { user } = await t.newUser('pool@example.org')
  const { db, close } = await openDatabase(t.url, { maxConnections: 1 })
  const limits = accountLimits({ db, clock: t.clock })
  const narrow = exportService({ db, clock: t.clock, limits, notifyUser: t.module.notifyUser, folder })
  expect(await narrow.begin(user.user_id)).toMatch(/^[0-9a-f-]{36}$/)
  await worker.work()
  await close()
})

it('is accessible only to its user, and expires with its file after a day', async () => {
  const { token } = await t.newUser('day@example.org')
  const stranger = await t.newUser('day-stranger@example.org')
  const id = await begin(token)
  await worker.work()
  const { link } = await status(token, id)
  expect(outcome(await t.get({ path: `/account/exports/${id}`, token: stranger.token }))).toBe('404 not_found')
  expect(outcome(await fetchFile(`/api/v1/account/exports/${id}/file?key=${'A'.repeat(43)}`))).toBe('404 not_found')
  expect(outcome(await fetchFile(`/api/v1/account/exports/${id}/file?key=x`))).toBe('400 bad_input')
  await t.db
    .update(accountExports)
    .set({ expiresAt: new Date(t.clock.now()) })
    .where(eq(accountExports.id, id))
  expect(outcome(await fetchFile(link))).toBe('404 not_found')
  expect(existsSync(join(folder, `${id}.zip`))).toBe(true)
  await exports.sweep()
  expect(existsSync(join(folder, `${id}.zip`))).toBe(false)
  t.clock.advance(HOUR_MS)
})

it('can be found again by its user, and returns a link only after recent reauthentication', async () => {
  const { token, user } = await t.newUser('again@example.org')
  const stranger = await t.newUser('again-stranger@example.org')
  const newest = async (of: string) => (await t.get({ path: '/account/export', token: of })).json<{ data: unknown }>().data
  expect(await newest(token)).toBeNull()
  const id = await begin(token)
  expect([await newest(token), await newest(stranger.token)]).toEqual([{ id }, null])
  await worker.work()
  const { link } = await status(token, id)
  t.clock.advance(10 * MINUTE_MS)
  expect(await newest(token)).toEqual({ id })
  expect(await status(token, id)).toMatchObject({ state: 'ready', link: null })
  // A status request without reauthentication does not invalidate the link.
  expect(outcome(await fetchFile(link))).toBe('200')
  await t.post({ path: '/auth/reauthenticate', token, body: { password: PASSWORD } })
  expect((await status(token, id)).link).toMatch(/\?key=/)
  t.clock.advance(24 * HOUR_MS)
  expect(await exports.newest(user.user_id)).toBeUndefined()
})

it('is not consumed by a HEAD request for its link', async () => {
  const { token } = await t.newUser('head@example.org')
  const id = await begin(token)
  await worker.work()
  const { link } = await status(token, id)
  expect((await t.app.inject({ method: 'HEAD', url: link ?? '' })).statusCode).toBe(405)
  expect(outcome(await fetchFile(link))).toBe('200')
})

it('stays ready for the server that has its file when another one is asked for it', async () => {
  const { token } = await t.newUser('two-servers@example.org')
  const id = await begin(token)
  await worker.work()
  const { limits, notifyUser } = t.module
  const other = exportService({ db: t.db, clock: t.clock, limits, notifyUser, folder: join(folder, 'another-server') })
  const userId = String(decodeJwt(token).user_id)
  expect(await other.status(userId, id, true)).toMatchObject({ state: 'failed', link: null })
  expect(await other.newest(userId)).toBeUndefined()
  const { state, link } = await status(token, id)
  expect([state, outcome(await fetchFile(link))]).toEqual(['ready', '200'])
})

it('is not reported as ready when its file is gone, as after a restore', async () => {
  const { token } = await t.newUser('restored@example.org')
  const id = await begin(token)
  await worker.work()
  const { link } = await status(token, id)
  rmSync(join(folder, `${id}.zip`))
  expect(outcome(await fetchFile(link))).toBe('404 not_found')
  expect(await status(token, id)).toMatchObject({ state: 'failed', link: null })
  expect((await t.get({ path: '/account/export', token })).json()).toEqual({ data: null })
})

it('continues after a kill -9, on another server once the lease expires, and leaves no unfinished file', async () => {
  const { token } = await t.newUser('killed@example.org')
  const id = await begin(token)
  const holder = randomUUID()
  // State after a server was killed while writing the export.
  const lease = new Date(Date.now() + MINUTE_MS)
  await t.db.update(accountExports).set({ state: 'running', holder, leaseUntil: lease, partsDone: 3 }).where(eq(accountExports.id, id))
  const half = join(folder, `${id}.${holder}.part`)
  writeFileSync(half, 'half')
  await exports.sweep()
  expect(existsSync(half)).toBe(true)
  const next = newWorker()
  expect(await next.work()).toBe(false)
  // By the database's clock, not by this process's.
  t.clock.advance(MINUTE_MS)
  expect(await next.work()).toBe(false)
  await t.db
    .update(accountExports)
    .set({ leaseUntil: new Date(Date.now() - 1_000) })
    .where(eq(accountExports.id, id))
  expect(await next.work()).toBe(true)
  expect((await status(token, id)).state).toBe('ready')
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
})

it('is left to the next server on shutdown, and reports when it cannot be created', async () => {
  const { token } = await t.newUser('stopped@example.org')
  const id = await begin(token)
  const making = worker.work()
  worker.letGo()
  expect(await making).toBe(true)
  expect(await worker.work()).toBe(false)
  expect((await status(token, id)).state).toBe('waiting')
  worker.resume()
  await t.db.execute(sql`alter table alert_settings rename to hidden_away`)
  await worker.work()
  await t.db.execute(sql`alter table hidden_away rename to alert_settings`)
  expect(await status(token, id)).toMatchObject({ state: 'failed', link: null })
  expect(outcome(await t.post({ path: '/account/export', token }))).toBe('202')
  expect(readdirSync(folder).filter((name) => name.startsWith(id))).toEqual([])
})
