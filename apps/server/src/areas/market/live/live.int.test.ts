import { createServer } from 'node:http'
import { defined } from '@aerie/core/defined'
import { epochMs } from '@aerie/core/time'
import { portOf } from '@aerie/testkit/port-of'
import { bookSnapshot } from '@aerie/wire/market/charts'
import { liveEvents } from '@aerie/wire/market/live-socket'
import { assetsPage, marketStatus, tick } from '@aerie/wire/market/market'
import { pino } from 'pino'
import type { Server } from 'socket.io'
import { io as connect, type Socket } from 'socket.io-client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { type TestDatabase, testDatabase } from '../../../../test/database.ts'
import { listingOf, scriptedSource, T0, tickOf } from '../../../../test/scripted-source.ts'
import { socketServer } from '../../../platform/sockets/socket-server.ts'
import { MarketService } from '../service.ts'
import { liveModule } from './live-module.ts'

const SYMBOLS = Array.from({ length: 15 }, (_, index) => `C${String(index).padStart(2, '0')}`)
const COINS = SYMBOLS.map((symbol) => ({ symbol, name: symbol, logo: `/coins/${symbol}.svg`, color: '#112233', industries: [] }))
const WALLET = `0x${'a'.repeat(40)}`
const quick = { pagesMs: 20, watchedMs: 5, membershipMs: 20, statsMs: 1_000_000, statusMs: 1_000_000, booksMs: 20 }
/** Tokens: `good:<user>:<session>`; `once:<user>:<session>` is valid for the first check only. */
const looked = new Set<string>()
const verifyToken = async (token: string) => {
  const [kind, user_id, sid] = token.split(':')
  if (kind === 'once' && !looked.has(token)) {
    looked.add(token)
    return { user_id: defined(user_id), sid: defined(sid) }
  }
  if (kind === 'down') throw new Error('database away')
  return kind === 'good' && user_id !== undefined && sid !== undefined ? { user_id, sid } : null
}

let database: TestDatabase
let market: MarketService
let script: ReturnType<typeof scriptedSource>
let io: Server
let url: string
let live: ReturnType<typeof liveModule>
let revoke: (sid: string) => void = () => undefined
const sockets: Socket[] = []
const notified: string[] = []

beforeEach(async () => {
  database = await testDatabase()
  script = scriptedSource({
    book: async (symbol) => (symbol === 'C14' ? { symbol, bids: [[9, 1]], asks: [[11, 2]], asOf: epochMs(T0) } : undefined),
    trades: (symbol) => (symbol === 'C14' ? [{ asOf: epochMs(T0 - 5), price: 10, size: 3, side: 'sell' }] : []),
  })
  const logger = pino({ level: 'silent' })
  market = new MarketService({ makeSource: () => script.source, coins: COINS, pool: database.db.$client, logger })
  const server = createServer()
  io = socketServer(server)
  live = liveModule({
    io,
    market,
    logger,
    pace: quick,
    verifyToken,
    isWalletLinked: async (user, wallet) => user === 'owner' && wallet === WALLET,
    onWallet: async (user) => void notified.push(user),
    onRevoked: (listener) => {
      revoke = listener
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${portOf(server)}`
  await market.start()
  script.emit().listings(SYMBOLS.map((symbol, index) => listingOf(symbol, { marketCap: 100 - index })))
  script.emit().ticks(SYMBOLS.map((symbol) => tickOf(symbol, 10)))
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect()
  live.stop()
  await io.close()
  await market.stop()
  await database.close()
})

type ReceivedEvent = { event: string; message: unknown }
function open(token?: unknown, options: Parameters<typeof connect>[1] = {}) {
  const socket = connect(`${url}/live`, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    ...(token !== undefined && { auth: { token } }),
    ...options,
  })
  sockets.push(socket)
  const received: ReceivedEvent[] = []
  socket.onAny((event, message) => received.push({ event, message }))
  const all = (event: string) => received.filter((entry) => entry.event === event).map((entry) => entry.message)
  const next = (event: string, count = 1) => vi.waitFor(() => expect(all(event).length).toBeGreaterThanOrEqual(count))
  return { socket, received, all, next }
}
const refusalOf = (token: unknown): Promise<string> =>
  new Promise((resolve, reject) => {
    const { socket } = open(token)
    socket.on('connect_error', (error) => resolve(error.message))
    socket.on('connect', () => reject(new Error('was let in')))
  })

it('responds to a standard client according to the contract: status, page, ticks', async () => {
  const guest = open()
  guest.socket.emit('assets', { page: 2, size: 10, industry: null })
  await guest.next('assets')
  script.emit().ticks([tickOf('C12', 11, T0 + 1)])
  await vi.waitFor(() => expect(guest.all('ticks').at(-1)).toEqual([['C12', 11, T0 + 1]]))
  expect(z.safeParse(marketStatus, guest.all('status')[0]).success).toBe(true)
  expect(z.parse(assetsPage, guest.all('assets')[0])).toMatchObject({ page: 2, total: 15, source: 'sim' })
  expect(z.parse(z.array(tick), guest.all('ticks').at(-1))).toEqual([['C12', 11, T0 + 1]])
})

it('sends a client no coin that it does not show', async () => {
  const [one, two] = [open(), open()]
  one.socket.emit('assets', { page: 1 })
  two.socket.emit('assets', { page: 2 })
  await Promise.all([one.next('assets'), two.next('assets')])
  script.emit().ticks([tickOf('C00', 11, T0 + 1), tickOf('C14', 12, T0 + 1)])
  await vi.waitFor(() => {
    expect(one.all('ticks').flat()).toContainEqual(['C00', 11, T0 + 1])
    expect(two.all('ticks').flat()).toContainEqual(['C14', 12, T0 + 1])
  })
  const symbolsOf = (ticks: unknown[]) => new Set(ticks.flat().map((entry) => z.parse(tick, entry)[0]))
  expect([...symbolsOf(one.all('ticks'))].filter((symbol) => symbol > 'C09')).toEqual([])
  expect([...symbolsOf(two.all('ticks'))].filter((symbol) => symbol <= 'C09')).toEqual([])
})

it('sends watched coins in addition to the page', async () => {
  const guest = open()
  guest.socket.emit('watch', { symbols: ['C14'] })
  await guest.next('ticks')
  script.emit().ticks([tickOf('C14', 99, T0 + 1), tickOf('C13', 99, T0 + 1)])
  await guest.next('ticks', 2)
  expect(guest.all('ticks')).toEqual([[['C14', 10, T0]], [['C14', 99, T0 + 1]]])
})

it('shows every coin on the board until the client leaves it', async () => {
  const guest = open()
  guest.socket.emit('board', { show: true })
  await guest.next('stats')
  expect(z.parse(z.array(tick), guest.all('ticks')[0]).map(([symbol]) => symbol)).toEqual(SYMBOLS)
  expect(z.parse(liveEvents.stats, guest.all('stats')[0]).rows.map(([symbol]) => symbol)).toEqual(SYMBOLS)
  script.emit().ticks([tickOf('C00', 11, T0 + 1), tickOf('C14', 12, T0 + 1)])
  await vi.waitFor(() =>
    expect(guest.all('ticks').at(-1)).toEqual([
      ['C00', 11, T0 + 1],
      ['C14', 12, T0 + 1],
    ]),
  )
  guest.socket.emit('board', { show: false })
  guest.socket.emit('watch', { symbols: ['C07'] })
  await vi.waitFor(() => expect(guest.all('ticks').at(-1)).toEqual([['C07', 10, T0]]))
  script.emit().ticks([tickOf('C00', 13, T0 + 2), tickOf('C07', 14, T0 + 2)])
  await vi.waitFor(() => expect(guest.all('ticks').at(-1)).toEqual([['C07', 14, T0 + 2]]))
})

it('shows the book and the trades of the requested coin, and stops on request', async () => {
  const guest = open()
  guest.socket.emit('book', { symbol: 'C14' })
  await guest.next('book')
  expect(z.parse(bookSnapshot, guest.all('book')[0])).toEqual({
    symbol: 'C14',
    state: 'known',
    bids: [[9, 1]],
    asks: [[11, 2]],
    trades: [[T0 - 5, 10, 3, 'sell']],
    quote: 'USD',
    source: 'sim',
    as_of: T0,
  })
  guest.socket.emit('book', { symbol: 'C13' })
  // The previous book may have been sent again: books are sent every second.
  const none = { symbol: 'C13', state: 'none', bids: [], asks: [], trades: [] }
  await vi.waitFor(() => expect(guest.all('book').at(-1)).toMatchObject(none))
  guest.socket.emit('book', { symbol: null })
  guest.socket.emit('assets', { page: 1 })
  await guest.next('assets')
  expect(guest.all('error')).toEqual([])
})

it('shows one client several books, and refuses more than the limit', async () => {
  const guest = open()
  guest.socket.emit('book', { symbols: ['C13', 'C14', 'C14'] })
  await guest.next('book', 2)
  expect(new Set(guest.all('book').map((book) => z.parse(bookSnapshot, book).symbol))).toEqual(new Set(['C13', 'C14']))
  guest.socket.emit('book', { symbols: ['C01', 'C02', 'C03', 'C04', 'C05'] })
  await guest.next('error')
  expect(guest.all('error')).toEqual([{ code: 'bad_input', message: expect.any(String) }])
})

const BAD: readonly [string, unknown][] = [
  ['board', true],
  ['board', {}],
  ['board', { show: 'yes' }],
  ['book', 'BTC'],
  ['book', {}],
  ['book', { symbol: 'btc' }],
  ['book', { symbol: ['BTC'] }],
  ['assets', 7],
  ['assets', null],
  ['assets', 'page'],
  ['assets', undefined],
  ['assets', []],
  ['assets', Array(20_000).fill(1)],
  ['assets', { page: '1' }],
  ['assets', { page: 0 }],
  ['assets', { page: -1 }],
  ['assets', { page: 1.5 }],
  ['assets', { page: 1e9 }],
  ['assets', { page: { page: { page: 1 } } }],
  ['assets', { page: 1, size: 51 }],
  ['assets', { page: 1, size: 0 }],
  ['assets', { page: 1, industry: 'GAMING' }],
  ['assets', { page: 1, industry: 5 }],
  ['assets', { page: 1, sort: '__proto__' }],
  ['assets', { page: 1, order: 'up' }],
  ['watch', { symbols: 'BTC' }],
  ['watch', { symbols: ['btc'] }],
  ['watch', { symbols: Array(121).fill('BTC') }],
  ['watch', { symbols: [null] }],
  ['watch', {}],
  ['wallet_connect', { wallet: '0x12', token: 'x' }],
  ['wallet_disconnect', { wallet: WALLET }],
  ['no_such_event', {}],
  ['constructor', {}],
]
it('responds to every malformed message with an error and stays connected', async () => {
  const guest = open()
  await guest.next('status')
  for (const [index, [event, payload]] of BAD.entries()) {
    guest.socket.emit(event, payload)
    await guest.next('error', index + 1)
  }
  expect(guest.all('error')).toEqual(BAD.map(() => ({ code: 'bad_input', message: expect.any(String) })))
  expect(guest.all('assets')).toEqual([])
  guest.socket.emit('assets', { page: 1 })
  await guest.next('assets')
  expect(guest.socket.connected).toBe(true)
})

it('disconnects a flooding client with a reason, and no other', async () => {
  const [flooder, other] = [open(), open()]
  await Promise.all([flooder.next('status'), other.next('status')])
  const ended = new Promise((resolve) => flooder.socket.on('disconnect', resolve))
  for (let index = 0; index < 500; index += 1) flooder.socket.emit('assets', { page: 1 })
  await ended
  expect(flooder.all('error')).toContainEqual({ code: 'rate_limited', message: expect.stringContaining('Too many messages') })
  other.socket.emit('assets', { page: 1 })
  await other.next('assets')
})

it.each([[''], ['nonsense'], ['a.b.c'], [5], [{}], [[]], [true]])(
  'refuses the token %j with the message of the contract',
  async (token) => {
    expect(await refusalOf(token)).toBe('Authentication error: Invalid token')
  },
)

it('admits guests and valid tokens, and blames no client for its own failure', async () => {
  for (const token of [undefined, null, 'good:owner:s1']) await open(token).next('status')
  expect(await refusalOf('down')).toBe('The server cannot check tokens right now')
})

it('disconnects a socket whose session ended during its handshake', async () => {
  const late = open('once:u1:s9')
  const ended = new Promise((resolve) => late.socket.on('disconnect', resolve))
  expect(await ended).toBe('transport close')
})

it('disconnects the sockets of a revoked session at once, and only those', async () => {
  const [mine, other] = [open('good:owner:s1'), open('good:owner:s2')]
  await Promise.all([mine.next('status'), other.next('status')])
  const ended = new Promise((resolve) => mine.socket.on('disconnect', resolve))
  revoke('s1')
  expect(await ended).toBe('transport close')
  expect(other.socket.connected).toBe(true)
})

it.each([
  ['a guest', undefined, 'good:owner:s1', 'unauthenticated'],
  ['a bad token', 'good:owner:s1', 'bad', 'invalid_token'],
  ["another's token", 'good:owner:s1', 'good:thief:s9', 'forbidden'],
  ['a wallet that is not linked', 'good:thief:s9', 'good:thief:s9', 'wallet_not_linked'],
])('refuses a wallet notice from %s', async (_who, own, token, code) => {
  const client = open(own)
  await client.next('status')
  client.socket.emit('wallet_connect', { wallet: WALLET, token })
  await client.next('wallet_error')
  expect(client.all('wallet_error')).toEqual([{ code, message: expect.any(String) }])
})

it('accepts a notice about a linked wallet from its owner silently, and passes it on', async () => {
  const client = open('good:owner:s1')
  await client.next('status')
  client.socket.emit('wallet_connect', { wallet: WALLET, token: 'good:owner:s1' })
  client.socket.emit('assets', { page: 1 })
  await client.next('assets')
  expect(client.all('wallet_error')).toEqual([])
  expect(notified).toEqual(['owner'])
})

it('refuses a page of another origin, polling, and a message over 64 kB', async () => {
  const statusOf = (path: string, headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve) => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers })
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode))
      socket.on('open', () => {
        socket.close()
        resolve(101)
      })
    })
  expect(await statusOf('/socket.io/?EIO=4&transport=websocket', { origin: 'https://evil.example' })).toBe(403)
  expect(await statusOf('/socket.io/?EIO=4&transport=websocket', { origin: url })).toBe(101)
  expect((await fetch(`${url}/socket.io/?EIO=4&transport=polling`)).status).toBe(400)
  const big = open()
  await big.next('status')
  big.socket.emit('assets', { page: 'x'.repeat(70_000) })
  await big.next('error')
  expect(big.all('error')).toEqual([{ code: 'bad_input', message: 'This cannot be read: larger than 64 kB.' }])
  const ended = new Promise((resolve) => big.socket.on('disconnect', resolve))
  big.socket.emit('assets', { page: 'x'.repeat(300_000) })
  await ended
})

it('accepts no subprotocol', async () => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, ['a'])
  const upgraded = new Promise<string | undefined>((resolve) => {
    socket.on('upgrade', ({ headers }) => resolve(headers['sec-websocket-protocol']))
    // This client rejects a handshake that lacks the subprotocol it offered.
    socket.on('error', () => undefined)
  })
  expect(await upgraded).toBeUndefined()
  socket.terminate()
})
