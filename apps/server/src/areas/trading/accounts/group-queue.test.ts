import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { GroupQueue } from './group-queue.ts'

type Item = { readonly key: string; readonly number: number }

function stage({ mostKeys = 4, isBad = ({ key }: Item): boolean => key === '' } = {}) {
  const stored: Item[] = []
  const groups: string[][] = []
  const broken = new Set<string>()
  let isOver = false
  const writing: { readonly keys: readonly string[]; readonly end: () => void }[] = []
  const queue = new GroupQueue<Item>({
    keyOf: ({ key }) => key,
    isFinal: (error) => error instanceof RangeError,
    refusal: ({ key }) => (broken.has(key) ? new Error('before it') : undefined),
    onFailed: ({ key }) => void broken.add(key),
    mostKeys,
    write: async (byKey) => {
      const keys = byKey.flatMap(([first]) => (first === undefined ? [] : [first.key]))
      expect(writing.flatMap((one) => one.keys).filter((key) => keys.includes(key))).toEqual([])
      groups.push(byKey.flat().map(({ key, number }) => `${key}${number}`))
      await new Promise<void>((end) => writing.push({ keys, end }))
      if (isOver) throw new RangeError('over')
      if (byKey.flat().some(isBad)) throw new Error('bad')
      stored.push(...byKey.flat())
    },
  })
  const endFirst = async () => {
    writing.shift()?.end()
    for (let turns = 0; turns < 3; turns += 1) await turn()
  }
  const end = (): void => {
    isOver = true
  }
  return { queue, stored, groups, writing, endFirst, end }
}
const item = (name: string): Item => ({ key: name.charAt(0), number: Number(name.slice(1)) })

it('writes items added in one turn as one group, and all waiting items of a key together', async () => {
  const { queue, groups, endFirst } = stage()
  const all = ['a1', 'b1', 'a2'].map((name) => queue.add(item(name)))
  await turn()
  const later = ['c1', 'a3', 'c2'].map((name) => queue.add(item(name)))
  expect(groups).toEqual([['a1', 'a2', 'b1']])
  await endFirst()
  await Promise.all(all)
  expect(groups.slice(1)).toEqual([['c1', 'c2', 'a3']])
  await endFirst()
  await Promise.all(later)
})

it('writes a second group concurrently only when more is waiting than a group holds, and never a key twice at once', async () => {
  const { queue, groups, writing, endFirst } = stage({ mostKeys: 2 })
  const all = ['a1', 'b1', 'a2'].map((name) => queue.add(item(name)))
  await turn()
  all.push(queue.add(item('a3')))
  expect(groups).toEqual([['a1', 'a2', 'b1']])
  for (const name of ['b2', 'c1', 'd1', 'e1']) all.push(queue.add(item(name)))
  await endFirst()
  expect(groups.slice(1)).toEqual([
    ['a3', 'b2'],
    ['c1', 'd1'],
  ])
  expect(writing).toHaveLength(2)
  while (writing.length > 0) await endFirst()
  await Promise.all(all)
  expect(groups.at(-1)).toEqual(['e1'])
})

it('isolates an item that cannot be written from other keys, and writes nothing of its key after it', async () => {
  const { queue, stored, groups, writing, endFirst } = stage({ isBad: ({ key }) => key === 'b' })
  const all = ['a1', 'b1', 'c1'].map((name) => queue.add(item(name)))
  await turn()
  all.push(queue.add(item('b2')))
  const ended = Promise.allSettled(all)
  while (writing.length > 0) await endFirst()
  expect((await ended).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
  expect(stored.map(({ key }) => key)).toEqual(['a', 'c'])
  expect(groups.flat()).not.toContain('b2')
})

it('retries only as many keys individually as show that nothing can be written, and continues with later items', async () => {
  let isDown = true
  const { queue, stored, groups, writing, endFirst } = stage({ mostKeys: 9, isBad: () => isDown })
  const ended = Promise.allSettled('abcdefg'.split('').map((key) => queue.add(item(`${key}1`))))
  await turn()
  while (writing.length > 0) await endFirst()
  expect((await ended).every(({ status }) => status === 'rejected')).toBe(true)
  expect(groups).toEqual([['a1', 'b1', 'c1', 'd1', 'e1', 'f1', 'g1'], ['a1'], ['b1'], ['c1']])
  isDown = false
  const later = queue.add(item('h1'))
  await turn()
  await endFirst()
  await later
  expect(stored).toEqual([item('h1')])
})

it('fails two groups being written, and the waiting items, each once, when the writer has ended', async () => {
  const { queue, groups, writing, endFirst, end } = stage({ mostKeys: 2 })
  const all = ['a1', 'b1', 'c1', 'd1'].map((name) => queue.add(item(name)))
  await turn()
  expect(groups).toEqual([
    ['a1', 'b1'],
    ['c1', 'd1'],
  ])
  all.push(...['a2', 'e1', 'c2'].map((name) => queue.add(item(name))))
  const ended = Promise.allSettled(all)
  end()
  while (writing.length > 0) await endFirst()
  expect((await ended).map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => 'rejected'))
  // No retry key by key, and none for accounts that have already failed.
  expect(groups.slice(2)).toEqual([['e1']])
})

type Step = readonly [key: string, what: 'add' | 'end' | 'turn']

async function play(steps: readonly Step[]) {
  const { queue, stored, writing, endFirst } = stage({ mostKeys: 2 })
  const notified: Item[] = []
  let given = 0
  const add = (one: Item): void => void queue.add(one).then(() => notified.push(one))
  for (const [number, [key, what]] of steps.entries()) {
    if (what === 'end') await endFirst()
    else if (what === 'turn') await turn()
    else {
      given += 1
      add({ key, number })
    }
  }
  for (let rounds = 0; rounds < 200 && notified.length < given; rounds += 1) await endFirst()
  return { given, notified, stored, writing }
}

it('settles waiting items in the order of their key, whatever is added when and however writes end', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.constantFrom('add', 'end', 'turn')), { maxLength: 60 }),
      async (steps) => {
        const { given, notified, stored, writing } = await play(steps)
        expect([notified.length, stored.length, writing]).toEqual([given, given, []])
        const ordered = (all: readonly Item[]) => all.toSorted((a, b) => a.key.localeCompare(b.key) || a.number - b.number)
        const grouped = (all: readonly Item[]) => all.toSorted((a, b) => a.key.localeCompare(b.key))
        expect([grouped(notified), grouped(stored)]).toEqual([ordered(notified), ordered(stored)])
      },
    ),
    { numRuns: 200 },
  ))
