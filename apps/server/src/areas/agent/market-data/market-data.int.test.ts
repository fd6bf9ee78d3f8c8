import { randomUUID } from 'node:crypto'
import { defined } from '@aerie/core/defined'
import { epochMs, HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import { portOf } from '@aerie/testkit/port-of'
import type { Forecast } from '@aerie/wire/market/forecasts'
import { marketDataMessage } from '@aerie/wire/market/market-data'
import { notice } from '@aerie/wire/notices'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { Server } from 'socket.io'
import { io as connect, type Socket } from 'socket.io-client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { type TestDatabase, testDatabase } from '../../../../test/database.ts'
import { candlesOf, listingOf, scriptedSource, T0, tickOf } from '../../../../test/scripted-source.ts'
import { testApp } from '../../../../test/test-app.ts'
import { testBus } from '../../../../test/test-bus.ts'
import { testCaller } from '../../../../test/test-sessions.ts'
import { users } from '../../../platform/db/schema/accounts.ts'
import { openDuties } from '../../../platform/duties/duty.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { type MessagesChannel, serveMessages } from '../../../platform/sockets/messages-namespace.ts'
import { socketServer } from '../../../platform/sockets/socket-server.ts'
import { MarketService } from '../../market/service.ts'
import { marketDataModule } from './market-data-module.ts'

const COINS = ['BTC', 'DOGE', 'NEW'].map((symbol) => ({ symbol, name: symbol, logo: '', color: '#112233', industries: [] }))
const HOUR_S = 3600
const NOW = T0 + 20 * MINUTE_MS
const HOUR_END_S = T0 / 1000
const FIRST_HOUR_OF_NEW = HOUR_END_S - 3 * HOUR_S
const priceAt = (time: number): number => 1_000 + time / HOUR_S - 480_000
const OWNER = randomUUID()
const OTHER = randomUUID()

let database: TestDatabase
let market: MarketService
let script: ReturnType<typeof scriptedSource>
let io: Server
let app: FastifyInstance
let url: string
let calls: ReturnType<typeof marketDataModule>
let messages: MessagesChannel
let revoke: (sid: string) => void
let override: number | null
let clock: { ms: number }
const sockets: Socket[] = []

const callerOf = (token: string) => (token.startsWith('good.') ? testCaller(token, override) : null)
const sessions = { authenticate: async (token: string) => callerOf(token) }

const forecastOf = (symbol: string, hours: number): Forecast => ({
  symbol,
  issued_at: T0,
  hours,
  anchor: 100,
  quantiles: [0.025, 0.1, 0.5, 0.9, 0.975].map((p) => [p, 100 + 10 * p + hours]),
  path: [],
  model: 'test',
  source: 'sim',
  quote: 'USD',
  candles: 1_000,
})

beforeEach(async () => {
  database = await testDatabase()
  override = null
  clock = { ms: Date.UTC(2026, 0, 15, 23, 50) }
  const at = new Date(clock.ms)
  const row = { passwordHash: '', firstName: 'A', lastName: 'B', createdAt: at, updatedAt: at }
  await database.db.insert(users).values([
    { id: OWNER, email: 'owner@example.com', ...row },
    { id: OTHER, email: 'other@example.com', ...row },
  ])
  script = scriptedSource({
    history: (request) => {
      if (request.interval === '1m') return []
      const candles = candlesOf(request, priceAt)
      return request.symbol === 'NEW' ? candles.filter(({ time }) => time >= FIRST_HOUR_OF_NEW) : candles
    },
  })
  script.setNow(NOW)
  const logger = pino({ level: 'silent' })
  market = new MarketService({ makeSource: () => script.source, coins: COINS, pool: database.db.$client, logger })
  app = testApp(sessions).app
  io = socketServer(app.server)
  messages = serveMessages({
    io,
    verifyToken: async (token) => {
      const caller = callerOf(token)
      return caller && { user_id: caller.user.user_id, sid: caller.sessionId }
    },
    onRevoked: (listener) => {
      revoke = listener
    },
    isOutdated: async (text) => callerOf(text)?.sessionId === 'outdated',
    onError: (error) => logger.error(error),
  })
  calls = marketDataModule({
    channel: messages,
    bus: testBus(),
    db: database.db,
    duties: openDuties({ pool: database.db.$client }),
    clock: { now: () => epochMs(clock.ms) },
    logger,
    market,
    newestForecast: async (symbol, hours) => {
      if (hours === 24) throw new AppError('unavailable', { detail: 'There is no forecast yet.' })
      if (hours === 23) throw new Error('broken inside')
      return forecastOf(symbol, hours)
    },
  })
  await app.register(calls.routes)
  await app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${portOf(app.server)}`
  await market.start()
  script.emit().listings(COINS.map(({ symbol }) => listingOf(symbol)))
  script.emit().ticks([tickOf('BTC', 64_000.5, NOW - 1_000)])
  await market.settled()
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect()
  calls.stop()
  await io.close()
  await app.close()
  await market.stop()
  await database.close()
})

const token = (user = OWNER, session = 's1'): string => `good.${user}.${session}`
const get = (path: string, as: string | null = token()) =>
  fetch(`${url}/api/v1/${path}`, { headers: as === null ? {} : { authorization: `Bearer ${as}` } })
const ask = async (command: string, payload: string, as?: string) => {
  const answer = await get(`${command}?command=${command}&payload=${encodeURIComponent(payload)}`, as)
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as { data: { message_id: string } } }
}
function listen(as: unknown) {
  const socket = connect(`${url}/messages`, { transports: ['websocket'], forceNew: true, reconnection: false, auth: { token: as } })
  sockets.push(socket)
  const messages: z.output<typeof marketDataMessage>[] = []
  const notices: z.output<typeof notice>[] = []
  const errors: unknown[] = []
  socket.on('message', (message) => messages.push(z.parse(marketDataMessage, message)))
  socket.on('notify', (message) => notices.push(z.parse(notice, message)))
  socket.on('error', (error) => errors.push(error))
  const entered = new Promise<string>((resolve) => {
    socket.on('connect', () => resolve('in'))
    socket.on('connect_error', (error) => resolve(error.message))
  })
  const next = (count = 1) => vi.waitFor(() => expect(messages.length).toBeGreaterThanOrEqual(count))
  return { socket, messages, notices, errors, entered, next }
}
const resultOf = async (command: string, payload: string) => {
  const client = listen(token())
  await client.entered
  const { body } = await ask(command, payload)
  await client.next()
  expect(client.messages[0]?.message_id).toBe(body.data.message_id)
  return client.messages[0]
}

it('answers info with the newest price, its source and its time', async () => {
  expect(await resultOf('info', 'btc')).toEqual({
    command: 'info',
    message_id: expect.any(String),
    error: null,
    data: { currency: 'BTC', price: 64_000.5, quote: 'USD', source: 'sim', as_of: NOW - 1_000 },
  })
})

it('answers price with the median of the newest forecast and the bounds of its 80 % band', async () => {
  expect(await resultOf('price', 'BTC 12')).toMatchObject({
    error: null,
    data: { currency: 'BTC', currenttime: T0 / 1000, hours: 12, predictedMarketPrice: 117, low80: 113, high80: 121, source: 'sim' },
  })
})

it('answers historical with hourly closes, the first being the price that many hours ago', async () => {
  const ends = [3, 2, 1, 0].map((hours) => HOUR_END_S - hours * HOUR_S)
  expect(await resultOf('historical', 'BTC 3')).toMatchObject({
    error: null,
    data: { currency: 'BTC', timestamps: ends, closingPrices: ends.map((end) => priceAt(end - HOUR_S)), source: 'sim', quote: 'USD' },
  })
})

it('reaches back as far as it states, on the history of a first start', async () => {
  const answer = await resultOf('historical', 'BTC 2160')
  expect(answer).toMatchObject({ error: null })
  expect(answer?.command === 'historical' && answer.data?.timestamps.length).toBe(2_161)
})

it('reports errors found only later in the message, without internal details', async () => {
  const client = listen(token())
  await client.entered
  const asked = [
    ['info', 'DOGE'],
    ['price', 'BTC 24'],
    ['price', 'BTC 23'],
    ['historical', 'NEW 12'],
  ] as const
  for (const [index, [command, payload]] of asked.entries()) {
    await ask(command, payload)
    // A message may arrive before the response, as they use two connections.
    await client.next(index + 1)
  }
  expect(client.messages.map(({ error, data }) => [error, data])).toEqual([
    ['The price of DOGE is not known right now.', null],
    ['There is no forecast yet.', null],
    ['Something went wrong on our side. Try again.', null],
    [
      expect.stringMatching(/^The price of NEW 12 hours ago is not known: the first hourly price since then is of 2026-01-15 10:00 UTC\.$/),
      null,
    ],
  ])
})

it('sends a result to the sockets of the requesting session and to no others', async () => {
  const [mine, alsoMine, myOther, foreign] = [token(), token(), token(OWNER, 's2'), token(OTHER, 's3')].map(listen)
  for (const client of [mine, alsoMine, myOther, foreign]) await client?.entered
  await ask('info', 'BTC')
  await Promise.all([mine?.next(), alsoMine?.next()])
  await ask('info', 'BTC', token(OTHER, 's3'))
  await foreign?.next()
  expect([mine, alsoMine, myOther, foreign].map((client) => client?.messages.length)).toEqual([1, 1, 0, 1])
})

it('keeps a result for a minute until its session connects, and delivers it once', async () => {
  const { body } = await ask('info', 'BTC')
  clock.ms += 59_000
  const first = listen(token())
  await first.next()
  expect(first.messages.map(({ message_id }) => message_id)).toEqual([body.data.message_id])
  const second = listen(token())
  await second.entered
  await ask('info', 'BTC')
  await second.next()
  expect(second.messages.map(({ message_id }) => message_id)).not.toContain(body.data.message_id)
})

it('drops a result that nobody collects within a minute', async () => {
  const { body } = await ask('info', 'BTC')
  clock.ms += 61_000
  const client = listen(token())
  await client.entered
  await ask('info', 'BTC')
  await client.next()
  expect(client.messages.map(({ message_id }) => message_id)).not.toContain(body.data.message_id)
})

it.each([
  ['info', 'ZZZ', 'there is no coin ZZZ; give a ticker such as BTC'],
  ['info', 'BTC 12', 'give a ticker alone, such as BTC'],
  ['info', '%', 'there is no coin %; give a ticker such as BTC'],
  ['price', 'BTC', 'give a ticker and a timeframe in whole hours, such as BTC 12'],
  ['price', 'BTC 12 h', 'give a ticker and a timeframe in whole hours, such as BTC 12'],
  ['price', 'BTC 0', 'the timeframe is a whole number of hours from 1 to 24, not 0'],
  ['price', 'BTC 25', 'the timeframe is a whole number of hours from 1 to 24, not 25'],
  ['price', 'BTC 1.5', 'the timeframe is a whole number of hours from 1 to 24, not 1.5'],
  ['price', 'BTC -1', 'the timeframe is a whole number of hours from 1 to 24, not -1'],
  ['price', 'DOGE 12', 'there are predictions of BTC, ETH, SOL and XRP only'],
  ['historical', 'BTC 2161', 'the timeframe is a whole number of hours from 1 to 2160, not 2161'],
  ['historical', 'BTC 1e3', 'the timeframe is a whole number of hours from 1 to 2160, not 1e3'],
])('refuses %s of "%s" with a message and does not count it', async (command, payload, message) => {
  const refused = await ask(command, payload)
  expect([refused.status, refused.body]).toEqual([400, expect.objectContaining({ code: 'bad_input', errors: { payload: [message] } })])
  const next = await ask('info', 'BTC')
  expect(next.headers.get('ratelimit-remaining')).toBe('199')
})

it('refuses a call without a payload, with an unknown command, and without a token', async () => {
  expect((await get('info?command=info')).status).toBe(400)
  expect((await get('info?command=price&payload=BTC')).status).toBe(400)
  expect((await get('info?command=info&payload=BTC', null)).status).toBe(401)
  expect((await get('info?command=info&payload=BTC', 'bad.x.y')).status).toBe(401)
})

it('accepts exactly as many of 120 concurrent calls as the daily limit allows', async () => {
  override = 100
  const answers = await Promise.all(Array.from({ length: 120 }, () => ask('info', 'BTC')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(100)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(20)
  for (const { headers } of refused)
    expect(['retry-after', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'].map((name) => headers.get(name))).toEqual([
      '600',
      '100',
      '0',
      '600',
    ])
  expect((await ask('info', 'BTC', token(OTHER, 's3'))).status).toBe(200)
})

it('starts a new count at midnight UTC, whatever was refused before', async () => {
  override = 1
  expect([(await ask('info', 'BTC')).status, (await ask('info', 'BTC')).status]).toEqual([200, 429])
  clock.ms += HOUR_MS
  const next = await ask('info', 'BTC')
  expect([next.status, next.headers.get('ratelimit-remaining')]).toEqual([200, '0'])
  override = 3
  expect((await ask('info', 'BTC')).headers.get('ratelimit-remaining')).toBe('1')
})

it('accepts no call at all if the operator allows none', async () => {
  override = 0
  expect((await ask('info', 'BTC')).status).toBe(429)
})

it.each([[undefined], [null], [''], ['nonsense'], [5], [{}]])(
  'refuses the token %j on /messages with the message of the contract',
  async (bad) => {
    expect(await listen(bad).entered).toBe('Authentication error: Invalid token')
  },
)

it('disconnects the sockets of a revoked session at once, and only those', async () => {
  const [mine, other] = [listen(token()), listen(token(OWNER, 's2'))]
  await Promise.all([mine.entered, other.entered])
  const ended = new Promise((resolve) => mine.socket.on('disconnect', resolve))
  revoke('s1')
  expect(await ended).toBe('transport close')
  expect(other.socket.connected).toBe(true)
})

it("sends notices about a user's own data to all sockets of that user, and to no one else", async () => {
  const [mine, myOther, foreign] = [token(), token(OWNER, 's2'), token(OTHER, 's3')].map(listen)
  await Promise.all([defined(mine).entered, defined(myOther).entered, defined(foreign).entered])
  const notices = [{ kind: 'entitlements' }, { kind: 'wallet', wallet: '0x12', block: 7 }] as const
  for (const one of notices) messages.notify(OWNER, one)
  messages.notify(OTHER, notices[0])
  await vi.waitFor(() => expect([mine, myOther].map((client) => client?.notices)).toEqual([notices, notices]))
  await vi.waitFor(() => expect(foreign?.notices).toEqual([notices[0]]))
})

it('notifies only a client whose token predates a change that something has changed', async () => {
  const [current, outdated] = [listen(token()), listen(token(OWNER, 'outdated'))]
  await vi.waitFor(() => expect(outdated.notices).toEqual([{ kind: 'entitlements' }]))
  await current.entered
  const { body } = await ask('info', 'BTC')
  await current.next()
  expect(current.messages[0]?.message_id).toBe(body.data.message_id)
  expect(current.notices).toEqual([])
})

it('responds to a client that sends on /messages that nothing is expected, and ends a flood with a reason', async () => {
  const client = listen(token())
  await client.entered
  client.socket.emit('message', { to: 'everyone' })
  await vi.waitFor(() => expect(client.errors).toEqual([{ code: 'bad_input', message: 'There is nothing to send on /messages.' }]))
  const ended = new Promise((resolve) => client.socket.on('disconnect', resolve))
  for (let index = 0; index < 500; index += 1) client.socket.emit('message', {})
  await ended
  expect(client.errors).toContainEqual({ code: 'rate_limited', message: expect.stringContaining('Too many messages') })
})
