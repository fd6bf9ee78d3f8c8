import { price, size } from '@aerie/core/numbers/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { copiedStops } from './copy-decision.ts'
import { drawOrder, forgetChanged, noteTake, type SharedTakes, takenByOthers } from './fill-draw.ts'
import { copyClientId, copyOfOrder, wouldLoop } from './follow-graph.ts'

const ONE = 10n ** 12n
const coins = (value: number) => size(BigInt(Math.round(value * 1_000)) * 10n ** 9n)
const dollars = (value: number) => price(BigInt(value) * ONE)
const ids = Array.from({ length: 50 }, (_, index) => `follower-${index}`)

describe('the follower order for one signal', () => {
  it('is the same for the same event, differs between events, and includes everyone', () => {
    expect(drawOrder('one:1', ids)).toEqual(drawOrder('one:1', ids.toReversed()))
    expect(drawOrder('one:1', ids)).not.toEqual(drawOrder('one:2', ids))
    expect(drawOrder('one:1', ids).toSorted()).toEqual(ids.toSorted())
  })

  it('is fair: over 2,000 events each of ten is first between 130 and 270 times', () => {
    const firsts = new Map<string, number>()
    for (let event = 0; event < 2_000; event += 1) {
      const first = drawOrder(`leader:${event}`, ids.slice(0, 10))[0] ?? ''
      firsts.set(first, (firsts.get(first) ?? 0) + 1)
    }
    expect(firsts.size).toBe(10)
    expect(Math.min(...firsts.values())).toBeGreaterThan(130)
    expect(Math.max(...firsts.values())).toBeLessThan(270)
  })
})

describe('liquidity taken from a level', () => {
  const level = { at: dollars(100), displayed: coins(5) }

  it("is shared by all followers, but an account's own fills do not count against it", () => {
    const shared: SharedTakes = new Map()
    noteTake(shared, { ...level, account: 'a', amount: coins(3) })
    noteTake(shared, { ...level, account: 'b', amount: coins(1) })
    expect(takenByOthers(shared, { ...level, account: 'c' })).toBe(coins(4))
    expect(takenByOthers(shared, { ...level, account: 'a' })).toBe(coins(1))
  })

  it('is discarded when the displayed size of the level changes', () => {
    const shared: SharedTakes = new Map()
    noteTake(shared, { ...level, account: 'a', amount: coins(3) })
    expect(takenByOthers(shared, { ...level, displayed: coins(6), account: 'b' })).toBe(0n)
    forgetChanged(shared, () => coins(5))
    expect(shared.size).toBe(1)
    forgetChanged(shared, () => coins(6))
    expect(shared.size).toBe(0)
  })
})

describe('the copy graph', () => {
  const follows = new Map([
    ['b', new Set(['a'])],
    ['c', new Set(['b'])],
    ['x', new Set(['y'])],
    ['y', new Set(['x'])],
  ])

  it('never contains a cycle, even an indirect one, and an existing cycle does not block the search', () => {
    expect(wouldLoop(follows, 'a', 'a')).toBe(true)
    expect(wouldLoop(follows, 'a', 'c')).toBe(true)
    expect(wouldLoop(follows, 'd', 'c')).toBe(false)
    expect(wouldLoop(follows, 'd', 'x')).toBe(false)
  })

  it('identifies a copy by its order id', () => {
    expect(copyOfOrder(copyClientId('one', '12'))).toBe('one')
    expect(copyOfOrder(copyClientId('one', '12', 'stop'))).toBe('one')
    expect(copyOfOrder('copy-one')).toBeUndefined()
    expect(copyOfOrder('mine')).toBeUndefined()
  })
})

describe('copied stops', () => {
  const stop = (trigger: number, amount?: number) => ({
    trigger: dollars(trigger),
    triggerBy: 'mark' as const,
    size: amount === undefined ? undefined : coins(amount),
  })
  const lot = coins(0.001)

  it('use the leader’s triggers and their share of the copied part', () => {
    const stops = copiedStops({ position: coins(10), stops: [stop(95, 5), stop(90)], part: coins(1), lot })
    expect(stops).toEqual([
      { trigger: dollars(95), triggerBy: 'mark', side: 'sell', size: coins(0.5) },
      { trigger: dollars(90), triggerBy: 'mark', side: 'sell', size: coins(0.5) },
    ])
  })

  it('are empty when either side has no position or the two are on opposite sides', () => {
    for (const part of [0, -1]) expect(copiedStops({ position: coins(10), stops: [stop(95)], part: coins(part), lot })).toEqual([])
    expect(copiedStops({ position: coins(0), stops: [stop(95)], part: coins(1), lot })).toEqual([])
  })

  it('never exceed the part in total', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 20_000 }), { maxLength: 8 })
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 9_999 }), (given, part) => {
        const stops = copiedStops({ position: coins(-10), stops: given.map((n) => stop(105, n / 1_000)), part: coins(-part / 1_000), lot })
        expect(stops.reduce((sum, one) => sum + one.size, 0n) <= coins(part / 1_000)).toBe(true)
        expect(stops.every(({ side }) => side === 'buy')).toBe(true)
      }),
    )
  })
})
