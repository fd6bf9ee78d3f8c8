import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { openDatabase } from '../db/client.ts'
import { appErrorOf } from '../http/problem.ts'
import { DutyLost, demandTerm, fenceFrom, openDuties } from './duty.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const of = (name: string, node: string, pool = database.db.$client) => openDuties({ pool, node }).of(name)
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
  await writer.query(`with ${fenceFrom()} select 1 from fence`, ['fenced', term])
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

it('refuses a write under a term that has ended, in a transaction and in one statement; a client sees 503', async () => {
  const term = (await of('ended', 'first').take()) ?? 0
  await setUntil('ended', '-1 second')
  const next = (await of('ended', 'second').take()) ?? 0
  const write = (held: number) => database.db.transaction((tx) => demandTerm(tx, { name: 'ended', term: held }))
  const refused = await write(term).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(DutyLost)
  expect(appErrorOf(refused)).toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 })
  await write(next)
  const rowsOf = async (held: number) =>
    (await database.db.$client.query(`with ${fenceFrom(2)} select $1::int from fence`, [7, 'ended', held])).rowCount
  expect([await rowsOf(term), await rowsOf(next)]).toEqual([0, 1])
})

it('renews everything a process holds in one statement', async () => {
  const pool = database.db.$client
  const node = openDuties({ pool, node: 'holder of three' })
  const names = ['three a', 'three b', 'three c']
  const duties = names.map((name) => node.of(name))
  const terms = await Promise.all(duties.map(async (duty) => (await duty.take()) ?? 0))
  const query = vi.spyOn(pool, 'query')
  expect(await Promise.all(duties.map((duty, n) => duty.renew(terms[n] ?? 0)))).toEqual([true, true, true])
  expect(query).toHaveBeenCalledTimes(1)
  query.mockRestore()
  await setUntil('three b', '-1 second')
  expect(await of('three b', 'other').take()).toBe(2)
  expect(await Promise.all(duties.map((duty, n) => duty.renew(terms[n] ?? 0)))).toEqual([true, false, true])
})

it('does not wait for the fence of the holder while it stands by', async () => {
  const term = await of('guarded', 'first').take()
  const writer = await database.db.$client.connect()
  await writer.query('begin')
  await writer.query(`with ${fenceFrom()} select 1 from fence`, ['guarded', term])
  const { pool: impatient, close } = await openDatabase(database.url, { maxConnections: 1 })
  await impatient.query("set lock_timeout = '1s'")
  expect(await of('guarded', 'second', impatient).take()).toBeUndefined()
  await writer.query('commit')
  writer.release()
  await close()
})

it('is not held in its own eyes once the lease has lapsed without a confirmation', async () => {
  const mine = of('paused', 'first')
  const term = (await mine.take()) ?? 0
  expect([mine.isHeld(term), mine.isHeld(term + 1)]).toEqual([true, false])
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 5_001)
  expect(mine.isHeld(term)).toBe(false)
  clock.mockRestore()
})

it('counts as lost when its renewal is not answered by the end of the lease', async () => {
  const { pool, close } = await openDatabase(database.url, { maxConnections: 1 })
  const mine = of('unanswered', 'first', pool)
  const term = (await mine.take()) ?? 0
  // The only connection is in use: the renewal waits for it.
  const busy = await pool.connect()
  expect(await mine.renew(term)).toBe(false)
  expect(mine.isHeld(term)).toBe(false)
  busy.release()
  await close()
})

const about = { role: 'worker', version: '1.0.0', host: 'alpha' } as const

it('is given up by a process that the bus does not reach, for one that it reaches, and taken again once it is reached', async () => {
  const pool = database.db.$client
  let isReachable = true
  const first = openDuties({ pool, node: 'first', about, isReachable: () => isReachable })
  const second = openDuties({ pool, node: 'second', about })
  await Promise.all([first.start(), second.start()])
  const [mine, theirs] = [first.of('reached'), second.of('reached')]
  const term = (await mine.take()) ?? 0
  isReachable = false
  await vi.waitFor(async () => expect(await mine.renew(term)).toBe(false), { timeout: 20_000, interval: 200 })
  expect(await mine.take()).toBeUndefined()
  const next = (await theirs.take()) ?? 0
  expect(next).toBe(term + 1)
  await theirs.release(next)
  isReachable = true
  await vi.waitFor(async () => expect(await mine.take()).toBe(next + 1), { timeout: 20_000, interval: 200 })
  await Promise.all([first.stop(), second.stop()])
})

it('is kept by a process that the bus does not reach while it reaches no other one either', async () => {
  const pool = database.db.$client
  const node = (name: string, role: 'worker' | 'web', isReachable: boolean) =>
    openDuties({ pool, node: name, about: { ...about, role }, isReachable: () => isReachable })
  const nodes = [node('first', 'worker', false), node('second', 'worker', false), node('third', 'web', true)] as const
  await Promise.all(nodes.map((one) => one.start()))
  const mine = nodes[0].of('unreached')
  const term = (await mine.take()) ?? 0
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 4_000)
  expect([await mine.renew(term), await mine.renew(term)]).toEqual([true, true])
  clock.mockRestore()
  await Promise.all(nodes.map((one) => one.stop()))
})

it('is never taken by a process that only serves requests', async () => {
  expect(await openDuties({ pool: database.db.$client, takesDuties: false }).of('web').take()).toBeUndefined()
})

type Event = `${string} ${'begins' | 'stops'}`
const worker = (node: string, events: Event[]) =>
  openDuties({ pool: database.db.$client, node }).work({
    name: 'work',
    begin: () => {
      events.push(`${node} begins`)
      return () => void events.push(`${node} stops`)
    },
    onError: (error) => expect.fail(String(error)),
  })

it('runs work in one process at a time, hands it over on a stop, and stops it in one that has lost it', async () => {
  const events: Event[] = []
  const [first, second] = [worker('first', events), worker('second', events)]
  first.start()
  await first.tend()
  second.start()
  await second.tend()
  expect([events, first.isHeld(), second.isHeld()]).toEqual([['first begins'], true, false])
  await first.stop()
  await second.tend()
  expect([events, second.isHeld()]).toEqual([['first begins', 'first stops', 'second begins'], true])
  const third = of('work', 'third')
  const takeOver = async (): Promise<void> => {
    await setUntil('work', '-1 second')
    expect(await third.take()).toBeDefined()
  }
  // A renewal may come between the two.
  await vi.waitFor(takeOver)
  await vi.waitFor(() => expect(events).toContain('second stops'), { timeout: 20_000 })
  expect(second.isHeld()).toBe(false)
  await second.stop()
})

it('gives a duty back whose work cannot begin, and tries again', async () => {
  const failures: string[] = []
  let isBroken = true
  const node = openDuties({ pool: database.db.$client, node: 'first' })
  const work = node.work({
    name: 'broken',
    begin: () => {
      if (isBroken) throw new Error('not yet')
      return () => undefined
    },
    onError: (error) => void failures.push(String(error)),
  })
  work.start()
  await vi.waitFor(() => expect(failures).toEqual(['Error: not yet']))
  const other = of('broken', 'second')
  const term = (await other.take()) ?? 0
  expect(term).toBeGreaterThan(1)
  await work.tend()
  expect(work.isHeld()).toBe(false)
  isBroken = false
  await other.release(term)
  await work.tend()
  expect(work.isHeld()).toBe(true)
  await work.stop()
})
