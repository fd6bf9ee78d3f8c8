import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, epochMs, systemClock } from '@aerie/core/time'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestRedis, testRedis } from '../../../test/redis-server.ts'
import { AppError } from '../http/app-error.ts'
import { type Bus, MOST_CHANNELS, memoryRoom, openBus, type Transport } from './bus.ts'
import { redisTransport } from './redis-transport.ts'

const SECRET = new Uint8Array(32).fill(7)
const logger = { warn: () => undefined, info: () => undefined }

let redis: TestRedis
beforeAll(async () => {
  redis = await testRedis()
})
afterAll(() => redis.kill())

const room = memoryRoom()
/** Patient: a connection replaced because the machine is busy loses messages. */
const overRedis = (): Transport => redisTransport({ url: redis.url, logger, silentMs: 60_000, echoEveryMs: 100 })

const open: Bus[] = []
async function startBus(transport: Transport, secretKey = SECRET, clock: Pick<Clock, 'now'> = systemClock) {
  const errors: unknown[] = []
  const bus = openBus({ transport, isShared: true, secretKey, clock, onError: (error) => errors.push(error) })
  open.push(bus)
  await bus.start()
  return Object.assign(bus, { errors })
}
afterEach(async () => {
  for (const bus of open.splice(0)) await bus.stop()
})

/** Resolves once a message from `from` arrives at `to`: subscriptions take effect a moment later over Redis. */
const subscribed = async (from: Bus, to: Bus, channel: string): Promise<() => void> => {
  let isThere = false
  const stop = to.subscribe(channel, () => {
    isThere = true
  })
  await vi.waitFor(() => {
    from.publish(channel, 'are you there')
    expect(isThere).toBe(true)
  })
  return stop
}

it('does not know whether a question was taken while the connection was lost', async () => {
  const lost = new Error('Socket closed unexpectedly')
  const bus = await startBus({ ...room(), publish: () => Promise.reject(lost) })
  const refusal = { code: 'unavailable', detail: expect.stringContaining('The connection was lost.') }
  await expect(bus.ask('double', 1, { waits: true })).rejects.toMatchObject(refusal)
  expect(bus.errors).toEqual([lost])
})

describe.each([
  ['in memory', room],
  ['over Redis', overRedis],
])('the bus %s', (_name, makeTransport) => {
  it('delivers messages in order to the other processes only', async () => {
    const [a, b, c] = [await startBus(makeTransport()), await startBus(makeTransport()), await startBus(makeTransport())]
    const got: unknown[][] = [[], [], []]
    for (const [at, bus] of [a, b, c].entries()) bus.subscribe('order', (message) => got[at]?.push(message))
    await subscribed(a, b, 'order')
    await subscribed(a, c, 'order')
    for (const list of got) list.length = 0
    for (let n = 0; n < 500; n += 1) a.publish('order', n)
    await vi.waitFor(() => expect(got[2]).toContain(499))
    const all = Array.from({ length: 500 }, (_, n) => n)
    expect(got.map((list) => list.filter((message) => message !== 'are you there'))).toEqual([[], all, all])
  })

  it('answers a question from another process, and passes on why it was refused', async () => {
    const [a, b] = [await startBus(makeTransport()), await startBus(makeTransport())]
    b.answer('double', async (asked) => {
      if (asked === 13) throw new AppError('rule_broken', { detail: 'Not thirteen.', facts: { n: 13 }, members: { order: { id: 1 } } })
      if (asked === 14) throw new Error('a bug with a secret')
      if (asked === 15) throw new Error('Connection terminated unexpectedly')
      return Number(asked) * 2
    })
    await vi.waitFor(async () => expect(await a.ask('double', 2)).toBe(4))
    await expect(a.ask('double', 15)).rejects.toMatchObject({ code: 'unavailable', detail: 'The database is not responding.' })
    await expect(a.ask('double', 13)).rejects.toMatchObject({ code: 'rule_broken', detail: 'Not thirteen.', members: { order: { id: 1 } } })
    const bug = await a.ask('double', 14).catch((error: unknown) => error)
    expect([bug, JSON.stringify(bug)]).toEqual([expect.objectContaining({ code: 'internal' }), expect.not.stringContaining('secret')])
    expect(b.errors).toHaveLength(1)
  })

  it('takes the answer of the process that has one where another one leaves the question to it', async () => {
    const [a, b, c] = [await startBus(makeTransport()), await startBus(makeTransport()), await startBus(makeTransport())]
    let asked = 0
    b.answer('shared', () => {
      asked += 1
      return undefined
    })
    c.answer('shared', async () => 'from the holder')
    await vi.waitFor(async () => expect(await a.ask('shared', 1)).toBe('from the holder'))
    await vi.waitFor(async () => expect(await b.ask('shared', 1)).toBe('from the holder'))
    expect(asked).toBeGreaterThan(0)
  })

  it('waits for a process that takes the question, where it should, and sends it to that one only', async () => {
    const [a, b, c] = [await startBus(makeTransport()), await startBus(makeTransport()), await startBus(makeTransport())]
    const asked: unknown[] = []
    let isHeld = false
    b.answer('changing hands', (each) => {
      if (!isHeld) return undefined
      asked.push(each)
      return Promise.resolve('from the holder')
    })
    const left = { timeoutMs: 60_000 }
    await vi.waitFor(() => expect(a.ask('changing hands', 0, left)).rejects.toMatchObject({ detail: expect.stringContaining('serves it') }))
    const waiting = [a.ask('changing hands', 1, { ...left, waits: true }), a.ask('nobody yet', 2, { ...left, waits: true })]
    isHeld = true
    c.answer('nobody yet', async () => 'from another one')
    expect(await Promise.all(waiting)).toEqual(['from the holder', 'from another one'])
    expect(asked).toEqual([1])
  })

  it('drops a question whose sender waits no longer, as after a pause of the process', async () => {
    const late = { now: () => epochMs(systemClock.now() + 60_000) }
    const [a, b] = [await startBus(makeTransport()), await startBus(makeTransport(), SECRET, late)]
    const asked: unknown[] = []
    b.answer('too late', async (each) => asked.push(each))
    const isLate = { detail: expect.stringContaining('in time') }
    await vi.waitFor(() => expect(a.ask('too late', 1, { timeoutMs: 50 })).rejects.toMatchObject(isLate))
    await subscribed(a, b, 'afterwards')
    expect(asked).toEqual([])
  })

  it('is not ended by a refusal, or a deadline, that comes before the question is known to be sent', async () => {
    const quick = makeTransport()
    const slow = async (...message: Parameters<Transport['publish']>) => {
      const receivers = await quick.publish(...message)
      await sleep(200)
      return receivers
    }
    const [a, b] = [await startBus({ ...quick, publish: slow }), await startBus(makeTransport())]
    b.answer('refused', async () => {
      throw new AppError('conflict', { detail: 'Not now.' })
    })
    const unhandled: unknown[] = []
    const note = (error: unknown): void => void unhandled.push(error)
    process.on('unhandledRejection', note)
    await vi.waitFor(() => expect(a.ask('refused', 1)).rejects.toMatchObject({ code: 'conflict' }))
    await expect(a.ask('refused', 1, { timeoutMs: 10 })).rejects.toMatchObject({ code: expect.stringMatching(/conflict|unavailable/) })
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })

  it('answers its own questions without the other processes', async () => {
    const a = await startBus(makeTransport())
    a.answer('own', async (asked) => asked)
    expect(await a.ask('own', { undefinedStays: undefined })).toEqual({ undefinedStays: undefined })
  })

  it('says at once that nobody answers, and after the deadline that the answer is late', async () => {
    const [a, b] = [await startBus(makeTransport()), await startBus(makeTransport())]
    const refused = { code: 'unavailable', retryAfterSeconds: 2 }
    await expect(a.ask('nobody', 1, { timeoutMs: 60_000 })).rejects.toMatchObject({
      ...refused,
      detail: expect.stringContaining('Nothing serves it'),
    })
    const stopAnswering = b.answer('never', () => new Promise(() => undefined))
    await vi.waitFor(() =>
      expect(a.ask('never', 1, { timeoutMs: 50 })).rejects.toMatchObject({ detail: expect.stringContaining('in time') }),
    )
    stopAnswering()
    await vi.waitFor(() =>
      expect(a.ask('never', 1, { timeoutMs: 50 })).rejects.toMatchObject({ detail: expect.stringContaining('Nothing serves it') }),
    )
  })

  it('keeps out messages that were signed with another key, or repeated', async () => {
    const once = makeTransport()
    const twice: Transport = {
      ...once,
      publish: async (...message) => {
        await once.publish(...message)
        return once.publish(...message)
      },
    }
    const [a, b] = [await startBus(twice), await startBus(makeTransport())]
    const stranger = await startBus(makeTransport(), new Uint8Array(32).fill(8))
    const got: unknown[] = []
    b.subscribe('guarded', (message) => got.push(message))
    await subscribed(a, b, 'guarded')
    stranger.publish('guarded', 'forged')
    a.publish('guarded', 'genuine')
    await vi.waitFor(() => expect(got).toContain('genuine'))
    await vi.waitFor(() => expect(b.errors.map(String)).toContain('Error: A message on guarded has a wrong signature'))
    expect(got.filter((message) => message !== 'are you there')).toEqual(['genuine'])
  })

  it('delivers to a subscription that follows another one at once', async () => {
    const [a, b] = [await startBus(makeTransport()), await startBus(makeTransport())]
    const stop = await subscribed(a, b, 'again')
    stop()
    const got: unknown[] = []
    b.subscribe('again', (message) => got.push(message))
    // Everything before has been confirmed then.
    await subscribed(a, b, 'another')
    await vi.waitFor(() => {
      a.publish('again', 'news')
      expect(got).toContain('news')
    })
  })

  it('reports a missed message as a gap', async () => {
    let isLosing = false
    const lossy = makeTransport()
    const publish = lossy.publish
    const a = await startBus({ ...lossy, publish: async (...message) => (isLosing ? 0 : publish(...message)) })
    const b = await startBus(makeTransport())
    const gaps: unknown[] = []
    b.onGap((channel) => gaps.push(channel))
    await subscribed(a, b, 'lossy')
    isLosing = true
    a.publish('lossy', 1)
    isLosing = false
    await vi.waitFor(() => {
      a.publish('lossy', 2)
      expect(gaps).toContain('lossy')
    })
  })
})

it('numbers messages upwards even on channels that it has forgotten', async () => {
  const [a, b] = [await startBus(room()), await startBus(room())]
  const got: unknown[] = []
  const stop = await subscribed(a, b, 'rare')
  b.subscribe('rare', (message) => got.push(message))
  for (let n = 0; n < MOST_CHANNELS; n += 1) a.publish(`other:${n}`, n)
  a.publish('rare', 'late')
  await vi.waitFor(() => expect(got).toContain('late'))
  stop()
})

describe('the bus over Redis', () => {
  it('resumes after Redis was restarted, says that messages may be missing, and starts without Redis', async () => {
    const own = await testRedis()
    own.kill()
    const make = () => redisTransport({ url: own.url, logger, silentMs: 1_000, echoEveryMs: 100 })
    const a = await startBus(make())
    expect(a.isUp()).toBe(false)
    await expect(a.ask('any', 1)).rejects.toMatchObject({ code: 'unavailable' })
    await own.start()
    const b = await startBus(make())
    await vi.waitFor(() => expect([a.isUp(), b.isUp()]).toEqual([true, true]))
    b.answer('echo', async (asked) => asked)
    await vi.waitFor(async () => expect(await a.ask('echo', 1)).toBe(1))
    const gaps: unknown[] = []
    b.onGap((channel) => gaps.push(channel))
    own.kill()
    await vi.waitFor(() => expect([a.isUp(), b.isUp()]).toEqual([false, false]))
    const got: unknown[] = []
    b.subscribe('while it is away', (message) => got.push(message))
    await own.start()
    await vi.waitFor(() => expect([a.isUp(), b.isUp(), gaps.length > 0]).toEqual([true, true, true]))
    a.publish('while it is away', 'news')
    await vi.waitFor(() => expect(got).toEqual(['news']))
    await vi.waitFor(async () => expect(await a.ask('echo', 2)).toBe(2))
    own.kill()
  })

  it('replaces connections on which nothing arrives any more', async () => {
    const own = await testRedis()
    const make = () => redisTransport({ url: own.url, logger, silentMs: 500, echoEveryMs: 50 })
    const [a, b] = [await startBus(make()), await startBus(make())]
    await subscribed(a, b, 'paused')
    own.process().kill('SIGSTOP')
    await vi.waitFor(() => expect([a.isUp(), b.isUp()]).toEqual([false, false]))
    own.process().kill('SIGCONT')
    await vi.waitFor(() => expect([a.isUp(), b.isUp()]).toEqual([true, true]))
    await subscribed(a, b, 'paused')
    own.kill()
  })
})
