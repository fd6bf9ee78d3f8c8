import { expect, it } from 'vitest'
import { type Gap, heldBy } from './holds.ts'

const gap = (change: Partial<Gap>): Gap => ({
  from: 1_000,
  to: 1_310,
  delayMs: 300,
  waitedMs: 0,
  ranMs: 300,
  processMs: 300,
  helpersMs: 0,
  othersWaitedMs: 0,
  rss: 0,
  ...change,
})
const collection = { from: 1_000, to: 1_300 }

it.each([
  ['computing counts in full', gap({}), [], 300],
  [
    'waiting for a disk or a lock counts in full, even where its holder waits',
    gap({ ranMs: 1, processMs: 1, othersWaitedMs: 300 }),
    [],
    300,
  ],
  ['waiting for a processor does not count', gap({ waitedMs: 280, ranMs: 20, processMs: 20 }), [], 20],
  ['a collection counts in full while its helpers compute', gap({ ranMs: 10, helpersMs: 350, processMs: 360 }), [collection], 300],
  [
    'a collection whose helpers wait for a processor counts by what was computed',
    gap({ ranMs: 10, helpersMs: 30, processMs: 400 }),
    [collection],
    40,
  ],
  ['what is around a collection counts besides', gap({ ranMs: 10, helpersMs: 30, processMs: 400 }), [{ from: 1_000, to: 1_100 }], 200],
  ['a gap is never held for longer than it is', gap({ waitedMs: 310, helpersMs: 500, processMs: 500 }), [collection], 0],
])('%s', (_what, given, collections, held) => expect(heldBy(given, collections).heldMs).toBe(held))
