import { price, size } from '@aerie/core/numbers/units'
import { expect, it } from 'vitest'
import { type EntryFact, isTaskDone, NOTHING_DONE, type TaskCheck } from './task.ts'

const PRICE = 10n ** 12n
const DEPOSIT = 10_000_000_000n
const entry = (side: 'buy' | 'sell', at: number, stop: number | undefined, coins = 1): EntryFact => ({
  side,
  price: price(BigInt(Math.round(at * 100)) * (PRICE / 100n)),
  size: size(BigInt(Math.round(coins * 1000)) * (PRICE / 1000n)),
  stop: stop === undefined ? undefined : price(BigInt(Math.round(stop * 100)) * (PRICE / 100n)),
  deposit: DEPOSIT,
})
const isDone = (check: TaskCheck, ...entries: EntryFact[]) => isTaskDone(check, { ...NOTHING_DONE, entries })

const CHECKS: readonly TaskCheck[] = [
  { kind: 'trade' },
  { kind: 'resting-limit' },
  { kind: 'bracket', maxStopBps: 200 },
  { kind: 'sized', maxRiskBps: 100 },
  { kind: 'leverage', atMost: 3 },
  { kind: 'funding' },
  { kind: 'drawing' },
  { kind: 'alert', alert: 'volatility' },
  { kind: 'watchlist', coins: 4 },
  { kind: 'wallet' },
  { kind: 'note', characters: 40 },
]
it.each(CHECKS)('is not fulfilled by doing nothing: $kind', (check) => expect(isTaskDone(check, NOTHING_DONE)).toBe(false))

it('accepts a stop of exactly two percent and none beyond, on both sides', () => {
  const within = { kind: 'bracket', maxStopBps: 200 } as const
  expect([isDone(within, entry('buy', 100, 98)), isDone(within, entry('sell', 100, 102))]).toEqual([true, true])
  expect([isDone(within, entry('buy', 100, 97.99)), isDone(within, entry('sell', 100, 102.01))]).toEqual([false, false])
})

it('refuses a stop on the winning side, at the entry, or a missing stop', () => {
  const within = { kind: 'bracket', maxStopBps: 200 } as const
  for (const one of [entry('buy', 100, 101), entry('sell', 100, 99), entry('buy', 100, 100), entry('buy', 100, undefined)])
    expect(isDone(within, one)).toBe(false)
})

it('accepts a risk of exactly one percent of the deposit, and none above', () => {
  const sized = { kind: 'sized', maxRiskBps: 100 } as const
  expect(isDone(sized, entry('buy', 200, 190, 10))).toBe(true)
  expect(isDone(sized, entry('buy', 200, 190, 10.001))).toBe(false)
  expect(isDone(sized, entry('buy', 200, undefined, 0.001))).toBe(false)
})

it('checks each entry: one valid entry is enough', () =>
  expect(isDone({ kind: 'bracket', maxStopBps: 200 }, entry('buy', 100, undefined), entry('buy', 100, 99))).toBe(true))

it('checks facts stored elsewhere against their own threshold', () => {
  const facts = { ...NOTHING_DONE, leverages: [20, 3], alerts: ['price', 'unlock'], watched: 4, ratedNotes: [39, 40], drawings: 1 }
  expect(isTaskDone({ kind: 'leverage', atMost: 3 }, facts)).toBe(true)
  expect(isTaskDone({ kind: 'leverage', atMost: 2 }, facts)).toBe(false)
  expect(isTaskDone({ kind: 'alert', alert: 'unlock' }, facts)).toBe(true)
  expect(isTaskDone({ kind: 'alert', alert: 'forecast' }, facts)).toBe(false)
  expect(isTaskDone({ kind: 'watchlist', coins: 4 }, facts)).toBe(true)
  expect(isTaskDone({ kind: 'watchlist', coins: 5 }, facts)).toBe(false)
  expect(isTaskDone({ kind: 'note', characters: 40 }, facts)).toBe(true)
  expect(isTaskDone({ kind: 'note', characters: 41 }, facts)).toBe(false)
  expect(isTaskDone({ kind: 'drawing' }, facts)).toBe(true)
})
