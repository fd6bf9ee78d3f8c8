import {
  type Checklist,
  checklist as checklistSchema,
  checksOf,
  FIRST_CHECKS,
  MOST_CHECKS,
  MOST_COINS_KEPT,
  progressOf,
  ticksOf,
} from '@aerie/wire/workspace/workspace'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { insertCheck, removeCheck, renameCheck, replaceChecks, replaceTicks, setTick } from './checklist-slot.tsx'

const FRESH: Checklist = { items: null, ticks: {} }
const two: Checklist = {
  items: [
    { id: 'a', text: 'A' },
    { id: 'b', text: 'B' },
  ],
  ticks: {},
}
const ids = (list: Checklist) => checksOf(list).map(({ id }) => id)

it('starts with the default list, which the server accepts', () => {
  expect(checksOf(FRESH)).toBe(FIRST_CHECKS)
  expect(z.safeParse(checklistSchema, { items: FIRST_CHECKS, ticks: {} }).success).toBe(true)
})

it('makes that list the user’s own on its first change', () => {
  const removed = removeCheck('first-mind')(FRESH)
  expect(removed.items).toHaveLength(FIRST_CHECKS.length - 1)
  expect(replaceChecks(null)(removed)).toEqual(FRESH)
})

it('adds, moves, renames and restores items, and is idempotent', () => {
  const added = insertCheck({ id: 'c', text: 'C' }, 'b')(two)
  expect(ids(added)).toEqual(['a', 'c', 'b'])
  expect(insertCheck({ id: 'c', text: 'C' }, 'b')(added)).toEqual(added)
  expect(ids(insertCheck({ id: 'b', text: 'B' }, 'a')(two))).toEqual(['b', 'a'])
  expect(ids(insertCheck({ id: 'a', text: 'A' }, null)(two))).toEqual(['b', 'a'])
  expect(checksOf(renameCheck('a', 'New')(two))[0]?.text).toBe('New')
})

it('does not revert a text changed in another window when an item is moved', () =>
  expect(checksOf(insertCheck({ id: 'a', text: 'A' }, null)(renameCheck('a', 'New')(two)))[1]?.text).toBe('New'))

it('accepts no more items than its limit', () => {
  const full: Checklist = { items: Array.from({ length: MOST_CHECKS }, (_, index) => ({ id: `i${index}`, text: 'x' })), ticks: {} }
  expect(checksOf(insertCheck({ id: 'more', text: 'x' }, null)(full))).toHaveLength(MOST_CHECKS)
})

it('ticks items for each coin, and is done when all are, at the time of the last', () => {
  const half = setTick({ symbol: 'BTC', id: 'a', at: 5 })(two)
  expect(progressOf(half, 'BTC')).toEqual({ done: 1, all: 2, doneAt: null })
  expect(progressOf(half, 'ETH').done).toBe(0)
  const done = setTick({ symbol: 'BTC', id: 'b', at: 3 })(half)
  expect(progressOf(done, 'BTC')).toEqual({ done: 2, all: 2, doneAt: 5 })
  expect(setTick({ symbol: 'BTC', id: 'b', at: null })(done)).toEqual(half)
  expect(replaceTicks('BTC', {})(done)).toEqual(two)
  expect(ticksOf(replaceTicks('BTC', { a: 5, b: 3 })(two), 'BTC')).toEqual({ a: 5, b: 3 })
})

it('is never done when it has no items, and ignores ticks of removed items', () => {
  expect(progressOf({ items: [], ticks: {} }, 'BTC').doneAt).toBeNull()
  expect(progressOf(removeCheck('b')(setTick({ symbol: 'BTC', id: 'b', at: 3 })(two)), 'BTC')).toEqual({ done: 0, all: 1, doneAt: null })
})

it('drops the coin that was ticked longest ago when it is full', () => {
  const ticks = Object.fromEntries(Array.from({ length: MOST_COINS_KEPT }, (_, index) => [`C${index}`, { a: 1_000 - index }]))
  const next = setTick({ symbol: 'NEW', id: 'a', at: 2_000 })({ ...two, ticks })
  expect(Object.keys(next.ticks)).toHaveLength(MOST_COINS_KEPT)
  expect([ticksOf(next, 'NEW'), ticksOf(next, `C${MOST_COINS_KEPT - 1}`), ticksOf(next, 'C0')]).toEqual([{ a: 2_000 }, {}, { a: 1_000 }])
})
