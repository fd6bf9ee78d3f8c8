import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Condition, firstPhase, type Phase, turnAt } from './condition.ts'
import { openEvaluator, openWindowExtremes } from './evaluator.ts'
import { marketAlert } from './rule.ts'
import { type AlertState, freshState } from './threshold-series.ts'
import { openVolumeRatio } from './volume-ratio.ts'

const DIRECTIONS = ['above', 'below', 'cross'] as const

const anyRule = fc.record({
  direction: fc.constantFrom(...DIRECTIONS),
  level: fc.integer({ min: 95, max: 105 }),
  isRepeating: fc.boolean(),
  cooldown: fc.integer({ min: 0, max: 4 }),
})
type AnyRule = typeof anyRule extends fc.Arbitrary<infer Rule> ? Rule : never
const anyPrice = fc.integer({ min: 9_450, max: 10_550 }).map((cents) => cents / 100)

const alertOf = (id: string, { direction, level, isRepeating, cooldown }: AnyRule, state?: AlertState) => {
  const alert = marketAlert(
    id,
    { kind: 'price', symbol: 'X', direction, level, repeat: isRepeating ? 'every' : 'once', cooldown_s: cooldown },
    state === undefined ? {} : { state },
  )
  if (alert === undefined) throw new Error('no alert')
  return alert
}

/** Reference implementation without an index: the seconds at which one alert fires. */
function judgedOneByOne(condition: Condition, { isRepeating, cooldown }: AnyRule, prices: readonly number[]): number[] {
  const fired: number[] = []
  let phase: Phase = 'fresh'
  for (const [second, value] of prices.entries()) {
    if (phase === 'fresh') phase = firstPhase(condition, value)
    const isCool = () => fired.length === 0 || second >= (fired.at(-1) ?? 0) + cooldown
    for (let turn = turnAt(condition, phase, { value, isCool: isCool() }); turn !== undefined; ) {
      phase = turn.phase
      if (turn.isFiring) fired.push(second)
      turn = turnAt(condition, phase, { value, isCool: isCool() })
    }
  }
  return isRepeating ? fired : fired.slice(0, 1)
}

describe('an evaluator', () => {
  it('fires the same alerts as evaluating each one at each price', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 12 }), fc.array(anyPrice, { maxLength: 60 }), (rules, prices) => {
        const evaluator = openEvaluator()
        const alerts = rules.map((rule, index) => alertOf(`${index}`, rule))
        for (const alert of alerts) evaluator.add(alert)
        const fired = rules.map((): number[] => [])
        for (const [second, price] of prices.entries())
          for (const { id } of evaluator.handle({ symbol: 'X', at: second * 1_000, price })) fired[Number(id)]?.push(second)
        expect(fired).toEqual(rules.map((rule, index) => judgedOneByOne(alerts[index]?.alert.condition ?? neverMet, rule, prices)))
      }),
    )
  })

  it('continues after a restart as if there had been none', () => {
    fc.assert(
      fc.property(anyRule, fc.array(anyPrice, { maxLength: 60 }), fc.nat(60), (rule, prices, cut) => {
        const whole: string[] = []
        const parts: string[] = []
        const state = freshState()
        const one = openEvaluator()
        let two = openEvaluator()
        one.add(alertOf('a', rule))
        two.add(alertOf('a', rule, state))
        for (const [second, price] of prices.entries()) {
          const tick = { symbol: 'X', at: second * 1_000, price }
          if (second === cut && (rule.isRepeating || state.firings === 0)) {
            two = openEvaluator()
            two.add(alertOf('a', rule, structuredClone(state)))
          }
          whole.push(...one.handle(tick).map(({ number }) => `${second}:${number}`))
          parts.push(...two.handle(tick).map(({ number }) => `${second}:${number}`))
        }
        expect(parts).toEqual(whole)
      }),
    )
  })

  it('drops an expired alert once it would have fired', () => {
    const evaluator = openEvaluator()
    const alert = marketAlert('e', {
      kind: 'price',
      symbol: 'X',
      direction: 'above',
      level: 100,
      expires_at: new Date(1_000).toISOString(),
    })
    if (alert === undefined) throw new Error('no alert')
    evaluator.add(alert)
    evaluator.handle({ symbol: 'X', at: 0, price: 99 })
    expect(evaluator.handle({ symbol: 'X', at: 1_000, price: 101 })).toEqual([])
    expect(evaluator.count()).toBe(0)
  })

  it('drops an alert that is removed, fired or replaced, and windows without alerts', () => {
    const evaluator = openEvaluator()
    const change = marketAlert('c', { kind: 'change', symbol: 'X', percent: 5, window_s: 60 })
    if (change === undefined) throw new Error('no alert')
    evaluator.add(change)
    evaluator.add(change)
    evaluator.add(alertOf('p', { direction: 'above', level: 100, isRepeating: false, cooldown: 0 }))
    expect(evaluator.count()).toBe(2)
    evaluator.handle({ symbol: 'X', at: 0, price: 99 })
    expect(evaluator.handle({ symbol: 'X', at: 1, price: 101 }).map(({ id }) => id)).toEqual(['p'])
    expect(evaluator.count()).toBe(1)
    evaluator.remove('c')
    evaluator.remove('c')
    expect(evaluator.count()).toBe(0)
    expect(evaluator.handle({ symbol: 'X', at: 2, price: 200 })).toEqual([])
  })
})

const neverMet: Condition = { direction: 'above', level: Number.POSITIVE_INFINITY, isInclusive: false, lower: 0, upper: 0 }

const anySteps = fc.array(fc.record({ price: fc.integer({ min: 1, max: 50 }), wait: fc.integer({ min: 1, max: 5 }) }), {
  minLength: 1,
  maxLength: 60,
})

function timed(steps: readonly { readonly price: number; readonly wait: number }[]) {
  let at = 0
  return steps.map(({ price, wait }) => {
    at += wait
    return { price, at }
  })
}

type Window = Record<'handle' | 'recall', (value: number, at: number) => void> & { readonly reach: (windowMs: number) => void }
type Late<T> = { openWith: () => T; short: number; long: number; joinedAfter: number; recalls: number }

/** `late` extends its duration after some values and then recalls them; `early` has the long duration from the start. */
function joinedLate<T extends Window>({ openWith, short, long, joinedAfter, recalls }: Late<T>) {
  const [late, early] = [openWith(), openWith()]
  late.reach(short)
  early.reach(long)
  const seen: [value: number, at: number][] = []
  const join = (): void => {
    late.reach(long)
    for (let time = 0; time < recalls; time += 1) for (const each of seen) late.recall(...each)
  }
  return {
    handle: (value: number, at: number): [late: T, early: T, length: number] => {
      if (seen.length === joinedAfter) join()
      for (const window of [late, early]) window.handle(value, at)
      seen.push([value, at])
      return [late, early, seen.length <= joinedAfter ? short : long]
    },
  }
}

describe('a window', () => {
  it('tracks the lowest and the highest price of its duration', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ price: fc.integer({ min: 1, max: 50 }), wait: fc.nat(5) }), { minLength: 1, maxLength: 80 }),
        (steps) => {
          const window = openWindowExtremes()
          for (const reach of [10, 3, 25]) window.reach(reach)
          const seen: { at: number; price: number }[] = []
          let at = 0
          for (const { price, wait } of steps) {
            at += wait
            seen.push({ at, price })
            window.handle(price, at)
            for (const length of [10, 3, 25]) {
              const inside = seen.filter((each) => each.at > at - length).map((each) => each.price)
              expect([window.lowest(length), window.highest(length)]).toEqual([Math.min(...inside), Math.max(...inside)])
            }
          }
        },
      ),
    )
  })

  it('is the same when requested later with its values replayed once or twice', () =>
    fc.assert(
      fc.property(anySteps, fc.nat(59), fc.integer({ min: 1, max: 2 }), (steps, joinedAfter, recalls) => {
        const window = joinedLate({ openWith: openWindowExtremes, short: 4, long: 30, joinedAfter, recalls })
        const volume = joinedLate({ openWith: openVolumeRatio, short: 1, long: 3, joinedAfter, recalls })
        for (const { price, at } of timed(steps)) {
          const [late, early, length] = window.handle(price, at)
          expect([late.lowest(length), late.highest(length)]).toEqual([early.lowest(length), early.highest(length)])
          const [lateVolume, earlyVolume, span] = volume.handle(price, at)
          expect(lateVolume.ratio(span)).toEqual(earlyVolume.ratio(span))
        }
      }),
    ))
})

it('counts a volume once when it is replayed and then received live', () => {
  const volume = openVolumeRatio()
  volume.reach(1)
  for (const at of [1, 2, 3, 4]) volume.recall(10, at)
  volume.handle(10, 3)
  volume.handle(10, 4)
  expect(volume.ratio(1)).toBe(1)
})

it('waits for the delivery time when the cooldown starts at delivery', () => {
  const state = freshState()
  const rule = { kind: 'price', symbol: 'X', direction: 'above', level: 100, repeat: 'every', cooldown_s: 10 } as const
  const alert = marketAlert('a', rule, { state, cooldownFrom: 'telling' })
  if (alert === undefined) throw new Error('no alert')
  const evaluator = openEvaluator()
  evaluator.add(alert)
  const firedAt = (prices: readonly (readonly [second: number, price: number])[]): number[] =>
    prices.flatMap(([second, price]) => evaluator.handle({ symbol: 'X', at: second * 1000, price }).map(({ at }) => at / 1000))
  expect(
    firedAt([
      [0, 90],
      [1, 101],
      [20, 90],
      [21, 101],
    ]),
  ).toEqual([1])
  state.coolingSince = 25_000
  expect(
    firedAt([
      [26, 90],
      [34, 101],
      [34.5, 90],
      [35, 101],
    ]),
  ).toEqual([35])
})
