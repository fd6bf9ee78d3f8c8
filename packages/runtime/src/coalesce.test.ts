import { expect, it, vi } from 'vitest'
import { coalesce, coalesceByKey, singleFlight } from './coalesce.ts'

function stage() {
  const runs: PromiseWithResolvers<number>[] = []
  const work = (): Promise<number> => {
    const run = Promise.withResolvers<number>()
    runs.push(run)
    return run.promise
  }
  return { runs, work }
}

it('shares the next run among all callers while one is in progress', async () => {
  const { runs, work } = stage()
  const ask = coalesce(work)
  const first = ask()
  const [second, third] = [ask(), ask()]
  expect(runs).toHaveLength(1)
  runs[0]?.resolve(1)
  expect(await first).toBe(1)
  expect(runs).toHaveLength(2)
  runs[1]?.resolve(2)
  expect(await Promise.all([second, third])).toEqual([2, 2])
})

it('starts the next run even when the previous one failed', async () => {
  const { runs, work } = stage()
  const ask = coalesce(work)
  const first = ask()
  const second = ask()
  runs[0]?.reject(new Error('no'))
  await expect(first).rejects.toThrow('no')
  runs[1]?.resolve(2)
  expect(await second).toBe(2)
})

it('runs each key independently', async () => {
  const asked: string[] = []
  const ask = coalesceByKey((key) => {
    asked.push(key)
    return Promise.resolve(key)
  })
  expect(await Promise.all([ask('a'), ask('b'), ask('a')])).toEqual(['a', 'b', 'a'])
  expect(asked).toEqual(['a', 'b', 'a'])
})

it('shares a single flight until it has settled', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const work = vi.fn<(name: string) => Promise<string>>(() => promise)
  const { run, idle } = singleFlight(work)
  const first = run('a')
  expect(run('b')).toBe(first)
  resolve('done')
  await idle()
  expect(run('c')).not.toBe(first)
  expect(work.mock.calls).toEqual([['a'], ['c']])
})

it('starts a new flight after a rejection', async () => {
  const work = vi.fn(async () => 'second').mockRejectedValueOnce(new Error('first'))
  const { run, idle } = singleFlight(work)
  await expect(run()).rejects.toThrow('first')
  await idle()
  await expect(run()).resolves.toBe('second')
})
