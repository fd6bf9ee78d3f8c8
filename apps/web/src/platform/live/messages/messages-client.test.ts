import type { MarketDataMessage } from '@aerie/wire/market/market-data'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { partOf } from '../../../../test/part-of.ts'
import type { LiveTransport } from '../socket/live-transport.ts'

const opened = vi.hoisted(() => ({ times: 0 }))
vi.mock(import('./messages-socket.ts'), () => ({
  openMessagesSocket: () => {
    opened.times += 1
    return partOf<LiveTransport>({})
  },
}))

import { ANSWER_TIMEOUT_MS, receiveMessage } from './awaited-messages.ts'
import { askMarketData } from './messages-client.ts'

const ID = '0b6ad4a4-0c1f-4d2b-8a3e-111111111111'
const info = (message_id = ID): MarketDataMessage => ({
  command: 'info',
  message_id,
  error: null,
  data: { currency: 'BTC', price: 64_000, quote: 'USD', source: 'sim', as_of: 1 },
})
const fetched: string[] = []
let reply: () => Response

beforeEach(() => {
  vi.useFakeTimers()
  fetched.length = 0
  reply = () => Response.json({ data: { message_id: ID } })
  vi.stubGlobal('fetch', async (url: string) => {
    fetched.push(url)
    return reply()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const settle = () => vi.advanceTimersByTimeAsync(0)

it('sends the request over HTTP as specified, opens the socket once, and returns the message with that id', async () => {
  const answer = askMarketData({ command: 'info', ticker: 'BTC' })
  await settle()
  receiveMessage(info('0b6ad4a4-0c1f-4d2b-8a3e-222222222222'))
  receiveMessage(info())
  expect(await answer).toEqual(info())
  const next = askMarketData({ command: 'price', ticker: 'BTC', hours: 12 })
  await settle()
  receiveMessage({ command: 'price', message_id: ID, error: 'There is no forecast yet.', data: null })
  expect((await next).error).toBe('There is no forecast yet.')
  expect(fetched).toEqual(['/api/v1/info?command=info&payload=BTC', '/api/v1/price?command=price&payload=BTC%2012'])
  await vi.waitFor(() => expect(opened.times).toBe(1))
})

it('finds a message that arrived before the HTTP response naming it', async () => {
  receiveMessage(info())
  expect(await askMarketData({ command: 'info', ticker: 'BTC' })).toEqual(info())
})

it('gives up on a message that does not arrive', async () => {
  const answer = askMarketData({ command: 'info', ticker: 'BTC' }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(ANSWER_TIMEOUT_MS)
  expect(await answer).toMatchObject({ code: 'unavailable' })
  receiveMessage(info('0b6ad4a4-0c1f-4d2b-8a3e-333333333333'))
})

it('stops waiting when the caller aborts', async () => {
  const caller = new AbortController()
  const answer = askMarketData({ command: 'info', ticker: 'BTC' }, caller.signal).catch((error: unknown) => error)
  await settle()
  caller.abort(new Error('left'))
  expect(await answer).toEqual(new Error('left'))
})

it('passes on why a call was rejected', async () => {
  const problem = { type: 'x', title: 'x', status: 429, detail: 'Your 200 calls of this day are used up.', code: 'rate_limited' }
  reply = () => Response.json(problem, { status: 429, headers: { 'retry-after': '60' } })
  await expect(askMarketData({ command: 'info', ticker: 'BTC' })).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 60 })
})
