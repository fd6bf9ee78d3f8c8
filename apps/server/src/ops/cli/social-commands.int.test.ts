import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { IdeaComment } from '@aerie/wire/ideas'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { testAdministration } from '../../../test/administration.ts'
import { type SocialStage, socialStage } from '../../../test/social-stage.ts'
import { moderation } from '../../areas/social/moderation.ts'
import { parseCommand } from './commands.ts'
import { UsageError } from './usage.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
let s: SocialStage
let env: Record<string, string>
beforeAll(async () => {
  s = await socialStage()
  const { rows } = await s.db.execute<{ name: string }>(sql`select current_database() as name`)
  const url = inject('testClusterUrl').replace('DATABASE', String(rows[0]?.name))
  env = { PATH: process.env.PATH ?? '', DATABASE_URL: url, MAIL_TRANSPORT: 'file' }
})
afterAll(() => s.close())

const none = async (): Promise<never> => Promise.reject(new Error('not asked for'))
const runCommand = (...args: string[]): Promise<string> =>
  parseCommand(['admin', 'social', ...args])({
    administrationFor: () => testAdministration(s.db),
    moderationFor: (caller) => moderation({ db: s.db, clock: s.accounts.clock, operator: { ...caller, systemUser: 'root' } }),
    warn: () => undefined,
    readStdin: none,
    sendMarketCommand: none,
    backup: none,
    rebuildTrading: none,
    rebuildJournal: none,
    nodes: none,
  })

const run = (...args: string[]) =>
  new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [MAIN, 'admin', 'social', ...args], { env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : error.code, out, err }),
    )
  })

it('lists reports one per line, and in full for programs', async () => {
  const [ada, bob] = [await s.user(), await s.user()]
  const long = `Guaranteed gains \u202E ${'x'.repeat(200)}`
  const { id } = await s.post(ada.token, { text: long })
  const { data: comment } = await s.call<IdeaComment>('POST', ada.token, `/${id}/comments`, { text: 'Pay me first' })
  expect(await runCommand('reports')).toMatch(/^ID +KIND +REPORTS .*TEXT\n$/)
  await s.call('POST', bob.token, '/reports', { idea: id, reason: 'scam', note: 'Asks for money' })
  await s.call('POST', bob.token, '/reports', { comment: comment.id, reason: 'spam' })

  const table = await runCommand('reports')
  expect(table.split('\n')).toHaveLength(4)
  expect(table).toContain(`${id}  idea     1        scam     ${ada.email}  shown  "Guaranteed gains ? xxx`)
  expect(table).not.toContain('\u202E')
  expect(table).not.toContain('x'.repeat(100))
  const json = JSON.parse(await runCommand('reports', '--json', '--limit', '1')) as object[]
  expect(json).toEqual([expect.objectContaining({ target: id, text: long, notes: ['Asks for money'] })])
})

it('hides a text and shows it again, and exits with code 0', async () => {
  const ada = await s.user()
  const { id } = await s.post(ada.token)
  expect(await run('hide', id, '--by', 'Ada')).toEqual({ code: 0, out: `${id} is hidden.\n`, err: '' })
  expect(await s.idea(ada.token, id)).toMatchObject({ text: null, text_state: 'hidden' })
  expect(await runCommand('restore', id)).toBe(`${id} is shown again.\n`)
  expect(await s.idea(ada.token, id)).toMatchObject({ text: 'Up.' })
})

it('suspends a user and reinstates them', async () => {
  const ada = await s.user()
  expect(await runCommand('suspend', ada.email)).toBe(`${ada.email} is suspended from posting.\n`)
  await expect(s.post(ada.token)).rejects.toThrow('403')
  expect(await runCommand('resume', ada.email)).toBe(`${ada.email} may post again.\n`)
  expect((await s.post(ada.token)).state).toBe('open')
})

it('exits with code 1 and changes nothing when the target does not exist', async () => {
  const before = await s.db.execute(sql`select count(*) from operator_log`)
  expect(await run('hide', randomUUID())).toEqual({ code: 1, out: '', err: 'There is no such idea or comment.\n' })
  await expect(runCommand('restore', randomUUID())).rejects.toMatchObject({ detail: 'There is no such idea or comment.' })
  await expect(runCommand('suspend', 'nobody@example.org')).rejects.toMatchObject({ detail: 'There is no such user.' })
  expect((await s.db.execute(sql`select count(*) from operator_log`)).rows).toEqual(before.rows)
})

it('exits with code 2 and prints the usage for an unknown command', async () => {
  const { code, out, err } = await run('hide', 'x')
  expect([code, out]).toEqual([2, ''])
  expect(err).toMatch(/^"x" is no ID of an idea or a comment: one of "admin social reports".\n\nUsage: npm run aerie/)
})

it.each([
  [['hide'], '"admin social hide" takes 1 argument, not 0.'],
  [['suspend', 'nobody'], '"nobody" is not an e-mail address.'],
  [['reports', '--limit', '0'], '"0" is not a number of rows from 1 to 1000.'],
  [['reports', '--by', 'Ada'], '"admin social reports" has no --by.'],
  [['delete', 'x'], 'There is no command "admin social delete x".'],
])('reports what is wrong with %j before changing anything', (args, message) =>
  expect(() => runCommand(...args)).toThrow(new UsageError(message)),
)
