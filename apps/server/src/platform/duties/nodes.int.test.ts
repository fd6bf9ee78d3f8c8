import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { StartFailure } from '../start-failure.ts'
import { openDuties } from './duty.ts'
import { deleteOldNodes, listNodes, refuseLiveNodes } from './nodes.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const open = (node: string) => openDuties({ pool: database.db.$client, node, about: { role: 'worker', version: '1.0.0', host: 'alpha' } })
const age = (id: string, span: string) =>
  database.db.$client.query('update nodes set seen_at = now() - $2::interval where id = $1', [id, span])
const seen = async () => (await listNodes(database.db)).map(({ id, isAlive, duties }) => [id, isAlive, duties])

it('lists every process with what it does, until it stops or is silent for a day', async () => {
  const [first, second] = [open('first'), open('second')]
  await Promise.all([first.start(), second.start()])
  await first.of('feed').take()
  expect(await seen()).toEqual(
    expect.arrayContaining([
      ['first', true, ['feed']],
      ['second', true, []],
    ]),
  )
  const refused = refuseLiveNodes(database.db)
  await expect(refused).rejects.toThrow('Aerie runs on this database (worker on alpha, worker on alpha)')
  await expect(refused).rejects.toBeInstanceOf(StartFailure)
  // Its next heartbeat brings it back: only the silent stay away.
  await age('second', '11 seconds')
  await vi.waitFor(async () => expect(await seen()).toContainEqual(['second', true, []]), { timeout: 20_000 })
  await second.stop()
  expect(await seen()).toEqual([['first', true, ['feed']]])
  await first.stop()
  await refuseLiveNodes(database.db)
  await database.db.$client.query(
    "insert into nodes (id, role, version, host, seen_at) values ('dead', 'web', '1', 'b', now() - interval '11 seconds')",
  )
  expect(await seen()).toEqual([['dead', false, []]])
  await deleteOldNodes(database.db)
  expect(await seen()).toHaveLength(1)
  await age('dead', '25 hours')
  await deleteOldNodes(database.db)
  expect(await seen()).toEqual([])
})

it('runs upkeep in one process, and in another one after the first has stopped or lost it', async () => {
  const ran: string[] = []
  const [first, second] = [open('first'), open('second')]
  const [one, two] = [first.upkeep(() => ran.push('first')), second.upkeep(() => ran.push('second'))]
  await Promise.all([one(), one()])
  await two()
  expect(ran).toEqual(['first', 'first'])
  await first.stop()
  await two()
  await one()
  expect(ran).toEqual(['first', 'first', 'second'])
  await second.stop()
})

const SHARED = {
  DATABASE_URL: 'postgres://127.0.0.1/aerie',
  REDIS_URL: 'redis://127.0.0.1:6379',
  SECRET_KEY: 'a secret of 32 characters or more',
}

it('serves nothing but probes as a worker, and is listed', async () => {
  const aerie = await testApp({ ROLE: 'worker', ...SHARED })
  try {
    const status = async (url: string) => (await aerie.app.inject({ method: 'GET', url })).statusCode
    expect(await Promise.all(['/healthz', '/metrics'].map(status))).toEqual([200, 200])
    expect((await aerie.app.inject({ method: 'GET', url: '/readyz' })).json()).toMatchObject({ status: 'not ready' })
    expect(
      await Promise.all(['/', '/markets', '/api/v1/status', '/api/v1/assets', '/docs', '/dev/outbox', '/socket.io/'].map(status)),
    ).toEqual([404, 404, 404, 404, 404, 404, 404])
  } finally {
    await aerie.close()
  }
})
