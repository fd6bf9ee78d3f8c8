import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { systemClock } from '@aerie/core/time'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { journalTrader } from '../../../test/journal-trader.ts'
import { type TradingStage, tradingStage } from '../../../test/trading-stage.ts'
import { rebuildJournal } from '../../areas/journal/rebuild-journal.ts'
import { rebuildAll } from '../../areas/trading/accounts/rebuild.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

vi.setConfig({ testTimeout: 120_000 })

let stage: TradingStage
let fresh: TestDatabase
let folder: string
let trader: ReturnType<typeof journalTrader>
beforeEach(async () => {
  stage = await tradingStage()
  fresh = await testDatabase()
  folder = mkdtempSync(join(tmpdir(), 'aerie-backup-'))
  trader = journalTrader(stage, (await stage.trader('ada@example.com')).token)
})
afterEach(async () => {
  await stage.close()
  await fresh.close()
  rmSync(folder, { recursive: true })
})

const dataDirOf = (name: string) => join(folder, name)
const file = () => join(folder, 'aerie.backup')
const backUp = (path = file()) => writeBackup({ db: stage.accounts.db, clock: systemClock, dataDir: dataDirOf('old'), path })
const restore = (path = file(), db = fresh.db) => restoreBackup({ db, dataDir: dataDirOf('new'), path, note: async () => undefined })
const ordersOf = async (db: TestDatabase['db']) => {
  const { rows } = await db.execute(sql`select to_jsonb(o)::text as body from trading_orders o order by 1`)
  return rows.map(({ body }) => String(body))
}
const usersOf = async (db: TestDatabase['db']) => (await db.execute(sql`select id from users`)).rows
const linesOf = (path: string): string[] => gunzipSync(readFileSync(path)).toString('utf8').trimEnd().split('\n')
const writeIn = (path: string, name: string, text: string) => {
  mkdirSync(path, { recursive: true })
  writeFileSync(join(path, name), text)
}
const fakeFiles = () => {
  writeIn(dataDirOf('old'), 'secret-key', 'a key')
  writeIn(dataDirOf('old'), 'aerie.lock', 'a lock')
}

const withLine =
  (...added: string[]) =>
  (lines: string[]): string[] => [...lines.slice(0, -1), ...added, ...lines.slice(-1)]

/** Below the per-user limit (command-limits.ts), however long a slow disk takes over the backup. */
const MOST_ORDERS = 150

it('restores every order acknowledged before the backup started, all from one consistent snapshot', async () => {
  trader.market(100)
  const acknowledged: string[] = []
  let isOver = false
  const trading = (async () => {
    for (let at = 0; at < MOST_ORDERS && (!isOver || at < 20); at += 1) {
      // Changing prices restore liquidity: the book never runs empty, however long the backup takes.
      trader.market(100 + (at % 10) / 10)
      await trader.done(trader.order(`c-${at}`, at % 2 === 0 ? 'buy' : 'sell'))
      acknowledged.push(`c-${at}`)
    }
  })()
  await expect.poll(() => acknowledged.length).toBeGreaterThan(5)
  const before = [...acknowledged]
  const { rows } = await backUp()
  isOver = true
  await trading
  expect(rows).toBeGreaterThan(20)
  expect((await restore()).rows).toBe(rows)
  const now = new Set(await ordersOf(stage.accounts.db))
  const then = await ordersOf(fresh.db)
  for (const id of before) expect(then.some((body) => body.includes(`"${id}"`))).toBe(true)
  expect(then.every((body) => now.has(body))).toBe(true)
  expect((await rebuildAll(fresh.db)).differences).toEqual([])
  expect((await rebuildJournal(fresh.db)).differences).toEqual([])
})

it('restores every value of every table exactly, continues sequences, and restores the files of DATA_DIR', async () => {
  trader.market(100)
  await trader.done(trader.order('a', 'buy', { stop_loss: { trigger: '90' } }))
  await trader.done(trader.order('b', 'sell'))
  // Some parsers treat these as line breaks; JSON does not, and both sides write them unescaped.
  await stage.accounts.db.execute(sql`update users set first_name = ${'A\u2028d\u2029a\u0085'}`)
  fakeFiles()
  expect((await backUp()).files).toEqual(['secret-key'])
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  await restore()
  await writeBackup({ db: fresh.db, clock: systemClock, dataDir: dataDirOf('new'), path: `${file()}.again` })
  const [first, again] = [linesOf(file()).slice(1), linesOf(`${file()}.again`).slice(1)]
  expect(again.toSorted()).toEqual(first.toSorted())
  expect(first.filter((line) => line.startsWith('{"sequence"')).length).toBeGreaterThan(1)
  expect(readFileSync(join(dataDirOf('new'), 'secret-key'), 'utf8')).toBe('a key')
  expect(statSync(join(dataDirOf('new'), 'secret-key')).mode & 0o777).toBe(0o600)
})

it('excludes the local PostgreSQL directory and the disk probe file, and does not restore them from an older backup', async () => {
  for (const name of ['postgres-location', 'write-probe']) writeIn(dataDirOf('old'), name, 'of the old place')
  fakeFiles()
  const { files, leftOut } = await backUp()
  expect([files, leftOut]).toEqual([['secret-key'], []])
  const packed = ['postgres-location', 'write-probe'].map((name) => JSON.stringify({ file: name, content: 'b2xk' }))
  const lines = linesOf(file())
  writeFileSync(`${file()}.older`, gzipSync(`${[...lines.slice(0, -1), ...packed, ...lines.slice(-1)].join('\n')}\n`))
  writeIn(dataDirOf('new'), 'postgres-location', 'of the new place')
  expect((await restore(`${file()}.older`)).files).toEqual(['secret-key'])
  expect(readFileSync(join(dataDirOf('new'), 'postgres-location'), 'utf8')).toBe('of the new place')
  expect(readdirSync(dataDirOf('new')).toSorted()).toEqual(['postgres-location', 'secret-key'])
})

it('overwrites neither a file, a database nor a key', async () => {
  fakeFiles()
  await backUp()
  await expect(backUp()).rejects.toThrow('is there already')
  await expect(backUp(join(folder, 'none', 'x'))).rejects.toThrow('cannot be written (ENOENT)')
  await expect(restore(file(), stage.accounts.db)).rejects.toThrow('The database is not empty')
  writeIn(dataDirOf('new'), 'secret-key', 'another key')
  await expect(restore()).rejects.toThrow('secret-key is in DATA_DIR already')
  expect(readFileSync(join(dataDirOf('new'), 'secret-key'), 'utf8')).toBe('another key')
  expect(await usersOf(fresh.db)).toEqual([])
})

it.each<[string, (lines: string[]) => string[], string]>([
  ['is cut', (lines) => lines.slice(0, -1), 'its end is missing'],
  ['lacks a row', (lines) => lines.filter((line) => !line.includes('ada@example.com')), 'its end is missing'],
  [
    'is of a newer program',
    ([head = '', ...rest]) => [head.replace(/"migrated":\d+/, '"migrated":9999999999999'), ...rest],
    'a newer Aerie',
  ],
  [
    'has another table',
    (lines) => lines.map((line) => line.replace('"table":"users"', '"table":"users\\"; drop table users"')),
    'cannot be read',
  ],
  [
    'leads out of DATA_DIR',
    (lines) => [...lines.slice(0, -1), '{"file":"../../etc/x","content":""}', ...lines.slice(-1)],
    'cannot be read',
  ],
  ['is something else', () => ['hello'], 'no backup of Aerie'],
  [
    'has an unknown sequence',
    withLine('{"sequence":"no_such_seq","last":"7"}'),
    'The sequence no_such_seq of the backup is not in this database',
  ],
  [
    'has a sequence named like a table',
    withLine('{"sequence":"users","last":"7"}'),
    'The sequence users of the backup is not in this database',
  ],
  [
    'has a sequence beyond all numbers',
    withLine('{"sequence":"operator_log_number_seq","last":"9999999999999999999"}'),
    'does not fit this database (22003)',
  ],
  [
    'has a value that its column does not take',
    (lines) => lines.map((line) => line.replace(/"(\d{4})-\d\d-\d\d \d\d:/, '"$1-99-99 00:')),
    'does not fit this database (22008)',
  ],
  [
    'has a row twice',
    (lines) => lines.flatMap((line) => (line.includes('ada@example.com') ? [line, line] : [line])),
    'does not fit this database (23505)',
  ],
  [
    'has a part of a table that ends before it begins',
    withLine('{"table":"candles_60_p9","columns":[],"partition":{"of":"candles_60","from":"9","to":"1"}}'),
    'does not fit this database (42P17)',
  ],
  [
    'puts a file below a file',
    withLine('{"file":"secret-key","content":""}', '{"file":"secret-key/more","content":""}'),
    'cannot be written (EEXIST)',
  ],
])('restores nothing from a file that %s', async (_what, change, message) => {
  await backUp()
  const lines = linesOf(file())
  writeFileSync(`${file()}.bad`, gzipSync(`${change(lines).join('\n')}\n`))
  await expect(restore(`${file()}.bad`)).rejects.toThrow(message)
  expect(await usersOf(fresh.db)).toEqual([])
})

it('explains what is wrong with a truncated or missing file', async () => {
  await backUp()
  const whole = readFileSync(file())
  writeFileSync(`${file()}.torn`, whole.subarray(0, whole.length - 20))
  await expect(restore(`${file()}.torn`)).rejects.toThrow(/cut/)
  await expect(restore(`${file()}.none`)).rejects.toThrow('cannot be read (ENOENT)')
  expect(await usersOf(fresh.db)).toEqual([])
})
