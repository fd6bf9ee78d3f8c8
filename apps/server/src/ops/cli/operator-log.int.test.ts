import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountApp, outcome, PASSWORD } from '../../../test/account-app.ts'
import { administrationService } from '../../areas/account/administration-service.ts'
import type { QueueMail } from '../../areas/account/mails/account-mails.ts'
import { otpRepository } from '../../areas/account/second-factor/otp-repository.ts'
import { passkeyRepository } from '../../areas/account/second-factor/passkey-repository.ts'
import type { MarketAnswer } from '../../areas/market/commands/market-command-listener.ts'
import { moderation } from '../../areas/social/moderation.ts'
import { mailOutbox } from '../../platform/db/schema/mail.ts'
import { operatorLog } from '../../platform/db/schema/operator-log.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { mailQueue } from '../../platform/mail/mail-service.ts'
import { parseCommand } from './commands.ts'

let t: Awaited<ReturnType<typeof accountApp>>
const warnings: string[] = []
const ANSWERED: MarketAnswer = { isDone: true, text: 'The replay is paused.' }
let marketAnswer: MarketAnswer | undefined = ANSWERED
beforeAll(async () => {
  t = await accountApp()
})
afterAll(() => t.close())

const run = (line: string, queueMail: QueueMail = mailQueue(t.clock)) =>
  parseCommand(line.split(' '))({
    administrationFor: (caller) =>
      administrationService({ db: t.db, clock: t.clock, passwords: t.passwords, queueMail, operator: { ...caller, systemUser: 'root' } }),
    moderationFor: (caller) => moderation({ db: t.db, clock: t.clock, operator: { ...caller, systemUser: 'root' } }),
    warn: (warning) => void warnings.push(warning),
    readStdin: async () => PASSWORD,
    sendMarketCommand: async () => marketAnswer,
    backup: () => Promise.reject(new Error('not in this test')),
    rebuildTrading: async () => ({ accounts: 0, events: 0, differences: [] }),
    rebuildJournal: async () => ({ accounts: 0, events: 0, differences: [] }),
    nodes: async () => [],
  })
type LogEntry = { command: string; by: string | null; user_email: string | null; parameters: object }
const logged = async (line = ''): Promise<LogEntry[]> => JSON.parse(await run(`admin log --json${line}`)) as LogEntry[]
const someone = (name: string) => t.newUser(`${name}@example.org`)

it.each<[line: string, command: string, parameters: object]>([
  ['admin user create EMAIL --password-stdin', 'admin user create', { first_name: 'made', last_name: '' }],
  ['admin user deactivate EMAIL', 'admin user deactivate', { sessions_ended: 0 }],
  ['admin user activate EMAIL', 'admin user activate', {}],
  ['admin subscription grant EMAIL IPC', 'admin subscription grant', { granted: 'IPC', holds: 'IPC' }],
  ['admin subscription end EMAIL', 'admin subscription end', { granted: 'claw', holds: 'claw' }],
  ['admin vip grant EMAIL', 'admin vip grant', { is_vip: true }],
  ['admin vip end EMAIL', 'admin vip end', { is_vip: false }],
  ['admin limits set EMAIL 7', 'admin limits set', { daily_calls: 7 }],
  ['admin limits clear EMAIL', 'admin limits clear', { daily_calls: null }],
  ['admin sessions EMAIL --end all', 'admin sessions', { session: 'all', sessions_ended: 0 }],
])('records "%s" with the operator, the affected user and the action', async (line, command, parameters) => {
  await run(`${line.replace('EMAIL', 'made@example.org')} --by Ada`)
  expect((await logged(' --limit 1'))[0]).toEqual({
    number: expect.any(Number),
    at: new Date(t.clock.now()).toISOString(),
    system_user: 'root',
    by: 'Ada',
    command,
    user_id: expect.any(String),
    user_email: 'made@example.org',
    parameters,
  })
})

it.each([
  ['admin market live', {}],
  ['admin market replay pause', {}],
  ['admin market replay play', {}],
  ['admin market replay step', {}],
  ['admin market replay speed 60', { speed: 60 }],
  ['admin market replay jump 2023-10-02T00:34:00Z', { to: '2023-10-02T00:34:00.000Z' }],
])('records "%s", which concerns no user', async (line, parameters) => {
  await run(line)
  const [row] = await logged(' --limit 1')
  expect(row).toMatchObject({ by: null, user_id: null, user_email: null, parameters })
  expect(line).toContain(row?.command)
})

it('keeps the row of a market command that no server answered', async () => {
  const before = (await logged()).length
  marketAnswer = undefined
  await expect(run('admin market live')).rejects.toThrow('No running server')
  expect(await logged()).toHaveLength(before + 1)
  marketAnswer = ANSWERED
})

it('records nothing for read-only and rejected commands', async () => {
  const before = await logged()
  for (const line of ['admin user list', 'admin sessions made@example.org', 'admin log', 'admin market replay status']) await run(line)
  const refused = [
    'admin vip grant nobody@example.org',
    'admin user create made@example.org',
    `admin sessions made@example.org --end ${randomUUID()}`,
    'admin subscription end made@example.org',
    'admin vip end made@example.org',
    'admin limits clear made@example.org',
  ]
  for (const line of refused) await expect(run(line)).rejects.toThrow(AppError)
  expect(await logged()).toEqual(before)
})

it('lists the newest first, optionally for one user, as a table without control characters or passwords', async () => {
  await someone('other')
  await run('admin vip grant other@example.org')
  await run('admin user create odd@example.org --password-stdin --first-name A\u001b[31m')
  expect((await logged(' --limit 2')).map(({ user_email }) => user_email)).toEqual(['odd@example.org', 'other@example.org'])
  expect((await logged(' --user OTHER@example.org')).map(({ command }) => command)).toEqual(['admin vip grant'])
  const table = await run('admin log')
  expect(table).toMatch(
    /^WHEN +WHO +COMMAND +USER +PARAMETERS\n2026-01-15T\S+ +root +admin user create +odd@example\.org +first_name="A\\u001b\[31m" last_name=""$/m,
  )
  expect(table).toContain('root (Ada)')
  expect(table + JSON.stringify(await logged())).not.toMatch(new RegExp(`${PASSWORD}|argon2`))
  await expect(run('admin log --user nobody@example.org')).rejects.toMatchObject({ code: 'not_found' })
})

it.each(['update operator_log set command = $$x$$', 'delete from operator_log', 'truncate operator_log'])(
  'protects its rows: PostgreSQL rejects "%s"',
  async (statement) => expect(t.db.$client.query(statement)).rejects.toThrow('rows of operator_log are final'),
)

it('changes nothing when the row cannot be written', async () => {
  const { user } = await someone('unwritten')
  await t.db.$client.query("alter table operator_log add constraint refuse check (command <> 'admin vip grant') not valid")
  await expect(run('admin vip grant unwritten@example.org')).rejects.toThrow('operator_log')
  await t.db.$client.query('alter table operator_log drop constraint refuse')
  const { rows } = await t.db.$client.query<{ is_vip: boolean }>('select is_vip from users where id = $1', [user.user_id])
  expect(rows).toEqual([{ is_vip: false }])
})

it('keeps the rows of a deleted user', async () => {
  const { user } = await someone('gone')
  await run('admin vip grant gone@example.org')
  await t.db.$client.query('delete from users where id = $1', [user.user_id])
  expect(await logged(' --user gone@example.org')).toHaveLength(1)
})

it('lists the sessions of a user and ends one or all; the server notifies their sockets', async () => {
  const first = await someone('sessions')
  const login = await t.post({
    path: '/auth/login',
    body: { email: 'sessions@example.org', password: PASSWORD },
    headers: { 'user-agent': 'curl/8' },
  })
  const second = login.json<{ data: { token: string } }>().data
  const sessions = JSON.parse(await run('admin sessions sessions@example.org --json')) as {
    id: string
    device: { browser: string | null }
  }[]
  expect(sessions).toHaveLength(2)
  const id = sessions.find(({ device }) => device.browser === 'curl')?.id ?? ''
  expect(await run('admin sessions sessions@example.org')).toMatch(
    new RegExp(`^${id} +curl +internet 192\\.0\\.2\\.\\* +2026-01-15 12:00 `, 'm'),
  )

  const revoked = Promise.withResolvers<string>()
  t.module.sessions.onRevoked(revoked.resolve)
  t.module.sessions.start(revoked.reject)
  expect(await run(`admin sessions sessions@example.org --end ${id}`)).toBe('sessions@example.org: 1 session has ended.\n')
  expect(await revoked.promise).toBe(id)
  expect(await t.module.sessions.authenticate(second.token)).toBeNull()
  expect(await t.module.sessions.authenticate(first.token)).not.toBeNull()
  await expect(run(`admin sessions sessions@example.org --end ${id}`)).rejects.toMatchObject({ code: 'not_found' })
  expect(await run('admin sessions sessions@example.org --end all')).toBe('sessions@example.org: 1 session has ended.\n')
  expect(await run('admin sessions sessions@example.org --json')).toBe('[]\n')
})

it('never ends a session of another user', async () => {
  const mine = await someone('mine')
  await someone('theirs')
  const [session] = JSON.parse(await run('admin sessions mine@example.org --json')) as { id: string }[]
  await expect(run(`admin sessions theirs@example.org --end ${session?.id}`)).rejects.toMatchObject({ code: 'not_found' })
  expect(await t.module.sessions.authenticate(mine.token)).not.toBeNull()
})

const withFactor = async (name: string) => {
  const { user } = await someone(name)
  const at = new Date(t.clock.now())
  await otpRepository(t.db).insertWaiting(user.user_id, Buffer.alloc(40), at)
  await otpRepository(t.db).confirm(user.user_id, 1, at)
  await otpRepository(t.db).replaceRecoveryCodes(user.user_id, [Buffer.from(name)], at)
  const names = { id: randomUUID(), name: 'key', credentialId: randomUUID(), host: 'localhost' }
  const key = { publicKey: Buffer.alloc(8), counter: 0, transports: [], isBackedUp: false, createdAt: at, lastUsedAt: null }
  await passkeyRepository(t.db).insert({ userId: user.user_id, ...names, ...key })
  return user.user_id
}
const logIn = async (name: string) =>
  outcome(await t.post({ path: '/auth/login', body: { email: `${name}@example.org`, password: PASSWORD } }))

it('removes a lost second factor after a warning, with a mail and a row, and the password alone logs in', async () => {
  const id = await withFactor('lost')
  const others = await withFactor('kept')
  expect(await logIn('lost')).toBe('401 otp_required')
  warnings.length = 0
  const message = 'lost@example.org has lost the authenticator app and its recovery codes and 1 passkey; a mail tells them.\n'
  expect(await run('admin factor lost@example.org --remove')).toBe(message)
  expect(warnings).toEqual([expect.stringContaining('the password alone will log lost@example.org in')])
  expect(await logIn('lost')).toBe('200')
  expect([await passkeyRepository(t.db).countOf(id), await otpRepository(t.db).recoveryCodesLeft(id)]).toEqual([0, 0])
  expect([await passkeyRepository(t.db).countOf(others), await otpRepository(t.db).recoveryCodesLeft(others)]).toEqual([1, 1])
  expect((await t.db.select().from(mailOutbox)).map(({ to, subject }) => [to, subject])).toEqual([
    ['lost@example.org', 'The second factor of your Aerie account was removed'],
  ])
  expect((await logged(' --user lost@example.org'))[0]).toMatchObject({
    command: 'admin factor',
    parameters: { authenticator: true, passkeys: 1 },
  })
  await expect(run('admin factor lost@example.org --remove')).rejects.toMatchObject({ code: 'conflict' })
  expect(await logged(' --user lost@example.org')).toHaveLength(1)
})

it('keeps the second factor when the mail cannot be queued', async () => {
  const id = await withFactor('unmailed')
  const fails = () => Promise.reject(new Error('no outbox'))
  await expect(run('admin factor unmailed@example.org --remove', fails)).rejects.toThrow('no outbox')
  expect([await logIn('unmailed'), await passkeyRepository(t.db).countOf(id)]).toEqual(['401 otp_required', 1])
  expect((await t.db.select().from(operatorLog)).filter(({ userId }) => userId === id)).toEqual([])
})
