import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defined } from '../defined.ts'
import {
  expectancy,
  growthRate,
  kellyFraction,
  liquidationPrice,
  outcomeAt,
  positionOf,
  ruinousFraction,
  type TradePlan,
  targetFor,
  wholeLots,
} from './position-risk.ts'

/** Published example (docs/math/risk.md): $50,000, 1 %, entry $200, stop $190 give 50 shares, $10,000, $500. */
const PUBLISHED: TradePlan = {
  side: 'long',
  account: 50_000,
  riskPercent: 1,
  entry: 200,
  stop: 190,
  leverage: 1,
  lot: 1,
  feePercent: 0,
  slippagePercent: 0,
}
const planOf = (changes: Partial<TradePlan> = {}): TradePlan => ({ ...PUBLISHED, ...changes })
const placed = (changes: Partial<TradePlan> = {}) => {
  const result = positionOf(planOf(changes))
  if (!result.ok) throw new Error(result.reason)
  return result.position
}

describe('size', () => {
  it('matches the published examples', () => {
    expect(placed()).toMatchObject({ size: 50, value: 10_000, budget: 500, loss: 500, limit: 'risk' })
    expect(placed({ account: 20_000, entry: 50, stop: 47 })).toMatchObject({ size: 66, value: 3_300, loss: 198, budget: 200 })
  })

  it('includes the fees and the slippage of entry and stop in the risk', () => {
    const position = placed({ feePercent: 0.1, slippagePercent: 0.5, lot: 0.001, leverage: 10 })
    // Fills at 201 and 189.05: a loss of 11.95 per coin plus 0.1 % of 390.05.
    expect(position.entryFill).toBeCloseTo(201, 10)
    expect(position.stopFill).toBeCloseTo(189.05, 10)
    expect(position.lossPerCoin).toBeCloseTo(12.340_05, 10)
    expect(position.size).toBe(40.518)
  })

  it('is mirrored for a short: sold lower, bought back higher', () => {
    const position = placed({ side: 'short', entry: 190, stop: 200, slippagePercent: 0.5, lot: 0.001, leverage: 10 })
    expect([position.entryFill, position.stopFill].map((price) => price.toFixed(2))).toEqual(['189.05', '201.00'])
    expect(position.lossPerCoin).toBeCloseTo(11.95, 10)
  })

  it('is limited by the account at its leverage, and reports that', () => {
    expect(placed({ stop: 199, leverage: 2 })).toMatchObject({ limit: 'risk', size: 500, margin: 50_000, loss: 500 })
    expect(placed({ stop: 199.5, leverage: 2 })).toMatchObject({ limit: 'margin', size: 500, margin: 50_000, loss: 250 })
  })

  it('is refused when the stop is on the wrong side, or when not even one lot fits', () => {
    expect(positionOf(planOf({ stop: 200 }))).toEqual({ ok: false, reason: 'stop-at-wrong-side' })
    expect(positionOf(planOf({ side: 'short' }))).toEqual({ ok: false, reason: 'stop-at-wrong-side' })
    expect(positionOf(planOf({ lot: 51 }))).toEqual({ ok: false, reason: 'too-small' })
  })

  it('rounds down to whole lots, despite floating-point error', () => {
    expect([wholeLots(0.3, 0.1), wholeLots(0.29999, 0.1), wholeLots(1.005, 0.001), wholeLots(7e-8, 1e-8), wholeLots(5, 51)]).toEqual([
      0.3, 0.2, 1.005, 7e-8, 0,
    ])
  })

  const plans = fc.record({
    side: fc.constantFrom('long', 'short'),
    entry: fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
    distance: fc.double({ min: 0.001, max: 0.9, noNaN: true }),
    account: fc.double({ min: 10, max: 1e7, noNaN: true }),
    riskPercent: fc.double({ min: 0.01, max: 100, noNaN: true }),
    leverage: fc.integer({ min: 1, max: 100 }),
    feePercent: fc.double({ min: 0, max: 1, noNaN: true }),
    slippagePercent: fc.double({ min: 0, max: 1, noNaN: true }),
    lot: fc.constantFrom(1, 0.1, 0.001, 1e-6),
  })
  it('never exceeds the allowed risk or the account, which one more lot would', () => {
    fc.assert(
      fc.property(plans, ({ distance, ...plan }) => {
        const stop = plan.entry * (plan.side === 'long' ? 1 - distance : 1 + distance)
        const result = positionOf({ ...plan, stop })
        fc.pre(result.ok)
        if (!result.ok) return
        const { size, loss, budget, margin, entryFill, lossPerCoin } = result.position
        expect(loss).toBeLessThanOrEqual(budget * (1 + 1e-9))
        const fee = (plan.feePercent / 100) * entryFill
        expect(margin + fee * size).toBeLessThanOrEqual(plan.account * (1 + 1e-9))
        const more = size + plan.lot * (1 + 1e-6)
        expect(more * lossPerCoin > budget || more * (entryFill / plan.leverage + fee) > plan.account).toBe(true)
      }),
    )
  })
})

describe('reward', () => {
  it('is a multiple of the risk: 30 above against 10 below is 3 to 1, breaking even with a quarter of the trades', () => {
    expect(outcomeAt(230, placed(), planOf())).toEqual({ gain: 1_500, rewardToRisk: 3, breakEvenRate: 0.25 })
  })

  it('is lower after fees, and has no break-even rate when the move does not cover them', () => {
    const plan = planOf({ feePercent: 0.1, lot: 0.001 })
    const position = placed(plan)
    expect(defined(outcomeAt(230, position, plan)).rewardToRisk).toBeCloseTo((30 - 0.43) / (10 + 0.39), 10)
    const near = defined(outcomeAt(200.1, position, plan))
    expect(near.gain).toBeLessThan(0)
    expect(near.breakEvenRate).toBeUndefined()
    expect(outcomeAt(199, position, plan)).toBeUndefined()
  })

  it('has an expectancy of 0.6R at a 40 % win rate and 3 to 1, and of nothing at the break-even rate', () => {
    expect(expectancy(0.4, 3)).toBeCloseTo(0.6, 12)
    expect(expectancy(0.25, 3)).toBeCloseTo(0, 12)
  })
})

describe('liquidation', () => {
  it("matches Bybit's examples: 9,850 for a long, 8,160 for a short", () => {
    expect(liquidationPrice({ side: 'long', entry: 10_000, leverage: 50, maintenanceRate: 0.005 })).toBeCloseTo(9_850, 9)
    expect(liquidationPrice({ side: 'short', entry: 8_000, leverage: 40, maintenanceRate: 0.005 })).toBeCloseTo(8_160, 9)
  })

  it('moves away with added margin, and does not exist for a long with enough', () => {
    expect(liquidationPrice({ side: 'short', entry: 20_000, leverage: 50, maintenanceRate: 0.005, extraMargin: 3_000 })).toBeCloseTo(
      23_300,
      9,
    )
    expect(liquidationPrice({ side: 'long', entry: 100, leverage: 1, maintenanceRate: 0 })).toBeUndefined()
  })

  it('moves closer with leverage, on the losing side while the margin exceeds the maintenance margin', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99 }), fc.constantFrom('long', 'short'), (leverage, side) => {
        const at = (of: number) => Math.abs((liquidationPrice({ side, entry: 100, leverage: of, maintenanceRate: 0.005 }) ?? 0) - 100)
        expect(at(leverage + 1)).toBeLessThan(at(leverage))
      }),
    )
  })
})

it('sets a target that pays the requested reward after fees and slippage, for both sides', () =>
  fc.assert(
    fc.property(
      fc.constantFrom('long' as const, 'short' as const),
      fc.double({ min: 0.5, max: 5, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (side, rewardToRisk, feePercent) => {
        const stop = side === 'long' ? 98 : 102
        const plan = { side, entry: 100, stop, account: 1e6, riskPercent: 1, leverage: 5, lot: 0.001, feePercent, slippagePercent: 0.05 }
        const placed = positionOf(plan)
        if (!placed.ok) throw new Error(placed.reason)
        const target = defined(targetFor(rewardToRisk, placed.position, plan))
        expect(defined(outcomeAt(target, placed.position, plan)).rewardToRisk).toBeCloseTo(rewardToRisk, 9)
      },
    ),
  ))

describe('Kelly', () => {
  it('matches Thorp: 53 % at even money is 6 %, growing by 0.0018 a bet; 51 % is 2 %', () => {
    expect(kellyFraction(0.53, 1)).toBeCloseTo(0.06, 12)
    expect(kellyFraction(0.51, 1)).toBeCloseTo(0.02, 12)
    expect(growthRate({ fraction: 0.06, winRate: 0.53, rewardToRisk: 1 }).toFixed(4)).toBe('0.0018')
  })

  it('is (W p - q) / W for other odds: 60 % at 2 to 1 is 40 %', () => expect(kellyFraction(0.6, 2)).toBeCloseTo(0.4, 12))

  it('bets nothing without an edge', () => {
    expect(kellyFraction(0.5, 1)).toBe(0)
    expect(kellyFraction(0.25, 2)).toBeLessThan(0)
    expect(ruinousFraction(0.25, 2)).toBeUndefined()
  })

  it('maximises growth, which vanishes at about twice the fraction', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.05, max: 0.95, noNaN: true }),
        fc.double({ min: 0.2, max: 10, noNaN: true }),
        (winRate, rewardToRisk) => {
          const best = kellyFraction(winRate, rewardToRisk)
          fc.pre(best > 0.01)
          const growth = (fraction: number) => growthRate({ fraction, winRate, rewardToRisk })
          expect(growth(best)).toBeGreaterThanOrEqual(growth(best * 0.9))
          expect(growth(best)).toBeGreaterThanOrEqual(growth(Math.min(0.999, best * 1.1)))
          const ruinous = defined(ruinousFraction(winRate, rewardToRisk))
          expect(ruinous).toBeGreaterThan(best)
          expect(growth(ruinous)).toBeLessThanOrEqual(1e-9)
        },
      ),
    )
    expect(ruinousFraction(0.53, 1)).toBeCloseTo(0.119_7, 4)
  })

  it('stakes everything safely only on a certain win', () => {
    expect(growthRate({ fraction: 1, winRate: 1, rewardToRisk: 1 })).toBeCloseTo(Math.LN2, 12)
    expect(growthRate({ fraction: 1, winRate: 0.9, rewardToRisk: 1 })).toBe(Number.NEGATIVE_INFINITY)
  })
})
