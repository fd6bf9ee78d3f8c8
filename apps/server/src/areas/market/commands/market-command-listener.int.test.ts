import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../test/database.ts'
import { MarketCommandListener, sendMarketCommand } from './market-command-listener.ts'

/** Generous, as a busy machine must not look like a server that does not listen. */
const PATIENT = { receivedMs: 60_000 }

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(() => database.close())

it('delivers a CLI command to the running server, and returns its response', async () => {
  let asked = 0
  const line = new MarketCommandListener({
    pool: database.db.$client,
    logger: pino({ level: 'silent' }),
    obey: async () => {
      asked += 1
      return { isDone: true, text: 'The market is live now.' }
    },
  })
  await line.start()
  await database.db.$client.query(`select pg_notify('aerie_market_ask', 'nonsense')`)
  expect(await sendMarketCommand(database.db.$client, 'live', PATIENT)).toEqual({ isDone: true, text: 'The market is live now.' })
  expect(asked).toBe(1)
  line.stop()
})

it('returns nothing if no server is listening', async () => {
  expect(await sendMarketCommand(database.db.$client, 'live', { receivedMs: 1 })).toBeUndefined()
})

it('also responds when the change fails', async () => {
  const line = new MarketCommandListener({
    pool: database.db.$client,
    logger: pino({ level: 'silent' }),
    obey: () => Promise.reject(new Error('secret reason')),
  })
  await line.start()
  expect(await sendMarketCommand(database.db.$client, 'live', PATIENT)).toEqual({
    isDone: false,
    text: 'The market could not do that; the log of the server says why.',
  })
  line.stop()
})

it('reports of a server that received a command and is slow that it may still execute it', async () => {
  const work = Promise.withResolvers<{ isDone: boolean; text: string }>()
  const line = new MarketCommandListener({
    pool: database.db.$client,
    logger: pino({ level: 'silent' }),
    obey: () => work.promise,
  })
  await line.start()
  expect(await sendMarketCommand(database.db.$client, 'live', { ...PATIENT, answerMs: 1 })).toEqual({
    isDone: false,
    text: expect.stringMatching(/^The server has the command and has not answered yet/),
  })
  work.resolve({ isDone: true, text: 'The market is live now.' })
  line.stop()
})
