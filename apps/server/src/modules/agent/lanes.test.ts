import { expect, it } from 'vitest'
import { Lanes } from './lanes.ts'

const gate = () => Promise.withResolvers<void>()

it('does one after the other within a key, also after a failure, and lets other keys pass', async () => {
  const lanes = new Lanes()
  const done: string[] = []
  const first = gate()
  const a = lanes.run(['x'], async () => {
    await first.promise
    done.push('a')
    throw new Error('no')
  })
  const b = lanes.run(['x'], async () => void done.push('b'))
  await lanes.run(['y'], async () => void done.push('c'))
  first.resolve()
  await expect(a).rejects.toThrow('no')
  await b
  expect(done).toEqual(['c', 'a', 'b'])
})

it('keeps one order for work that is in several lanes', async () => {
  const lanes = new Lanes()
  const done: string[] = []
  const first = gate()
  const a = lanes.run(['x'], () => first.promise.then(() => void done.push('a')))
  const b = lanes.run(['y', 'x'], async () => void done.push('b'))
  const c = lanes.run(['x', 'y'], async () => void done.push('c'))
  first.resolve()
  await Promise.all([a, b, c])
  expect(done).toEqual(['a', 'b', 'c'])
})
