import { expect, it } from 'vitest'
import { SerialQueue } from './serial-queue.ts'

const gate = () => Promise.withResolvers<void>()

it('does one after the other within a key, also after a failure, and lets other keys pass', async () => {
  const queue = new SerialQueue()
  const done: string[] = []
  const first = gate()
  const a = queue.run(['x'], async () => {
    await first.promise
    done.push('a')
    throw new Error('no')
  })
  const b = queue.run(['x'], async () => void done.push('b'))
  await queue.run(['y'], async () => void done.push('c'))
  first.resolve()
  await expect(a).rejects.toThrow('no')
  await b
  expect(done).toEqual(['c', 'a', 'b'])
})

it('keeps one order for work that is in several queues', async () => {
  const queue = new SerialQueue()
  const done: string[] = []
  const first = gate()
  const a = queue.run(['x'], () => first.promise.then(() => void done.push('a')))
  const b = queue.run(['y', 'x'], async () => void done.push('b'))
  const c = queue.run(['x', 'y'], async () => void done.push('c'))
  first.resolve()
  await Promise.all([a, b, c])
  expect(done).toEqual(['a', 'b', 'c'])
})
