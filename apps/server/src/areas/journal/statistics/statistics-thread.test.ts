import { afterEach, expect, it, vi } from 'vitest'
import { StatisticsThread } from './statistics-thread.ts'

const stuck = new URL('data:text/javascript,setInterval(() => {}, 1000)')
const failing = new URL("data:text/javascript,throw new Error('broken')")
const QUESTION = { pages: [], zone: 'UTC', capital: { usdc: 1 } }
let thread: StatisticsThread | undefined
afterEach(() => thread?.stop())

it('terminates a thread that does not respond, suggests what to do, and lets others retry', async () => {
  thread = new StatisticsThread({ file: stuck, mostMs: 20 })
  const answers = await Promise.allSettled([thread.ask(QUESTION), thread.ask(QUESTION)])
  expect(answers).toMatchObject([
    { status: 'rejected', reason: { detail: expect.stringContaining('took too long') } },
    { status: 'rejected', reason: { code: 'unavailable' } },
  ])
})

it('starts another thread after one that failed', async () => {
  thread = new StatisticsThread({ file: failing })
  await expect(thread.ask(QUESTION)).rejects.toThrow('broken')
  await expect(thread.habits({ habits: '[]', zone: 'UTC' })).rejects.toThrow('broken')
})

it('stops after being idle long enough, and starts again with the next request', async () => {
  const workerSource = `import { parentPort, threadId } from 'node:worker_threads'
    parentPort.on('message', ({ id }) => parentPort.postMessage({ id, report: { threadId } }))`
  thread = new StatisticsThread({ file: new URL(`data:text/javascript,${encodeURIComponent(workerSource)}`), restMs: 1 })
  const first = await thread.ask(QUESTION)
  await vi.waitFor(async () => expect(await thread?.ask(QUESTION)).not.toEqual(first))
})
