import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SECOND_MS, systemClock } from '@aerie/core/time'
import { eq, getTableName, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { accountApp, outcome, PASSWORD } from '../../../test/account-app.ts'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { otpAt, otpCounter } from '../../areas/account/second-factor/totp.ts'
import { pushRepository } from '../../areas/alerts/push/push-repository.ts'
import { vapidKeys } from '../../areas/alerts/push/vapid-keys.ts'
import { webhookRepository } from '../../areas/alerts/webhook/webhook-repository.ts'
import { apexKeyStore } from '../../areas/venues/apex-keys.ts'
import { openDatabase } from '../../platform/db/client.ts'
import { webhooks } from '../../platform/db/schema/deliveries.ts'
import { sealedKeys } from '../../platform/db/schema/sealed-keys.ts'
import { sealedBox } from '../../platform/secrets/sealed-box.ts'
import { loadSecretKey } from '../../platform/secrets/secret-key.ts'
import { StartFailure } from '../../platform/start-failure.ts'
import { SEALED_TABLES } from './sealed-data.ts'
import { matchSecretKey, rotateSecretKey, type SecretKeys } from './secret-key-rotation.ts'

const OLD = 'the old secret of 32 characters or more'
const NEW = 'the new secret of 32 characters or more'
const bytes = (text: string) => new TextEncoder().encode(text)
const keyFile = () => join(dataDir, 'secret-key')
const nextFile = () => join(dataDir, 'secret-key.next')

let database: TestDatabase
let dataDir: string
let noted: object[]
beforeEach(async () => {
  database = await testDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'aerie-rotation-'))
  noted = []
})
afterEach(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const start = (setting?: string): Promise<SecretKeys> =>
  matchSecretKey({ db: database.db, dataDir, setting }, loadSecretKey({ setting, dataDir, print: () => undefined }))
const rotate = (given: { setting?: string; oldSetting?: string; isOldLost?: boolean } = {}) =>
  rotateSecretKey({
    db: database.db,
    dataDir,
    setting: undefined,
    oldSetting: undefined,
    isOldLost: false,
    ...given,
    note: async (_tx, sealed) => void noted.push(sealed),
  })
const refusal = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(StartFailure)
  return error instanceof Error ? error.message : ''
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const secretBytes = (secret: string) => {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

async function guarded(keys: SecretKeys) {
  const t = await accountApp({ over: database, keys })
  const { token, user } = await t.newUser('ada@example.org')
  const { secret } = (await t.post({ path: '/account/otp', token })).json<{ data: { secret: string } }>().data
  const code = () => otpAt(secretBytes(secret), otpCounter(t.clock.now()))
  const confirmed = await t.post({ path: '/account/otp/confirm', token, body: { code: code() } })
  const { recovery_codes: codes } = confirmed.json<{ data: { recovery_codes: string[] } }>().data
  await t.close()
  const box = sealedBox(keys.secretKey, 'deliveries')
  const webhook = randomUUID()
  const at = new Date()
  const hooks = webhookRepository(database.db, box)
  await hooks.insert({ id: webhook, userId: user.user_id, url: 'https://example.org', createdAt: at }, 'first')
  await hooks.rotate(user.user_id, webhook, { secret: 'second', rotatesUntil: new Date(at.getTime() + 60_000) })
  const subscription = { userId: user.user_id, endpoint: 'https://push.example.org/1', subscription: 'its keys', name: 'Firefox', at }
  const device = await pushRepository(database.db, box).save(subscription)
  const vapid = await vapidKeys(database.db, box, () => undefined)()
  const apex = apexKeyStore({ db: database.db, clock: systemClock, secretKey: keys.secretKey, notifyUser: async () => undefined })
  const body = { api_key: 'an api key', secret: 'a secret', passphrase: 'a phrase' }
  await apex.save(user.user_id, body, { account: '1', address: '0x1', rights: 'stated' })
  return { user, secret, codes, webhook, device: device?.id ?? '', vapid, time: { passedMs: 0 } }
}
type Guarded = Awaited<ReturnType<typeof guarded>>

async function opened({ secretKey, recoveryKey }: SecretKeys, { user, secret, codes, webhook, device, time }: Guarded) {
  const t = await accountApp({ over: database, keys: { secretKey, recoveryKey } })
  // An authenticator code is valid only once.
  time.passedMs += 60 * SECOND_MS
  t.clock.advance(time.passedMs)
  const login = async (otp: string) => outcome(await t.post({ path: '/auth/login', body: { email: user.email, password: PASSWORD, otp } }))
  const withCode = await login(otpAt(secretBytes(secret), otpCounter(t.clock.now())))
  const withRecoveryCode = await login(codes.pop() ?? '')
  await t.close()
  const box = sealedBox(secretKey, 'deliveries')
  const apex = apexKeyStore({ db: database.db, clock: systemClock, secretKey, notifyUser: async () => undefined })
  return {
    logins: [withCode, withRecoveryCode],
    webhook: (await webhookRepository(database.db, box).withSecrets(webhook, new Date()))?.secrets,
    push: await pushRepository(database.db, box).subscription(device),
    vapid: await vapidKeys(database.db, box, () => undefined)(),
    apex: (await apex.open(user.user_id))?.credentials(),
  }
}
const everything = ({ vapid }: Guarded) => ({
  logins: ['200', '200'],
  webhook: ['second', 'first'],
  push: 'its keys',
  vapid,
  apex: { key: 'an api key', secret: 'a secret', passphrase: 'a phrase' },
})

it('restarts with the same key only, even if nothing is sealed yet', async () => {
  await start(OLD)
  await start(OLD)
  expect(await refusal(start(NEW))).toBe(
    'The data was sealed with another secret key than SECRET_KEY: bring the old key back. To replace it, see "admin rotate-secret-key" in docs/operate/secret-key.md',
  )
  expect(await refusal(start())).toContain(`another secret key than the key in ${dataDir}/secret-key: bring the old key back`)
})

it('recognises the key of data sealed before keys were verified', async () => {
  await guarded({ secretKey: bytes(OLD), recoveryKey: bytes(OLD) })
  await database.db.delete(sealedKeys)
  const foreign = 'sealed with another secret key than SECRET_KEY'
  expect(await refusal(start(NEW))).toContain(foreign)
  await start(OLD)
  expect(await refusal(start(NEW))).toContain(foreign)
})

it('reseals everything with the new key: second factors, recovery codes, webhooks, push and ApeX keys keep working', async () => {
  const all = await guarded(await start(OLD))
  expect(await rotate({ setting: NEW, oldSetting: OLD })).toEqual({ done: 'rotated', key: 'in the settings', opened: 6, unreadable: 0 })
  expect(noted).toEqual([{ opened: 6, unreadable: 0 }])
  await refusal(start(OLD))
  expect(await opened(await start(NEW), all)).toEqual(everything(all))
  // A second rotation: the recovery-code key survives every rotation.
  expect(await rotate({ oldSetting: NEW })).toMatchObject({ done: 'rotated', key: 'in DATA_DIR' })
  expect(await opened(await start(), all)).toEqual(everything(all))
  expect(await rotate({ setting: OLD })).toMatchObject({ done: 'rotated', key: 'in the settings' })
  expect(await opened(await start(OLD), all)).toEqual(everything(all))
})

it('generates a new key in DATA_DIR if the old one is stored there', async () => {
  const all = await guarded(await start())
  const before = readFileSync(keyFile(), 'utf8')
  expect(await rotate()).toMatchObject({ done: 'rotated', key: 'in DATA_DIR' })
  expect(readFileSync(keyFile(), 'utf8')).not.toBe(before)
  expect(existsSync(nextFile())).toBe(false)
  expect(await opened(await start(), all)).toEqual(everything(all))
})

it('completes a rotation killed after its transaction, at the next start or the next rotation', async () => {
  const all = await guarded(await start())
  for (const again of [start, rotate]) {
    const old = readFileSync(keyFile(), 'utf8')
    await rotate()
    writeFileSync(nextFile(), readFileSync(keyFile(), 'utf8'))
    writeFileSync(keyFile(), old)
    await again()
    expect(existsSync(nextFile())).toBe(false)
    expect(readFileSync(keyFile(), 'utf8')).not.toBe(old)
    expect(await opened(await start(), all)).toEqual(everything(all))
  }
})

it('discards the new key of a rotation killed before its transaction committed', async () => {
  const all = await guarded(await start())
  writeFileSync(nextFile(), `${randomBytes(32).toString('hex')}\n`)
  expect(await opened(await start(), all)).toEqual(everything(all))
  expect(existsSync(nextFile())).toBe(false)
})

it('changes nothing if it fails midway', async () => {
  const all = await guarded(await start(OLD))
  await database.db.execute(sql`alter table push_devices add constraint no_change check (length(subscription) < 0) not valid`)
  await expect(rotate({ setting: NEW, oldSetting: OLD })).rejects.toThrow('push_devices')
  await database.db.execute(sql`alter table push_devices drop constraint no_change`)
  expect(await opened(await start(OLD), all)).toEqual(everything(all))
})

it('lets one of many concurrent runs rotate, and its key is used', async () => {
  const all = await guarded(await start())
  const outcomes = await Promise.allSettled([rotate(), rotate(), rotate()])
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
  expect(await opened(await start(), all)).toEqual(everything(all))
})

it('refuses a wrong old key, a missing one and a database with a connected server', async () => {
  await guarded(await start(OLD))
  expect(await refusal(rotate({ setting: NEW }))).toBe(
    `There is no key in ${dataDir}/secret-key: set OLD_SECRET_KEY to the key that the data was sealed with`,
  )
  expect(await refusal(rotate({ setting: NEW, oldSetting: `not ${OLD}` }))).toContain('The data was not sealed with OLD_SECRET_KEY')
  expect(await rotate({ setting: OLD, oldSetting: NEW })).toEqual({ done: 'nothing' })
  const server = await openDatabase(database.url, { maxConnections: 1 })
  expect(await refusal(rotate({ setting: NEW, oldSetting: OLD }))).toContain('An Aerie is connected to this database')
  await server.close()
  expect(noted).toEqual([])
})

it('leaves data that the old key cannot open unchanged, and counts it', async () => {
  const all = await guarded(await start(OLD))
  await database.db.update(webhooks).set({ secret: sealedBox(bytes('another'), 'deliveries').seal('third', 'nobody') })
  const [before] = await database.db.select().from(webhooks)
  expect(await rotate({ setting: NEW, oldSetting: OLD })).toMatchObject({ opened: 5, unreadable: 1 })
  expect(await database.db.select().from(webhooks).where(eq(webhooks.id, all.webhook))).toEqual([before])
})

it('discards data sealed with a lost key only on request, and keeps second factors enabled', async () => {
  const { user, secret, codes } = await guarded(await start(OLD))
  expect(await refusal(rotate({ setting: NEW, oldSetting: OLD, isOldLost: true }))).toContain('The old key is not lost')
  expect(await rotate({ setting: NEW, isOldLost: true })).toMatchObject({ done: 'given up', unreadable: 5 })
  expect(await rotate({ setting: NEW, isOldLost: true })).toEqual({ done: 'nothing' })
  const { secretKey, recoveryKey } = await start(NEW)
  const t = await accountApp({ over: database, keys: { secretKey, recoveryKey } })
  const login = async (otp: string | undefined) =>
    outcome(await t.post({ path: '/auth/login', body: { email: user.email, password: PASSWORD, otp } }))
  expect(await login(undefined)).toBe('401 otp_required')
  expect(await login(otpAt(secretBytes(secret), otpCounter(t.clock.now())))).toBe('422 otp_unreadable')
  expect(await login(codes[0])).toBe('401 invalid_code')
  await t.close()
  const { rows } = await database.db.execute(sql`select count(*)::int as n from recovery_codes`)
  expect(rows).toEqual([{ n: 0 }])
})

/** Other byte columns: hashes, public keys of passkeys, salts to be published, and files that users import. */
const NOT_SEALED = [
  'account_exports.link_hash',
  'alerts.request_hash',
  'apex_orders.hash',
  'api_tokens.hash',
  'copies.request_hash',
  'forecast_chains.head',
  'forecasts.hash',
  'forecasts.prev_hash',
  'idea_chains.head',
  'idea_texts.request_hash',
  'idea_texts.salt',
  'ideas.hash',
  'ideas.prev_hash',
  'ideas.text_hash',
  'journal_accounts.head',
  'journal_facts.hash',
  'journal_facts.previous_hash',
  'journal_imports.content',
  'one_time_codes.browser_hash',
  'one_time_codes.hash',
  'passkey_challenges.hash',
  'passkey_challenges.holder_hash',
  'passkeys.public_key',
  'push_devices.endpoint_hash',
  'recovery_codes.hash',
  'refresh_tokens.hash',
  'telegram_links.hash',
  'trading_commands.hash',
]

it('reseals every column that can contain sealed data', async () => {
  const { rows } = await database.db.execute<{ name: string }>(
    sql`select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' and data_type = 'bytea'`,
  )
  const sealed = SEALED_TABLES.flatMap(({ columns }) => columns.map(({ column }) => `${getTableName(column.table)}.${column.name}`))
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...sealed, ...NOT_SEALED].toSorted())
})
