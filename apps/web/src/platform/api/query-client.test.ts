import { endpoint } from '@aerie/wire/endpoint'
import { MutationObserver, notifyManager, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { api } from './api.ts'
import { ApiError } from './api-error.ts'
import { queryClient } from './query-client.ts'
import { askServer, useServerState, watchServer } from './server-state.ts'

const ok = (data: unknown) => Response.json({ data })
const unavailable = (retryAfter?: string) =>
  Response.json(
    { type: 't', title: 'T', status: 503, detail: 'Not yet.', code: 'unavailable' },
    { status: 503, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } },
  )
const noAnswer = (): never => {
  throw new TypeError('Failed to fetch')
}
const READY = { parts: [] }

watchServer()

let status: () => Response
let answer: () => Response
const asked = vi.fn<(path: string) => void>()
let stops: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  status = () => ok(READY)
  answer = () => ok(7)
  asked.mockReset()
  vi.stubGlobal('fetch', async (path: string) => {
    asked(path)
    return path === '/api/v1/status' ? status() : answer()
  })
})
afterEach(async () => {
  for (const stop of stops) stop()
  stops = []
  queryClient.clear()
  status = () => ok(READY)
  await askServer()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const getNumber = endpoint('GET /x', { auth: 'public', summary: 'A number', returns: z.number() })
const sendNumber = endpoint('POST /x', { auth: 'public', summary: 'A number', returns: z.number() })
const query: QueryObserverOptions<number, Error, number, number, ['x']> = {
  queryKey: ['x'],
  queryFn: ({ signal }) => api(getNumber, { signal }),
}
function show(options: Partial<typeof query> = {}) {
  const observer = new QueryObserver(queryClient, { ...query, ...options })
  const states: string[] = []
  const note = () => {
    const { status: state } = observer.getCurrentResult()
    if (states.at(-1) !== state) states.push(state)
  }
  // Batched, as in React: notified after all synchronous changes.
  stops.push(observer.subscribe(notifyManager.batchCalls(note)))
  return { now: () => observer.getCurrentResult(), states }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const serverAway = () => {
  status = noAnswer
  answer = noAnswer
}
const serverBack = () => {
  status = () => ok(READY)
  answer = () => ok(7)
}
const timesAsked = () => asked.mock.calls.filter(([path]) => path === '/api/v1/x').length

describe('a query whose server is starting', () => {
  it('stays loading, shows no failure, and has its data once the 15 s of 503 are over', async () => {
    answer = () => unavailable('2')
    status = () => unavailable('2')
    const { now, states } = show()
    await pass(15_000)
    expect(states).toEqual(['pending'])
    serverBack()
    await pass(2_100)
    expect(now().data).toBe(7)
    expect(useServerState.getState().kind).toBe('ready')
  })

  it('keeps its cached data meanwhile, without a failure', async () => {
    const { now, states } = show()
    await pass(0)
    answer = () => unavailable('2')
    status = () => unavailable('2')
    void now().refetch()
    await pass(15_000)
    expect([now().data, now().error, states]).toEqual([7, null, ['success']])
    answer = () => ok(8)
    status = () => ok(READY)
    await pass(2_100)
    expect(now().data).toBe(8)
  })

  it('shows which part is starting, and is retried at the time given in the response', async () => {
    answer = () => unavailable('5')
    status = () => ok({ parts: [{ name: 'trading', health: 'starting', detail: 'Paper trading is starting.' }] })
    const { now } = show()
    await pass(100)
    expect(useServerState.getState()).toMatchObject({ kind: 'starting', detail: 'Paper trading is starting.' })
    await pass(9_000)
    expect([now().status, now().error]).toEqual(['pending', null])
    serverBack()
    await pass(2_100)
    expect(now().data).toBe(7)
  })
})

describe('a query while the server is unreachable', () => {
  it('is not sent again until the server responds, and then at once', async () => {
    serverAway()
    const { now } = show()
    await pass(60_000)
    expect([now().status, now().fetchStatus, timesAsked()]).toEqual(['pending', 'paused', 1])
    serverBack()
    await pass(2_100)
    expect(now().data).toBe(7)
  })

  it('also waits when it starts meanwhile', async () => {
    serverAway()
    await askServer()
    const { now } = show()
    await pass(10_000)
    expect(timesAsked()).toBe(0)
    serverBack()
    await pass(2_100)
    expect(now().data).toBe(7)
  })

  it('clears a failure from just before', async () => {
    answer = noAnswer
    const { now } = show({ retry: false })
    await pass(0)
    expect(now().error).toBeInstanceOf(ApiError)
    status = noAnswer
    await askServer()
    expect([now().status, now().error]).toEqual(['pending', null])
    serverBack()
    await pass(2_100)
    expect(now().data).toBe(7)
  })
})

describe('a query that fails while the server is ready', () => {
  it('is retried after 1, 2 and 4 s, then fails, and is retried every 30 s', async () => {
    answer = () => Response.json({}, { status: 500 })
    const { now } = show()
    await pass(6_900)
    expect([now().status, timesAsked()]).toEqual(['pending', 3])
    await pass(200)
    expect([now().status, timesAsked()]).toEqual(['error', 4])
    answer = () => ok(7)
    await pass(30_000)
    expect(now().data).toBe(7)
  })

  it('is retried at the time given in the response, and shows when that is', async () => {
    answer = () => unavailable('10')
    const { now } = show()
    await pass(0)
    expect(now().error).toMatchObject({ code: 'unavailable', retryAt: performance.now() + 10_000 })
    await pass(9_900)
    expect(timesAsked()).toBe(1)
    answer = () => ok(7)
    await pass(200)
    expect(now().data).toBe(7)
  })

  it('stays failed during a retry instead of flickering to its skeleton', async () => {
    answer = () => unavailable('10')
    const { states } = show()
    await pass(65_000)
    expect([timesAsked() > 5, states]).toEqual([true, ['error']])
  })

  it('is not retried when the server rejected it', async () => {
    answer = () => Response.json({ type: 't', title: 'T', status: 403, detail: 'No.', code: 'forbidden' }, { status: 403 })
    const { now } = show()
    await pass(120_000)
    expect([now().status, timesAsked()]).toEqual(['error', 1])
  })

  it('is not retried once nothing displays it', async () => {
    answer = () => unavailable('10')
    show()
    await pass(0)
    for (const stop of stops) stop()
    await pass(60_000)
    expect(timesAsked()).toBe(1)
  })

  it('is not sent in a loop when the server asks for no delay', async () => {
    answer = () => unavailable('0')
    show()
    await pass(10_000)
    expect(timesAsked()).toBeLessThanOrEqual(11)
  })
})

it('sends a mutation at once or not at all, never later', async () => {
  serverAway()
  await askServer()
  const change = new MutationObserver(queryClient, { mutationFn: () => api(sendNumber, {}) })
  await expect(change.mutate()).rejects.toMatchObject({ code: 'offline' })
  serverBack()
  await pass(10_000)
  expect(timesAsked()).toBe(1)
})

it('does not show the failure of a user who has logged out', async () => {
  const { userLeft } = await import('./query-client-users.ts')
  answer = () => unavailable('10')
  const { now } = show()
  await pass(0)
  answer = () => ok(7)
  userLeft.emit()
  expect(now().error).toBeNull()
  await pass(100)
  expect(now().data).toBe(7)
})
