import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lifecycle, type ServerModule, type Stage } from './lifecycle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const LIMITS = { startMs: 1_000, stopMs: 500 }
const forever = (): Promise<void> => new Promise(() => undefined)

function stage(make: (module: (name: string, own?: Partial<ServerModule>) => ServerModule) => readonly Stage[]) {
  const done: string[] = []
  const reported: string[] = []
  const module = (name: string, own: Partial<ServerModule> = {}): ServerModule => ({
    name,
    start: () => void done.push(`start ${name}`),
    stop: () => void done.push(`stop ${name}`),
    ...own,
  })
  const onStopFailure = (name: string, error: unknown): void => void reported.push(`${name}: ${String(error)}`)
  return { ...lifecycle({ stages: make(module), onStopFailure, limits: LIMITS }), done, reported }
}

it('starts modules in order, one after the other, and stops them in reverse', async () => {
  const gate = Promise.withResolvers<void>()
  const { start, stop, done } = stage((module) => [module('a', { start: () => gate.promise }), module('b'), module('c')])
  const started = start()
  await vi.advanceTimersByTimeAsync(10)
  expect(done).toEqual([])
  gate.resolve()
  await started
  await stop()
  expect(done).toEqual(['start b', 'start c', 'stop c', 'stop b', 'stop a'])
})

it('starts the modules of one stage in parallel, and stops them one by one', async () => {
  const gate = Promise.withResolvers<void>()
  const { start, stop, done } = stage((module) => [[module('a', { start: () => gate.promise }), module('b')], module('c')])
  const started = start()
  await vi.advanceTimersByTimeAsync(10)
  expect(done).toEqual(['start b'])
  gate.resolve()
  await started
  await stop()
  expect(done).toEqual(['start b', 'start c', 'stop c', 'stop b', 'stop a'])
})

it('starts a module of a stage after those that it names', async () => {
  const gate = Promise.withResolvers<void>()
  const { start, stop, done } = stage((module) => {
    const [a, b] = [module('a', { start: () => gate.promise }), module('b')]
    return [[a, b, module('after a', { after: [a] }), module('after b', { after: [b] })]]
  })
  const started = start()
  await vi.advanceTimersByTimeAsync(10)
  expect(done).toEqual(['start b', 'start after b'])
  gate.resolve()
  await started
  expect(done).toEqual(['start b', 'start after b', 'start after a'])
  await stop()
  expect(done.slice(3)).toEqual(['stop after b', 'stop after a', 'stop b', 'stop a'])
})

it('starts nothing after a failed module of the same stage', async () => {
  const { start, done } = stage((module) => {
    const a = module('a', { start: () => Promise.reject(new Error('no chain')) })
    return [[a, module('after a', { after: [a] })], module('next')]
  })
  await expect(start()).rejects.toThrow('no chain')
  expect(done).toEqual([])
})

it('accepts modules that have nothing to start or stop', async () => {
  const { start, stop, done } = stage((module) => [{ name: 'routes only' }, module('a')])
  await start()
  await stop()
  expect(done).toEqual(['start a', 'stop a'])
})

it('starts nothing after a failed module, and still stops all', async () => {
  const { start, stop, done } = stage((module) => [
    module('a'),
    module('b', {
      start: () => {
        throw new Error('no market')
      },
    }),
    module('c'),
  ])
  await expect(start()).rejects.toThrow('no market')
  await stop()
  expect(done).toEqual(['start a', 'stop c', 'stop b', 'stop a'])
})

it('keeps stopping after a sync or async stop failure, and reports it at the end', async () => {
  const { stop, done, reported } = stage((module) => [
    module('a'),
    module('b', { stop: () => Promise.reject(new Error('late')) }),
    module('c', {
      stop: () => {
        throw new Error('at once')
      },
    }),
    module('d'),
  ])
  await expect(stop()).rejects.toMatchObject({ errors: [new Error('at once'), new Error('late')] })
  expect(done).toEqual(['stop d', 'stop a'])
  expect(reported).toEqual(['c: Error: at once', 'b: Error: late'])
})

it('does not wait for a stop beyond its timeout', async () => {
  const { stop, done, reported } = stage((module) => [module('a'), module('b', { stop: forever })])
  const stopped = stop().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(LIMITS.stopMs - 1)
  expect(done).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await expect(stopped).resolves.toBeInstanceOf(AggregateError)
  expect(done).toEqual(['stop a'])
  expect(reported).toEqual(['b: Error: b did not stop within 500 ms'])
})

it('does not wait for a start beyond its timeout', async () => {
  const { start, done } = stage((module) => [module('a', { start: forever }), module('b')])
  const failed = start().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(LIMITS.startMs)
  await expect(failed).resolves.toEqual(new Error('a did not start within 1000 ms'))
  expect(done).toEqual([])
})

it('starts nothing more once a stop is requested', async () => {
  const gate = Promise.withResolvers<void>()
  const { start, stop, done } = stage((module) => [module('a', { start: () => gate.promise }), module('b')])
  const started = start()
  await stop()
  gate.resolve()
  await started
  expect(done).toEqual(['stop b', 'stop a'])
})

it('stops once, however often it is requested', async () => {
  const { stop, done } = stage((module) => [module('a')])
  await Promise.all([stop(), stop()])
  await stop()
  expect(done).toEqual(['stop a'])
})

it('leaves no timer running', async () => {
  const { start, stop } = stage((module) => [module('a')])
  await start()
  await stop()
  expect(vi.getTimerCount()).toBe(0)
})
