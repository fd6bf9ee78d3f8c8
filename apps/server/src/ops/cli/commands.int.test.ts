import { epochMs } from '@aerie/core/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountApp, outcome } from '../../../test/account-app.ts'
import { administrationService } from '../../areas/account/administration-service.ts'
import { argon2Passwords } from '../../areas/account/password/passwords.ts'
import type { MarketAnswer } from '../../areas/market/commands/market-command-listener.ts'
import { moderation } from '../../areas/social/moderation.ts'
import type { Rebuilt } from '../../areas/trading/accounts/rebuild.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { mailQueue } from '../../platform/mail/mail-service.ts'
import { parseCommand } from './commands.ts'
import { UsageError } from './usage.ts'

let t: Awaited<ReturnType<typeof accountApp>>
let stdin = ''
let marketAnswer: MarketAnswer | undefined
const commands: unknown[] = []
const warnings: string[] = []
let rebuilt: Rebuilt = { accounts: 2, events: 30, differences: [] }
beforeAll(async () => {
  t = await accountApp()
})
afterAll(() => t.close())

const run = (line: string) =>
  parseCommand(line.split(' '))({
    administrationFor: (caller) =>
      administrationService({
        db: t.db,
        clock: { now: () => epochMs(t.clock.now()) },
        passwords: argon2Passwords(),
        queueMail: mailQueue(t.clock),
        operator: { ...caller, systemUser: 'root' },
      }),
    moderationFor: (caller) => moderation({ db: t.db, clock: t.clock, operator: { ...caller, systemUser: 'root' } }),
    warn: (warning) => void warnings.push(warning),
    readStdin: async () => stdin,
    sendMarketCommand: async (command) => {
      commands.push(command)
      return marketAnswer
    },
    backup: async () => ({ tables: 2, rows: 30, files: ['secret-key'], bytes: 1_500, leftOut: ['a\u001b[2Jb'], cutOff: ['x.part-7'] }),
    rebuildTrading: async () => rebuilt,
    rebuildJournal: async () => rebuilt,
    nodes: async () => [],
  })
const login = (email: string, password: string) => t.post({ path: '/auth/login', body: { email, password } })

it('creates a confirmed user with a generated password that can log in', async () => {
  const printed = await run('admin user create Op@Example.org --first-name Op --last-name Erator')
  const password = /shown this once: (\S+)/.exec(printed)?.[1] ?? ''
  const loggedIn = await login('op@example.org', password)
  expect(outcome(loggedIn)).toBe('200')
  expect(loggedIn.json()).toMatchObject({
    data: { user: { first_name: 'Op', last_name: 'Erator', is_confirmed: true, subscription: 'claw' } },
  })
  await expect(run('admin user create op@example.org')).rejects.toThrow(AppError)
})

it('reads the password from standard input and applies the same rules', async () => {
  stdin = 'orchard kettle 19 moss'
  expect(await run('admin user create stdin@example.org --password-stdin')).toBe('stdin@example.org is created and confirmed.\n')
  expect(outcome(await login('stdin@example.org', stdin))).toBe('200')
  stdin = 'short'
  await expect(run('admin user create stdin2@example.org --password-stdin')).rejects.toThrow(/at least 12 characters/)
  stdin = 'password1234'
  await expect(run('admin user create stdin2@example.org --password-stdin')).rejects.toThrow('password_common')
})

it('grants and ends a subscription, VIP and a limit, and a live session sees it within five seconds', async () => {
  const { token } = await t.newUser('paying@example.org')
  const seen = async () => {
    t.clock.advance(5_000)
    const caller = await t.module.sessions.authenticate(token)
    return [caller?.user.subscription, caller?.user.is_vip, caller?.user.daily_api_call_limit]
  }
  expect(await seen()).toEqual(['claw', false, 200])
  await run('admin subscription grant paying@example.org ipc')
  expect(await seen()).toEqual(['IPC', false, 5_000])
  await run('admin limits set paying@example.org 7')
  expect(await seen()).toEqual(['IPC', false, 7])
  await run('admin limits clear paying@example.org')
  await run('admin vip grant paying@example.org')
  expect(await seen()).toEqual(['IPC', true, 50_000])
  await run('admin vip end paying@example.org')
  await run('admin subscription end paying@example.org')
  expect(await seen()).toEqual(['claw', false, 200])
})

it.each([
  ['subscription', 'grant EMAIL IPC', 'end EMAIL', 'has no subscription that was granted.'],
  ['vip', 'grant EMAIL', 'end EMAIL', 'is not VIP.'],
  ['limits', 'set EMAIL 7', 'clear EMAIL', 'has no limit of their own.'],
])('removes a %s once, and fails without a log row when there is none', async (what, give, take, message) => {
  const email = `${what}@example.org`
  const ask = (args: string) => run(`admin ${what} ${args.replace('EMAIL', email)}`)
  await run(`admin user create ${email}`)
  await ask(give)
  await ask(take)
  await expect(ask(take)).rejects.toMatchObject({ code: 'conflict', detail: `${email} ${message}` })
  const rows = (await run(`admin log --user ${email} --json`)).match(/"command":"[^"]+"|"command": "[^"]+"/g)
  expect(rows).toHaveLength(3)
})

it('deactivates a user, which ends sessions and blocks logins, and reactivates the user', async () => {
  stdin = 'orchard kettle 19 moss'
  await run('admin user create off@example.org --password-stdin')
  const session = (await login('off@example.org', stdin)).json<{ data: { token: string } }>().data
  expect(await t.module.sessions.authenticate(session.token)).not.toBeNull()
  await run('admin user deactivate off@example.org')
  t.clock.advance(5_000)
  expect(await t.module.sessions.authenticate(session.token)).toBeNull()
  expect(outcome(await login('off@example.org', stdin))).toBe('403 account_inactive')
  await run('admin user activate off@example.org')
  expect(outcome(await login('off@example.org', stdin))).toBe('200')
})

it('lists all accounts as a table and as JSON, never with a hash', async () => {
  const table = await run('admin user list')
  expect(table.split('\n')[0]).toMatch(/^EMAIL +NAME +STATE +SUBSCRIPTION/)
  expect(table).toMatch(/^op@example\.org +Op Erator +active +claw +- +200 +2026-01-15$/m)
  const json = await run('admin user list --json')
  expect(JSON.parse(json)).toEqual(expect.arrayContaining([expect.objectContaining({ email: 'op@example.org', wallet_address: 'null' })]))
  expect(table + json).not.toContain('argon2')
})

it.each([
  'admin',
  'admin user',
  'admin user create',
  'admin user create not-an-address',
  'admin user create a@example.org b@example.org',
  'admin user list --password-stdin',
  'admin user list --nonsense',
  'admin subscription grant a@example.org gold',
  'admin limits set a@example.org -5',
  'admin limits set a@example.org many',
  'forecast',
  'admin user list --by Ada',
  'admin vip grant a@example.org --by ',
  `admin vip grant a@example.org --by ${'x'.repeat(101)}`,
  'admin vip grant a@example.org --by A\u001bB',
  'admin sessions a@example.org --by Ada',
  'admin sessions a@example.org --end everything',
  'admin sessions a@example.org --end all --json',
  'admin factor a@example.org',
  'admin log --limit 0',
  'admin log --limit 1001',
  'admin log --limit 1e3',
  'admin log --user nobody',
])('reports what is wrong with "%s" before changing anything', (line) => expect(() => parseCommand(line.split(' '))).toThrow(UsageError))

it('reports an unknown user', async () => {
  await expect(run('admin user deactivate nobody@example.org')).rejects.toMatchObject({ code: 'not_found' })
})

it('reports whether the paper accounts match their events, and fails when they do not', async () => {
  expect(await run('admin trading rebuild')).toBe('2 accounts, 30 events: no difference.\n')
  rebuilt = { ...rebuilt, differences: [{ account: 'abc', what: 'balance user:cash' }] }
  await expect(run('admin trading rebuild')).rejects.toThrow('2 accounts, 30 events: 1 differences.\n  abc  balance user:cash')
})

it('sends market commands to the running live or replay server, and reports when none answers', async () => {
  await expect(run('admin market live')).rejects.toThrow('No running server with MARKET_SOURCE=auto has answered.')
  await expect(run('admin market replay step')).rejects.toThrow('No running server with MARKET_SOURCE=replay has answered.')
  marketAnswer = { isDone: true, text: 'The replay is paused.' }
  for (const line of ['status', 'pause', 'play', 'speed 60', 'jump 2023-10-02T00:34:00Z'])
    expect(await run(`admin market replay ${line}`)).toBe('The replay is paused.\n')
  expect(commands).toEqual([
    'live',
    { action: 'step' },
    'replay',
    { action: 'pause' },
    { action: 'play' },
    { action: 'speed', speed: 60 },
    { action: 'jump', to: Date.UTC(2023, 9, 2, 0, 34) },
  ])
  marketAnswer = { isDone: false, text: 'The live market cannot be reached; nothing has changed.' }
  await expect(run('admin market live')).rejects.toThrow(marketAnswer.text)
})

it.each(['speed', 'speed 0', 'speed 3601', 'speed 1e3', 'speed NaN', 'jump', 'jump yesterday', 'jump -5', 'stop', 'pause now'])(
  'rejects "admin market replay %s" before sending any request',
  (args) => expect(() => run(`admin market replay ${args}`)).toThrow(UsageError),
)

it('reports what an interrupted backup left behind and what no backup contains, without control characters', async () => {
  warnings.length = 0
  expect(await run('admin backup /backups/a.backup --by Ada')).toMatch(/30 rows of 2 tables and 1 files of DATA_DIR, 2 kB\. Keep it safe/)
  expect(warnings).toEqual([
    'x.part-7, in the same folder, is of a backup that was cut off. It cannot be restored and may hold the secret key: delete it.',
    'Not in the backup, as they are no files of Aerie: a?[2Jb.',
  ])
})
