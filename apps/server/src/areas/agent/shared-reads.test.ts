import { serializeByKey } from '@aerie/runtime/serial-queue'
import { expect, it } from 'vitest'
import { SharedReads } from './agent-commands.ts'

const asker = () => {
  const state: { isThere: boolean; readonly received: string[] } = { isThere: true, received: [] }
  const go = (): void => {
    state.isThere = false
  }
  return { state, isConnected: () => state.isThere, go }
}
type Asker = ReturnType<typeof asker>

function stage() {
  const queue = serializeByKey()
  const shared = new SharedReads<Asker>(queue)
  const counts = { reads: 0 }
  const gate = Promise.withResolvers<void>()
  const read = async (askers: () => readonly Asker[]): Promise<void> => {
    counts.reads += 1
    const answer = `answer ${counts.reads}`
    await gate.promise
    for (const one of askers()) one.state.received.push(answer)
  }
  const ask = (one: Asker, name = 'history') => shared.ask({ key: 'ann c1', name, asker: one }, read)
  return { queue, shared, counts, gate, ask }
}

it('reads once for 3,460 identical requests of four windows, and answers each window', async () => {
  const { counts, gate, ask } = stage()
  const windows = [asker(), asker(), asker(), asker()]
  const questions = Array.from({ length: 3_460 }, (_, index) => ask(windows[index % 4] ?? asker()))
  gate.resolve()
  await Promise.all(questions)
  expect([counts.reads, ...windows.map(({ state }) => state.received)]).toEqual([1, ['answer 1'], ['answer 1'], ['answer 1'], ['answer 1']])
})

it('reads again for requests after a write, and for later requests', async () => {
  const { queue, shared, counts, gate, ask } = stage()
  gate.resolve()
  const [one, two] = [asker(), asker()]
  const first = ask(one)
  shared.forget(['ann c1'])
  const write = queue.run(['ann c1'], async () => undefined)
  await Promise.all([first, write, ask(two)])
  await ask(two)
  expect([counts.reads, one.state.received, two.state.received]).toEqual([3, ['answer 1'], ['answer 2', 'answer 3']])
})

it('keeps pages separate', async () => {
  const { counts, gate, ask } = stage()
  gate.resolve()
  const one = asker()
  await Promise.all([ask(one, 'history'), ask(one, 'history before 5'), ask(one, 'history')])
  expect(counts.reads).toBe(2)
})

it('reads nothing for disconnected callers, and does not answer those who left meanwhile', async () => {
  const { queue, counts, gate, ask } = stage()
  const before = Promise.withResolvers<void>()
  const busy = queue.run(['ann c1'], () => before.promise)
  const [one, two, three] = [asker(), asker(), asker()]
  const unread = ask(one)
  one.go()
  before.resolve()
  await Promise.all([busy, unread])
  expect(counts.reads).toBe(0)
  const read = Promise.all([ask(two), ask(three)])
  await Promise.resolve()
  two.go()
  gate.resolve()
  await read
  expect([counts.reads, two.state.received, three.state.received]).toEqual([1, [], ['answer 1']])
})

it('passes a failure to all callers, and reads again for the next', async () => {
  const queue = serializeByKey()
  const shared = new SharedReads<Asker>(queue)
  const fail = () => Promise.reject(new Error('away'))
  const asked = [asker(), asker()].map((one) => shared.ask({ key: 'l', name: 'n', asker: one }, fail))
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const reads: string[] = []
  await shared.ask({ key: 'l', name: 'n', asker: asker() }, async () => void reads.push('read'))
  expect(reads).toEqual(['read'])
})
