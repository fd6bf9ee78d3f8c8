import { vi } from 'vitest'
import type { attachLive } from './live-socket.ts'
import { tenRows, testPage, testStatus } from './test-market.ts'

/** Plays the server's side of a connection. */
export function fakeTransport() {
  const listeners = new Map<string, ((...args: unknown[]) => void)[]>()
  const managers = new Map<string, () => void>()
  const transport = {
    connected: false,
    active: true,
    closes: 0,
    io: {
      _readyState: 'closed',
      on: (event: string, listener: () => void) => managers.set(event, listener),
      _close: () => {
        transport.closes++
        transport.say('disconnect', 'forced close')
      },
    },
    /** The connection under it shows a sign. */
    sign: (event: string) => managers.get(event)?.(),
    sent: [] as [string, unknown][],
    connects: 0,
    disconnects: 0,
    on: (event: string, listener: (...args: unknown[]) => void) => listeners.set(event, [...(listeners.get(event) ?? []), listener]),
    emit: (event: string, message: unknown) => transport.sent.push([event, message]),
    connect: () => {
      transport.active = true
      transport.io._readyState = 'opening'
      return transport.connects++
    },
    disconnect: () => transport.disconnects++,
    /** The server (or the client library) says `event`. */
    say: (event: string, ...args: unknown[]) => {
      const state = { connect: 'open', disconnect: 'closed', connect_error: 'closed' }[event]
      if (state !== undefined) transport.io._readyState = state
      if (event === 'connect') transport.connected = true
      if (event === 'disconnect') transport.connected = false
      for (const listener of listeners.get(event) ?? []) listener(...args)
    },
  }
  return transport satisfies Parameters<typeof attachLive>[0]
}

/** The server as HTTP sees it: there, gone, or hanging. */
export function answerByHttp() {
  const http = { paths: [] as string[], caches: [] as (string | undefined)[], isThere: true, isHanging: false, given: [] as AbortSignal[] }
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
