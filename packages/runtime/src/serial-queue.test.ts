import { expect, it } from 'vitest'
import { QueueFullError, serializeByKey, serialQueue } from './serial-queue.ts'

function stage() {
  const begun: string[] = []
  const doors = new Map<string, PromiseWithResolvers<string>>()
  const work = (name: string) => (): Promise<string> => {
    begun.push(name)
    const door = Promise.withResolvers<string>()
    doors.set(name, door)
    return door.promise
  }
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  }
  return { begun, doors, work, settle }
}

it('runs one task at a time, in order of arrival', async () => {
  const { begun, doors, work, settle } = stage()
  const queue = serialQueue()
  const all = Promise.all([queue.run(work('a')), queue.run(work('b'))])
  await settle()
  expect(begun).toEqual(['a'])
  doors.get('a')?.resolve('A')
  await settle()
  expect(begun).toEqual(['a', 'b'])
  doors.get('b')?.resolve('B')
  expect(await all).toEqual(['A', 'B'])
})

it('reports a failure to the caller, and continues', async () => {
  const queue = serialQueue()
  const failed = queue.run(() => Promise.reject(new Error('no')))
  const next = queue.run(() => Promise.resolve('yes'))
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('yes')
})

it('is idle when all requested tasks are done, failed or not', async () => {
  const { doors, work, settle } = stage()
  const queue = serialQueue()
  const failed = queue.run(work('a'))
  let isIdle = false
  const idle = queue.idle().then(() => {
    isIdle = true
  })
  await settle()
  expect(isIdle).toBe(false)
  doors.get('a')?.reject(new Error('no'))
  await expect(failed).rejects.toThrow('no')
  await idle
  expect(isIdle).toBe(true)
})

it('refuses tasks beyond its limit, and accepts them again when some are done', async () => {
  const { doors, work, settle } = stage()
  const queue = serialQueue({ maxWaiting: 1 })
  const first = queue.run(work('a'))
  await expect(queue.run(work('b'))).rejects.toThrow(QueueFullError)
  await settle()
  doors.get('a')?.resolve('A')
  await first
  await queue.idle()
  expect(await queue.run(() => Promise.resolve('c'))).toBe('c')
})

it('runs keys independently, and waits for all keys of a task with several', async () => {
  const { begun, doors, work, settle } = stage()
  const queue = serializeByKey()
  const all = Promise.all([
    queue.run('x', work('x1')),
    queue.run('y', work('y1')),
    queue.run(['x', 'y'], work('both')),
    queue.run('y', work('y2')),
  ])
  await settle()
  expect(begun).toEqual(['x1', 'y1'])
  doors.get('y1')?.resolve('')
  await settle()
  expect(begun).toEqual(['x1', 'y1'])
  doors.get('x1')?.resolve('')
  await settle()
  expect(begun).toEqual(['x1', 'y1', 'both'])
  doors.get('both')?.resolve('')
  await settle()
  doors.get('y2')?.resolve('')
  await all
  expect(begun).toEqual(['x1', 'y1', 'both', 'y2'])
})

it('keeps one order for tasks under several keys, in any key order, and releases them after a failure', async () => {
  const { begun, doors, work, settle } = stage()
  const queue = serializeByKey()
  const first = queue.run(['x'], work('first'))
  const rest = Promise.all([queue.run(['y', 'x'], work('b')), queue.run(['x', 'y'], work('c'))])
  await settle()
  doors.get('first')?.reject(new Error('no'))
  await expect(first).rejects.toThrow('no')
  await settle()
  expect(begun).toEqual(['first', 'b'])
  doors.get('b')?.resolve('')
  await settle()
  doors.get('c')?.resolve('')
  await rest
  expect(begun).toEqual(['first', 'b', 'c'])
})
