import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { openDatabase } from '../db/client.ts'
import { duty, FENCE_LOCK } from './duty.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const of = (name: string, holder: string, pool = database.db.$client) => duty({ pool, name, holder })
const setUntil = (name: string, span: string, pool = database.db.$client) =>
  pool.query('update duties set until = now() + $2::interval where name = $1', [name, span])

it('has one holder, whose term ends for good once another has acquired it', async () => {
  // now() is constant within a transaction: no term expires by itself, however slow the machine.
  const { pool, close } = await openDatabase(database.url, { maxConnections: 1 })
  await pool.query('begin')
  const [first, second] = [of('one', 'first', pool), of('one', 'second', pool)]
  const term = await first.take()
  expect([term, await second.take(), await first.renew(1)]).toEqual([1, undefined, true])
  await setUntil('one', '-1 second', pool)
  expect(await second.take()).toBe(2)
  expect([await first.renew(1), await first.take(), await second.renew(2)]).toEqual([false, undefined, true])
  await first.release(1)
  expect(await first.take()).toBeUndefined()
  await second.release(2)
  expect(await first.take()).toBe(3)
  await close()
})

it('is granted to only one of many concurrent requests', async () => {
  const terms = await Promise.all(Array.from({ length: 20 }, (_, n) => of('many', `holder ${n}`).take()))
  expect(terms.filter((term) => term !== undefined)).toEqual([1])
})

it('is free when it is held for longer than the maximum term, because the clock was set back', async () => {
  await of('clock', 'dead').take()
  await setUntil('clock', '30 days')
  expect(await of('clock', 'next').take()).toBe(2)
})

it('is renewed while a slow start runs, so that nobody takes it over meanwhile', async () => {
  const mine = of('slow', 'first')
  const term = await mine.take()
  const isFree = async (): Promise<boolean> => {
    const { rows } = await database.db.$client.query("select until < now() as is_free from duties where name = 'slow'")
    return rows[0]?.is_free
  }
  const started = await mine.whileHeld(term ?? 0, async () => {
    await setUntil('slow', '-1 second')
    await vi.waitFor(async () => expect(await isFree()).toBe(false), { timeout: 20_000 })
    return 'started'
  })
  expect([started, await of('slow', 'second').take()]).toEqual(['started', undefined])
})

it('is renewed beside a transaction that holds its fence, and taken over only after that', async () => {
  const mine = of('fenced', 'first')
  const term = (await mine.take()) ?? 0
  const writer = await database.db.$client.connect()
  await writer.query('begin')
  await writer.query(`select 1 from duties where name = 'fenced' and term = $1 ${FENCE_LOCK}`, [term])
  const { pool: impatient, close } = await openDatabase(database.url, { maxConnections: 1 })
  await impatient.query("set lock_timeout = '1s'")
  expect(await of('fenced', 'first', impatient).renew(term)).toBe(true)
  await setUntil('fenced', '-1 second', impatient)
  await expect(of('fenced', 'second', impatient).take()).rejects.toThrow('lock timeout')
  await writer.query('commit')
  writer.release()
  expect(await of('fenced', 'second').take()).toBe(term + 1)
  await close()
})
