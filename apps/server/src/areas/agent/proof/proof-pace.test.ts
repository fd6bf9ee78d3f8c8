import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { inSlices } from './proof-pace.ts'
import { LONGEST_SENTENCE } from './prove-numbers.ts'

/** As long as a slow slice, after which the event loop must get a turn. */
function compute(): void {
  const until = performance.now() + 6
  while (performance.now() < until);
}

it('passes on all of a piece in order, in slices of at most one sentence', async () => {
  const piece = Array.from({ length: 1_000 }, (_, index) => String(index)).join(' ')
  const slices: string[] = []
  expect(await inSlices(piece, (slice) => slices.push(slice) > 0)).toBe(true)
  expect(slices.join('')).toBe(piece)
  expect(Math.max(...slices.map(({ length }) => length))).toBe(LONGEST_SENTENCE)
})

it('yields to others within a piece of any length', async () => {
  let [turns, isOver] = [0, false]
  const others = async (): Promise<void> => {
    while (!isOver) {
      await nextTurn()
      turns += 1
    }
  }
  const counting = others()
  const seen: number[] = []
  await inSlices('x'.repeat(10 * LONGEST_SENTENCE), () => {
    compute()
    return seen.push(turns) > 0
  })
  isOver = true
  await counting
  expect(new Set(seen).size).toBe(10)
})

it('passes on nothing more once there is no room', async () => {
  let taken = 0
  expect(
    await inSlices('x'.repeat(5 * LONGEST_SENTENCE), () => {
      taken += 1
      return taken < 2
    }),
  ).toBe(false)
  expect(taken).toBe(2)
})
