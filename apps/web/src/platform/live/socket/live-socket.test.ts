import { afterEach, beforeEach, expect, it, vi } from 'vitest'

type Recovery = { outcome: 'renewed' | 'expired' | 'unreachable'; asked: (string | null)[] }
const recover = vi.hoisted((): Recovery => ({ outcome: 'renewed', asked: [] }))
vi.mock(import('../../session/session.ts'), async (original) => ({
  ...(await original()),
  recoverSession: async (refused: string | null = null) => {
    recover.asked.push(refused)
    return recover.outcome
  },
}))

const followed = vi.hoisted(() => ({ times: 0 }))
vi.mock(import('./live-client.ts'), async (original) => ({
  ...(await original()),
  followUser: async () => {
    followed.times += 1
  },
}))

import { INVALID_TOKEN_MESSAGE } from '@aerie/wire/market/live-socket'
import { fakeTransport } from '../../../../test/live-server.ts'
import { useSession } from '../../session/session.ts'
import { testUser } from '../../session/test/user.ts'
import { leaveList, requestList, useAssetsList } from '../market/assets-list.ts'
import { useMarketState } from '../market/market-status.ts'
import { figuresOf, reset, watchSymbol } from '../market/quotes.ts'
import { T0, tenRows, testPage, testStatus } from '../test/market.ts'
import { attachLive, credentials, POLL_AFTER_MS, SILENT_MS, SOCKET_OPTIONS } from './live-socket.ts'
import type { LiveSocket } from './live-transport.ts'
import { ANSWER_WITHIN_MS, LOOK_EVERY_MS, stopPolling } from './polling.ts'

type Http = {
  readonly paths: string[]
  readonly caches: (string | undefined)[]
  isThere: boolean
  isHanging: boolean
  readonly given: AbortSignal[]
}
function answerByHttp() {
  const http: Http = { paths: [], caches: [], isThere: true, isHanging: false, given: [] }
  vi.stubGlobal('fetch', async (path: string, { signal, cache }: { signal: AbortSignal; cache?: string }) => {
    http.paths.push(path)
    http.caches.push(cache)
    http.given.push(signal)
    if (http.isHanging) return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    if (!http.isThere) throw new TypeError('no network')
    const status = { version: '1', market: testStatus(), tick_age_ms: 0, parts: [] }
    return Response.json({ data: path.includes('/status') ? status : testPage(tenRows(), { page: 2, industry: 'MEME' }) })
  })
  return http
}

const statusAsked = (): number => http.paths.filter((path) => path === '/api/v1/status').length

const request = { page: 2, industry: 'MEME', sort: 'marketCap', order: 'desc' } as const
let server: ReturnType<typeof fakeTransport>
let live: LiveSocket
let http: ReturnType<typeof answerByHttp>
let logged: Record<'info' | 'warn' | 'error', string[]>

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  recover.asked = []
  followed.times = 0
  reset('sim')
  useMarketState.setState(useMarketState.getInitialState(), true)
  useSession.setState(useSession.getInitialState(), true)
  logged = { info: [], warn: [], error: [] }
  for (const level of ['info', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((...args: unknown[]) => logged[level].push(args.map(String).join(' ')))
  http = answerByHttp()
  server = fakeTransport()
  live = attachLive(server)
})

afterEach(() => {
  stopPolling()
  leaveList()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('is websocket only, connects manually, times out after 20 s, and retries forever after 1 to 5 s with 50% jitter', () => {
  expect(SOCKET_OPTIONS).toMatchObject({
    transports: ['websocket'],
    autoConnect: false,
    timeout: 20_000,
    reconnectionDelay: 1000,
    reconnectionDelayMax: 5000,
    randomizationFactor: 0.5,
    reconnectionAttempts: Number.POSITIVE_INFINITY,
  })
})

it('sends the currently stored token, and none for a guest', () => {
  expect(credentials()).toEqual({})
  localStorage.setItem('token', 'abc')
  expect(credentials()).toEqual({ token: 'abc' })
})

it('requests the displayed page on each connection, and never buffers a request before it', () => {
  requestList(request)
  live.sendRequest()
  expect(server.sent).toEqual([])
  server.deliver('connect')
  expect(server.sent).toEqual([['assets', { page: 2, size: 10, industry: 'MEME' }]])
  server.deliver('disconnect', 'transport close')
  server.deliver('connect')
  expect(server.sent).toHaveLength(2)
})

it('sends order and industry only when they differ from the default', () => {
  requestList({ page: 1, industry: null, sort: 'change24h', order: 'asc' })
  server.deliver('connect')
  expect(server.sent).toEqual([['assets', { page: 1, size: 10, sort: 'change24h', order: 'asc' }]])
})

it('resubscribes to the watched coins', () => {
  const stop = watchSymbol('PEPE')
  server.deliver('connect')
  expect(server.sent).toContainEqual(['watch', { symbols: ['PEPE'] }])
  stop()
})

it('shows the requested page, and no other', () => {
  requestList(request)
  server.deliver('assets', testPage(tenRows(), { page: 2, industry: null }))
  expect(useAssetsList.getState().list.kind).toBe('loading')
  server.deliver('assets', testPage(tenRows(), { page: 2, industry: 'MEME' }))
  expect(useAssetsList.getState().list.kind).toBe('loaded')
})

it('stores ticks, statistics and status', () => {
  requestList(request)
  server.deliver('assets', testPage(tenRows(), { page: 2, industry: 'MEME' }))
  server.deliver('ticks', [['C1', 123, T0 + 5]])
  server.deliver('stats', { as_of: T0 + 6, rows: [['C2', 5, 6, 7, 8, 9]] })
  server.deliver('status', testStatus())
  expect(figuresOf('C1')?.price).toBe(123)
  expect(figuresOf('C2')?.closes['7d']).toBe(9)
  expect(useMarketState.getState().status?.badge).toBe('SIMULATED')
})

it.each([
  ['ticks', [['BTC', -1, T0]]],
  ['ticks', null],
  ['assets', { data: [{ symbol: 'BTC' }] }],
  ['assets', 'nonsense'],
  ['status', { badge: 'LOVELY' }],
  ['stats', { rows: [[]] }],
])('skips an invalid %s message, logs it, and continues', (event, message) => {
  requestList(request)
  server.deliver(event, message)
  expect(logged.error).toHaveLength(1)
  expect(logged.error[0]).toContain(`"${event}"`)
  server.deliver('assets', testPage(tenRows(), { page: 2, industry: 'MEME' }))
  expect(useAssetsList.getState().list.kind).toBe('loaded')
})

it("shows the list as failed on a socket error, and writes the server's message only to the console", () => {
  requestList(request)
  server.deliver('error', { code: 'internal', message: 'secret reason' })
  expect(useAssetsList.getState().list).toEqual({ kind: 'failed' })
  expect(logged.warn.join()).toContain('secret reason')
})

it('logs a wallet error and does nothing else', () => {
  requestList(request)
  server.deliver('wallet_error', { code: 'wallet_not_linked', message: 'link it first' })
  expect(useAssetsList.getState().list.kind).toBe('loading')
  expect(logged.warn.join()).toContain('link it first')
})

it("logs 'Disconnected' and is no longer connected", () => {
  server.deliver('connect')
  expect(useMarketState.getState().link).toBe('socket')
  server.deliver('disconnect', 'transport close')
  expect(logged.info).toEqual(['Disconnected'])
  expect(useMarketState.getState().link).toBe('connecting')
})

it('reconnects by itself after the server has closed the connection on purpose', () => {
  server.deliver('connect')
  const before = server.connects
  server.active = false
  server.deliver('disconnect', 'io server disconnect')
  vi.advanceTimersByTime(1000)
  expect(server.connects).toBe(before + 1)
})

it('retries after the server has rejected the connection for a reason other than the token', () => {
  server.active = false
  server.deliver('connect_error', new Error('too many connections'))
  const before = server.connects
  vi.advanceTimersByTime(5000)
  expect(server.connects).toBe(before + 1)
})

it('silently renews a rejected token and reconnects', async () => {
  localStorage.setItem('token', 'old')
  recover.outcome = 'renewed'
  server.active = false
  server.deliver('connect_error', new Error(INVALID_TOKEN_MESSAGE))
  await vi.advanceTimersByTimeAsync(0)
  expect(recover.asked).toEqual(['old'])
  expect(server.connects).toBe(2)
})

it('reconnects once, even though the renewed token and its renewal both trigger it', async () => {
  const user = testUser()
  useSession.setState({ token: 'refused', user })
  server.active = false
  recover.outcome = 'renewed'
  const before = server.connects
  server.deliver('connect_error', new Error(INVALID_TOKEN_MESSAGE))
  useSession.setState({ token: 'new', user })
  // The transport is open but the namespace is not joined yet.
  server.io._readyState = 'open'
  await vi.advanceTimersByTimeAsync(10_000)
  expect(server.connects).toBe(before + 1)
})

it('waits for an expired session to end by itself, then connects as a guest', async () => {
  useSession.setState({ token: 'old', user: testUser() })
  recover.outcome = 'expired'
  const before = server.connects
  server.deliver('connect_error', new Error(INVALID_TOKEN_MESSAGE))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(server.connects).toBe(before)
  useSession.setState(useSession.getInitialState(), true)
  expect(server.connects).toBe(before + 1)
})

it('polls over HTTP when no socket connects, reports it, and stops when one does', async () => {
  const { paths } = http
  requestList(request)
  server.deliver('connect_error', new Error('websocket error'))
  expect(paths).toEqual([])
  server.deliver('connect_error', new Error('websocket error'))
  await vi.advanceTimersByTimeAsync(10)
  expect(paths).toContain('/api/v1/assets?page=2&size=10&sort=marketCap&order=desc&industry=MEME')
  expect(useAssetsList.getState().list.kind).toBe('loaded')
  expect(useMarketState.getState().link).toBe('polling')
  const asked = paths.length
  await vi.advanceTimersByTimeAsync(5000)
  expect(paths.length).toBe(asked + 2)
  server.deliver('connect')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(paths.length).toBe(asked + 2)
  expect(useMarketState.getState().link).toBe('socket')
})

it('fails the list when neither transport works, and keeps existing rows', async () => {
  http.isThere = false
  requestList(request)
  server.deliver('connect_error', new Error('websocket error'))
  server.deliver('connect_error', new Error('websocket error'))
  await vi.advanceTimersByTimeAsync(10)
  expect(useAssetsList.getState().list.kind).toBe('failed')
  expect(useMarketState.getState().link).toBe('offline')
  server.deliver('assets', testPage(tenRows(), { page: 2, industry: 'MEME' }))
  await vi.advanceTimersByTimeAsync(5000)
  expect(useAssetsList.getState().list.kind).toBe('loaded')
})

it('tries a socket at once, whatever the delay, when an unreachable server responds again', async () => {
  http.isThere = false
  requestList(request)
  server.deliver('connect')
  server.deliver('disconnect', 'transport close')
  server.deliver('connect_error', new Error('websocket error'))
  server.deliver('connect_error', new Error('websocket error'))
  await vi.advanceTimersByTimeAsync(10)
  expect(useMarketState.getState().link).toBe('offline')
  const [closes, connects] = [server.closes, server.connects]
  http.isThere = true
  await vi.advanceTimersByTimeAsync(LOOK_EVERY_MS)
  expect([server.closes, server.connects]).toEqual([closes + 1, connects + 1])
  expect(useMarketState.getState().link).toBe('polling')
  server.deliver('connect_error', new Error('websocket error'))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(server.connects).toBe(connects + 1)
})

it('polls over HTTP when an attempt neither succeeds nor fails', async () => {
  await vi.advanceTimersByTimeAsync(POLL_AFTER_MS)
  expect(http.paths).toContain('/api/v1/status')
  expect(useMarketState.getState().link).toBe('polling')
})

it('replaces a hanging attempt as soon as HTTP responds, and waits longer before each such retry', async () => {
  // By now the attempt is old enough that the HTTP response proves it hangs.
  await vi.advanceTimersByTimeAsync(POLL_AFTER_MS)
  expect([server.closes, server.connects]).toEqual([1, 2])
  await vi.advanceTimersByTimeAsync(9_000)
  expect(server.connects).toBe(2)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(server.connects).toBe(3)
})

it('bypasses the HTTP cache, where a request would queue behind an earlier hanging one', async () => {
  requestList(request)
  await vi.advanceTimersByTimeAsync(POLL_AFTER_MS)
  expect(http.paths).toContain('/api/v1/status')
  expect(new Set(http.caches)).toEqual(new Set(['no-store']))
})

it('aborts a poll after 4 s, runs one at a time, and polls again when the network is back', async () => {
  http.isHanging = true
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const limit = new AbortController()
    setTimeout(() => limit.abort(new DOMException('too long', 'TimeoutError')), ms)
    return limit.signal
  })
  await vi.advanceTimersByTimeAsync(POLL_AFTER_MS + ANSWER_WITHIN_MS - 1)
  expect(statusAsked()).toBe(1)
  await vi.advanceTimersByTimeAsync(1 + LOOK_EVERY_MS)
  expect(statusAsked()).toBe(2)
  http.isHanging = false
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(10)
  expect(http.given[0]?.aborted).toBe(true)
  expect(useMarketState.getState().link).toBe('polling')
})

it('reconnects when the network is back, even if the old connection seems open', () => {
  server.deliver('connect')
  dispatchEvent(new Event('online'))
  expect([server.closes, server.connects]).toEqual([1, 2])
})

it('reconnects at once when the page becomes visible again, and keeps an open connection', () => {
  server.deliver('connect')
  vi.advanceTimersByTime(2000)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(server.connects).toBe(1)
  server.deliver('disconnect', 'transport close')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(server.connects).toBe(2)
})

it('drops a connection that has silently stopped sending data, and keeps an active one', () => {
  server.deliver('connect')
  for (let second = 0; second < 60; second += 10) {
    vi.advanceTimersByTime(10_000)
    server.sign('ping')
  }
  expect(server.closes).toBe(0)
  vi.advanceTimersByTime(SILENT_MS + 5000)
  expect([server.closes, server.connects]).toEqual([1, 2])
})

it('starts over when no attempt follows another, or when it is never accepted', () => {
  for (let second = 0; second <= SILENT_MS + 5000; second += 5000) {
    vi.advanceTimersByTime(5000)
    server.sign('ping')
  }
  expect(server.connects).toBeGreaterThan(1)
})

it("follows a user's own data on every screen, and nothing for a guest", () => {
  server.deliver('connect')
  expect(followed.times).toBe(0)
  useSession.setState({ token: 'good', user: testUser() })
  server.deliver('connect')
  expect(followed.times).toBe(1)
})

it('reconnects with a token that another window has renewed', () => {
  const user = testUser()
  useSession.setState({ token: 'refused', user })
  server.active = false
  const before = server.connects
  useSession.setState({ token: 'new', user })
  expect(server.connects).toBe(before + 1)
})

it('fails the list when the server never responds', () => {
  requestList(request)
  server.deliver('connect')
  vi.advanceTimersByTime(19_999)
  expect(useAssetsList.getState().list.kind).toBe('loading')
  vi.advanceTimersByTime(1)
  expect(useAssetsList.getState().list.kind).toBe('failed')
})
