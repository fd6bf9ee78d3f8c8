import { DECIMALS, microUsdc, notional, parseDecimal, price, type Size, size, sizeText } from '@aerie/core/numbers/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CopiedStop,
  type CopyLimits,
  type CopyRatio,
  type CopyView,
  copyTarget,
  cutStops,
  decideCopy,
  lossesOf,
  type SkipReason,
  stepBetween,
} from './copy-decision.ts'
import { type CopyShares, copyResult, emptyHolding, emptyShares, foldCopyEvent, netOf, partOf } from './copy-parts.ts'

describe('copy decision', () => {
  const ONE = 10n ** 12n
  const USDC = 1_000_000n
  const coins = (value: number) => size(BigInt(Math.round(value * 1_000)) * 10n ** 9n)
  const dollars = (value: number) => price(BigInt(value) * ONE)
  const usdc = (value: number) => microUsdc(BigInt(value) * USDC)
  const lot = coins(0.001)

  const limits: CopyLimits = {
    perTrade: usdc(500),
    dailyLoss: usdc(100),
    totalLoss: usdc(200),
    maxMoveBps: 50,
    lateMs: 10_000,
    excluded: new Set(),
  }
  const view: CopyView = {
    part: size(0n),
    net: size(0n),
    lot,
    minNotional: notional(10n * 10n ** 24n),
    reference: dollars(100),
    isFresh: true,
    now: 1_000,
    speed: 1,
    isPaused: false,
    isInCycle: true,
    isCircular: false,
    isSameSource: true,
    losses: { daily: microUsdc(0n), total: microUsdc(0n) },
  }
  const ratio = { allocation: usdc(1_000), equity: usdc(10_000) }
  const signal = { symbol: 'SOL', position: coins(10), price: dollars(100), at: 1_000 }
  const decide = (change: Partial<CopyView> = {}, more: { limits?: Partial<CopyLimits>; position?: number } = {}) =>
    decideCopy({
      signal: { ...signal, position: coins(more.position ?? 10) },
      ratio,
      limits: { ...limits, ...more.limits },
      view: { ...view, ...change },
    })

  describe('a signal', () => {
    it('becomes an order for the difference to the target', () => {
      expect(decide()).toMatchObject({ kind: 'order', side: 'buy', size: coins(1), isReduceOnly: false })
      expect(decide({ part: coins(0.4), net: coins(0.4) })).toMatchObject({ side: 'buy', size: coins(0.6) })
      expect(decide({ part: coins(1.5), net: coins(1.5) })).toMatchObject({ side: 'sell', size: coins(0.5), isReduceOnly: true })
      expect(decide({ part: coins(1), net: coins(1) }).kind).toBe('none')
    })

    it.each<[SkipReason, Partial<CopyView>, { limits?: Partial<CopyLimits>; position?: number }?]>([
      ['leaderSource', { isSameSource: false }],
      ['staleBook', { isFresh: false }],
      ['staleBook', { reference: undefined }],
      ['cycleDetected', { isCircular: true }],
      ['paused', { isPaused: true }],
      ['coinExcluded', {}, { limits: { excluded: new Set(['SOL']) } }],
      ['notInCycle', { isInCycle: false }],
      // A position opened before copying started has no known scale, so its share is zero.
      ['notInCycle', { isInCycle: false }, { position: 0.005 }],
      ['late', { now: 11_001 }],
      ['priceMoved', { reference: dollars(101) }],
      ['totalLoss', { losses: { daily: microUsdc(0n), total: usdc(200) } }],
      ['staleBook', { losses: undefined }],
      ['dailyLoss', { losses: { daily: usdc(100), total: microUsdc(0n) } }],
      ['belowLot', {}, { position: 0.005 }],
      ['perTradeLimit', {}, { limits: { perTrade: usdc(99) } }],
      ['belowMinNotional', {}, { position: 0.5 }],
    ])('is skipped with %s', (reason, change, more) => {
      expect(decide(change, more)).toMatchObject({ kind: 'skip', reason })
    })

    it.each<Partial<CopyView>>([
      { isPaused: true },
      { now: 99_999 },
      { isInCycle: false },
      { reference: dollars(150) },
      { losses: undefined },
      { isCircular: true },
    ])('that closes is copied despite %o', (change) => {
      expect(decide({ part: coins(1), net: coins(1), ...change }, { position: 0 })).toMatchObject({
        kind: 'order',
        side: 'sell',
        size: coins(1),
      })
    })

    it('that reverses the position closes and opens; if opening is not allowed, it closes with the reason', () => {
      const turned = { part: coins(1), net: coins(1) }
      expect(decide(turned, { position: -10 })).toMatchObject({ side: 'sell', size: coins(2), isReduceOnly: false, reason: undefined })
      expect(decide({ ...turned, isPaused: true }, { position: -10 })).toMatchObject({
        side: 'sell',
        size: coins(1),
        isReduceOnly: true,
        reason: 'paused',
      })
    })

    it("closes a small remainder as reduce-only, and skips it when the user's own opposite position prevents that", () => {
      const small = { part: coins(0.05), net: coins(0.05) }
      expect(decide(small, { position: 0 })).toMatchObject({ kind: 'order', isReduceOnly: true })
      expect(decide({ ...small, net: coins(-3) }, { position: 0 })).toMatchObject({ kind: 'skip', reason: 'belowMinNotional' })
    })

    it('is late by the clock of a fast replay, not by real time', () => {
      expect(decide({ now: 60_000, speed: 60 }).kind).toBe('order')
    })
  })

  const step = fc.record({
    kind: fc.constantFrom('leader' as const, 'own' as const),
    position: fc.integer({ min: -200, max: 200 }).filter((position) => position !== 0),
    at: fc.integer({ min: 50, max: 150 }),
  })
  const sums = fc.array(fc.integer({ min: 10, max: 5_000 }), { minLength: 1, maxLength: 8 })
  const abs = (value: bigint): bigint => (value < 0n ? -value : value)
  type Step = { readonly kind: 'leader' | 'own'; readonly position: number; readonly at: number }
  type Follower = { readonly ratio: CopyRatio; readonly shares: CopyShares }

  const fillAt = (shares: CopyShares, at: number, amount: Size, copy: string | undefined) =>
    foldCopyEvent(
      shares,
      { kind: 'filled', symbol: 'SOL', size: amount, worth: notional(dollars(at) * abs(amount)), fee: microUsdc(0n), copy },
      1,
    )

  function handleStep({ shares, ratio: mine }: Follower, { position, at }: Step) {
    const part = partOf(shares, 'a', 'SOL')
    const result = copyResult(shares.copies.get('a') ?? emptyHolding(), () => dollars(at)) ?? microUsdc(0n)
    const losses = lossesOf(result, microUsdc(0n))
    const decision = decideCopy({
      signal: { ...signal, position: coins(position), price: dollars(at) },
      ratio: mine,
      limits,
      view: { ...view, part, net: netOf(shares, 'SOL'), reference: dollars(at), losses },
    })
    const sent = decision.kind !== 'order' ? 0n : decision.side === 'buy' ? decision.size : -decision.size
    if (sent !== 0n) fillAt(shares, at, size(sent), 'a')
    return { decision, part, after: size(part + sent), losses }
  }

  function checkOne(follower: Follower, one: Step): void {
    const own = follower.shares.own.get('SOL')
    const { decision, part, after, losses } = handleStep(follower, one)
    const { opening } = stepBetween(part, after)
    const isBeyond = opening * dollars(one.at) > limits.perTrade * 10n ** 18n
    const isLost = losses.daily >= limits.dailyLoss || losses.total >= limits.totalLoss
    expect(opening > 0n && (isBeyond || isLost)).toBe(false)
    expect(decision.target).toBe(copyTarget(coins(one.position), follower.ratio, lot))
    const isReached = decision.kind === 'none' || (decision.kind === 'order' && decision.reason === undefined)
    expect(isReached ? after : decision.target).toBe(decision.target)
    expect(abs(after) <= abs(part) || abs(after) <= abs(decision.target)).toBe(true)
    expect(follower.shares.own.get('SOL')).toBe(own)
  }

  function live(follower: Follower, one: Step): void {
    if (one.kind === 'leader') checkOne(follower, one)
    else fillAt(follower.shares, one.at, coins(one.position / 10), undefined)
  }

  describe('any number of followers', () => {
    it("reach their targets or have a reason, never open beyond a limit, and never touch the user's own position", () => {
      fc.assert(
        fc.property(fc.array(step, { maxLength: 40 }), sums, (steps, allocations) => {
          const followers = allocations.map((sum) => ({ ratio: { allocation: usdc(sum), equity: usdc(10_000) }, shares: emptyShares() }))
          for (const one of steps) for (const follower of followers) live(follower, one)
          expect(followers).toHaveLength(allocations.length)
        }),
        { numRuns: 300 },
      )
    })

    it("hold in total their allocations' share of the leader's equity, each less than one lot below it", () => {
      fc.assert(
        fc.property(sums, fc.integer({ min: 100, max: 200 }), (allocations, position) => {
          const wide = { ...limits, perTrade: usdc(1_000_000) }
          const decisions = allocations.map((sum) =>
            decideCopy({
              signal: { ...signal, position: coins(position) },
              ratio: { allocation: usdc(sum), equity: usdc(10_000) },
              limits: wide,
              view: { ...view, minNotional: notional(0n) },
            }),
          )
          const held = decisions.reduce((sum, { target }) => sum + target, 0n)
          const whole = (coins(position) * allocations.reduce((sum, one) => sum + usdc(one), 0n)) / usdc(10_000)
          expect(decisions.every(({ kind }) => kind === 'order')).toBe(true)
          expect(held <= whole && held + lot * BigInt(allocations.length) > whole).toBe(true)
        }),
      )
    })
  })
})

describe('copy target', () => {
  const units = (text: string, decimals: number): bigint => {
    const read = parseDecimal(text, decimals)
    if (!read.ok) throw new Error(text)
    return read.value
  }
  const coins = (text: string) => size(units(text, DECIMALS.size))
  const usdc = (text: string) => microUsdc(units(text, DECIMALS.usdc))
  const ratio = { allocation: usdc('1000'), equity: usdc('50000') }

  describe('the target of a copy', () => {
    it('matches the example of AREAS.md C4 exactly: 1.25 becomes 0.025, half of it 0.012, and 0.013 is sold', () => {
      const full = copyTarget(coins('1.25'), ratio, coins('0.001'))
      const half = copyTarget(coins('0.625'), ratio, coins('0.001'))
      expect([full, half].map(sizeText)).toEqual(['0.025', '0.012'])
      const { closing, opening } = stepBetween(full, half)
      expect([closing, opening].map(sizeText)).toEqual(['0.013', '0'])
    })

    it('truncates toward zero on both sides', () => {
      expect(sizeText(copyTarget(coins('-0.625'), ratio, coins('0.001')))).toBe('-0.012')
      expect(sizeText(copyTarget(coins('0.049'), ratio, coins('0.001')))).toBe('0')
    })

    it('throws without equity to scale by', () => {
      expect(() => copyTarget(coins('1'), { ...ratio, equity: microUsdc(0n) }, coins('0.001'))).toThrow(RangeError)
    })

    it('closes the whole position and opens the opposite side when the leader reverses', () => {
      expect(stepBetween(coins('0.02'), coins('-0.03'))).toEqual({ closing: coins('0.02'), opening: coins('0.03') })
    })

    it('never exceeds the exact share, is less than one lot below it, and is a whole number of lots', () => {
      const positive = (most: bigint) => fc.bigInt({ min: 1n, max: most })
      fc.assert(
        fc.property(
          fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
          positive(10n ** 15n),
          positive(10n ** 15n),
          positive(10n ** 12n),
          (p, allocation, equity, lot) => {
            const target = copyTarget(size(p), { allocation: microUsdc(allocation), equity: microUsdc(equity) }, size(lot))
            const [whole, got] = [(p < 0n ? -p : p) * allocation, (target < 0n ? -target : target) * equity]
            expect(got <= whole && got + (lot + 1n) * equity > whole).toBe(true)
            expect(target % lot).toBe(0n)
            expect(target * p >= 0n).toBe(true)
          },
        ),
      )
    })
  })
})

const coins = (value: number) => size(BigInt(Math.round(value * 1_000)) * 10n ** 9n)
const stop = (trigger: number, amount: number, side: CopiedStop['side'] = 'sell'): CopiedStop => ({
  trigger: price(BigInt(trigger) * 10n ** 12n),
  triggerBy: 'mark',
  side,
  size: coins(amount),
})
const sizes = (stops: readonly CopiedStop[]): Size[] => stops.map(({ size: amount }) => amount)

describe('active copied stops', () => {
  it('stay unchanged while the position is large enough', () => {
    const stops = [stop(95, 0.5), stop(90, 0.5)]
    expect([cutStops(stops, coins(1)), cutStops(stops, coins(3))]).toEqual([stops, stops])
  })

  it('shrink with the position, the last first, and none remains for an opposite or empty position', () => {
    const stops = [stop(95, 0.5), stop(90, 0.5)]
    expect(sizes(cutStops(stops, coins(0.7)))).toEqual([coins(0.5), coins(0.2)])
    expect(sizes(cutStops(stops, coins(0.3)))).toEqual([coins(0.3)])
    expect([cutStops(stops, coins(0)), cutStops(stops, coins(-1))]).toEqual([[], []])
    expect(sizes(cutStops([stop(105, 1, 'buy')], coins(-0.4)))).toEqual([coins(0.4)])
  })

  it('never close more than the position in total', () => {
    const parts = fc.integer({ min: -5_000, max: 5_000 }).map((value) => coins(value / 1_000))
    const amounts = fc.array(fc.integer({ min: 1, max: 3_000 }), { maxLength: 5 })
    fc.assert(
      fc.property(parts, amounts, (part, given) => {
        const stops = given.map((value) => stop(95, value / 1_000, part > 0n ? 'sell' : 'buy'))
        const sum = sizes(cutStops(stops, part)).reduce((all, one) => all + one, 0n)
        const before = sizes(stops).reduce((all, one) => all + one, 0n)
        const held = part < 0n ? -part : part
        expect(sum).toBe(before < held ? before : held)
      }),
    )
  })
})
