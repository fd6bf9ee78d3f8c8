import { once } from 'node:events'
import { itemAt } from '@aerie/core/item-at'
import { epochMs, MINUTE_MS } from '@aerie/core/time'
import { portOf } from '@aerie/testkit/port-of'
import { sql } from 'drizzle-orm'
import { type ParsedMail, simpleParser } from 'mailparser'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { memoryOutbox } from './mail-module.ts'
import { mailService } from './mail-service.ts'
import { smtpTransport } from './transport.ts'

let database: TestDatabase
let now = Date.UTC(2026, 0, 15)
const clock = { now: () => epochMs(now) }
const logger = pino({ level: 'silent' })
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.db.execute(sql`truncate mail_outbox`)
})

const mail = (to = 'ada@example.com') => ({ to, subject: 'Your code', text: '123456', expiresAt: new Date(now + 10 * MINUTE_MS) })
const waiting = async () => (await database.db.execute<{ n: number }>(sql`select count(*)::int as n from mail_outbox`)).rows[0]?.n

describe('the queue', () => {
  it('sends a mail once its transaction has committed, and deletes its text', async () => {
    const outbox = memoryOutbox(clock, logger)
    const service = mailService({ db: database.db, clock, transport: outbox, logger })
    await database.db.transaction((tx) => service.queue(tx, mail()))
    expect(await service.sendDue()).toBe(1)
    expect(outbox.newestFirst()).toEqual([
      { to: 'ada@example.com', subject: 'Your code', text: '123456', sentAt: new Date(now).toISOString() },
    ])
    expect(await waiting()).toBe(0)
  })

  it('sends nothing from a transaction that was rolled back', async () => {
    const service = mailService({ db: database.db, clock, transport: memoryOutbox(clock, logger), logger })
    const failing = database.db.transaction(async (tx) => {
      await service.queue(tx, mail())
      throw new Error('changed our mind')
    })
    await expect(failing).rejects.toThrow('changed our mind')
    expect(await service.sendDue()).toBe(0)
  })

  it('sends each mail once when two processes poll at the same time', async () => {
    const outbox = memoryOutbox(clock, logger)
    const services = [1, 2].map(() => mailService({ db: database.db, clock, transport: outbox, logger }))
    for (let n = 0; n < 12; n += 1) await itemAt(services, 0).queue(database.db, mail(`user${n}@example.com`))
    await Promise.all(services.map((service) => service.sendDue()))
    expect(new Set(outbox.newestFirst().map(({ to }) => to)).size).toBe(12)
    expect(outbox.newestFirst()).toHaveLength(12)
  })

  it('sends what a process claimed and did not finish, once its lease has expired', async () => {
    const never = { deliver: () => new Promise<void>(() => undefined), close: () => undefined }
    const dying = mailService({ db: database.db, clock, transport: never, logger })
    await dying.queue(database.db, mail())
    void dying.sendDue()
    await expect.poll(async () => (await database.db.execute(sql`select 1 from mail_outbox where attempts = 1`)).rowCount).toBe(1)
    const outbox = memoryOutbox(clock, logger)
    const next = mailService({ db: database.db, clock, transport: outbox, logger })
    expect(await next.sendDue()).toBe(0)
    // A clock that runs an hour ahead changes nothing.
    now += 60 * MINUTE_MS
    expect(await next.sendDue()).toBe(0)
    now -= 60 * MINUTE_MS
    await database.db.execute(sql`update mail_outbox set lease_until = now() - interval '1 second'`)
    expect(await next.sendDue()).toBe(1)
    expect(outbox.newestFirst()).toHaveLength(1)
  })

  it('retries with growing delays while the server is unreachable, and gives up when the code has expired', async () => {
    let tries = 0
    const away = {
      deliver: async () => {
        tries += 1
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET' })
      },
      close: () => undefined,
    }
    const service = mailService({ db: database.db, clock, transport: away, logger })
    await service.queue(database.db, mail())
    await service.sendDue()
    now += 1_999
    expect(await service.sendDue()).toBe(0)
    now += 1
    expect(await service.sendDue()).toBe(1)
    now += 3_999
    expect(await service.sendDue()).toBe(0)
    expect(tries).toBe(2)
    now += 10 * MINUTE_MS
    await service.sendDue()
    expect(tries).toBe(2)
    expect(await waiting()).toBe(0)
  })
})

describe('SMTP', () => {
  const inbox: ParsedMail[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('gone@') ? Object.assign(new Error('no such user'), { responseCode: 550 }) : null),
    onData: (stream, _session, done) => {
      simpleParser(stream).then((parsed) => {
        inbox.push(parsed)
        done()
      }, done)
    },
  })
  let service: ReturnType<typeof mailService>
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    const port = portOf(server.server)
    const transport = smtpTransport(`smtp://127.0.0.1:${port}`, 'Aerie <aerie@example.com>')
    service = mailService({ db: database.db, clock, transport, logger })
  })
  afterAll(async () => {
    await service.stop()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })

  it('carries sender, recipient, subject and text, whatever characters they contain', async () => {
    await service.queue(database.db, { ...mail(), subject: 'Grüße\r\nBcc: eve@example.com', text: 'Zeile eins\n\n.\nZeile drei ✓' })
    await service.sendDue()
    expect(await waiting()).toBe(0)
    const [got] = inbox
    expect(got?.from?.text).toBe('"Aerie" <aerie@example.com>')
    expect(got?.to).toMatchObject({ text: 'ada@example.com' })
    expect(got?.bcc).toBeUndefined()
    expect(got?.text?.trim()).toBe('Zeile eins\n\n.\nZeile drei ✓')
  })

  it('drops a mail that the server will never accept', async () => {
    await service.queue(database.db, mail('gone@example.com'))
    await service.sendDue()
    expect(await waiting()).toBe(0)
    expect(inbox).toHaveLength(1)
  })

  it('marks every mail as automatic, so that no out-of-office reply responds to it', async () => {
    await service.queue(database.db, { ...mail(), headers: { 'List-Unsubscribe': '<https://aerie.example/u>' } })
    await service.queue(database.db, mail())
    const before = inbox.length
    await service.sendDue()
    expect(inbox.slice(before).map(({ headers }) => headers.get('auto-submitted'))).toEqual(['auto-generated', 'auto-generated'])
  })
})

describe('GET /dev/outbox', () => {
  const askOutbox = async (
    env: Readonly<Record<string, string>>,
    request: { headers?: Record<string, string>; remoteAddress?: string } = {},
    text = '123456',
  ) => {
    const aerie = await testApp(env)
    await aerie.mail.queue(aerie.database.db, { ...mail(), text, expiresAt: new Date(Date.now() + MINUTE_MS) })
    await aerie.mail.sendDue().catch(() => 0)
    const answer = await aerie.app.inject({ url: '/dev/outbox', ...request })
    await aerie.close()
    return answer
  }

  it('lists mail on a local machine', async () => {
    const answer = await askOutbox({})
    expect(answer.json()).toEqual([{ to: 'ada@example.com', subject: 'Your code', text: '123456', sentAt: expect.any(String) }])
  })

  it('is a page for browsers, in which mail is text and never markup', async () => {
    const answer = await askOutbox({}, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }, '<b>Hello</b>\n\n123456')
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    expect(answer.body).toContain('<p>&lt;b&gt;Hello&lt;/b&gt;</p><p><strong>123456</strong></p>')
  })

  it.each<[string, Parameters<typeof askOutbox>[0], Parameters<typeof askOutbox>[1]]>([
    ['HOST is not loopback', { HOST: '0.0.0.0' }, {}],
    ['PUBLIC_URL is set', { PUBLIC_URL: 'https://aerie.example' }, {}],
    ['SMTP_URL is set', { SMTP_URL: 'smtp://127.0.0.1:9' }, {}],
    ['a proxy passed it on', {}, { headers: { 'x-forwarded-for': '127.0.0.1' } }],
    ['another proxy did', {}, { headers: { forwarded: 'for=127.0.0.1' } }],
    ['one that only names an address did', {}, { headers: { 'x-envoy-external-address': '127.0.0.1' } }],
    ['it comes from elsewhere', {}, { remoteAddress: '203.0.113.9' }],
    ['a rebound name asks', {}, { headers: { host: 'evil.example:4800' } }],
  ])('does not exist when %s', async (_why, env, request) => {
    const answer = await askOutbox(env, request)
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain('123456')
  })
})
