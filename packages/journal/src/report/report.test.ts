import { DAY_MS, HOUR_MS } from '@aerie/core/time'
import { describe, expect, it } from 'vitest'
import { dailyReturns } from '../daily-returns.ts'
import { isZone, zoneClock } from '../zone-time.ts'
import { equityCurve, journalReport } from './report.ts'
import type { ReportTrip } from './report-trip.ts'

const T0 = Date.UTC(2026, 2, 2)
const usdc = (amount: number): bigint => BigInt(Math.round(amount * 1e6))

let made = 0
function trip(net: number, more: Partial<ReportTrip> = {}): ReportTrip {
  made += 1
  const closedAt = more.closedAt ?? T0 + made * DAY_MS
  return {
    id: `trip-${String(made).padStart(5, '0')}`,
    symbol: 'SOL',
    side: 'long',
    openedAt: closedAt - HOUR_MS,
    closedAt,
    gross: usdc(net),
    fees: 0n,
    funding: 0n,
    net: usdc(net),
    r: null,
    mae: null,
    mfe: null,
    slippage: null,
    arrivalSlippage: null,
    triggerSlippage: null,
    entered: usdc(1000),
    maePart: null,
    isWatched: true,
    tags: [],
    ...more,
  }
}

const NO_CAPITAL = { reason: 'not told' }
const reportOf = (trips: readonly ReportTrip[], capital: { usdc: number } | { reason: string } = NO_CAPITAL) =>
  journalReport(trips, { zone: 'UTC', capital })

describe('figures', () => {
  it("match freqtrade's for its own trades, each with its formula and inputs", () => {
    const { figures } = reportOf([100, 200, 50, -150, 300, -100, 80, -30].map((net) => trip(net)))
    expect(figures.expectancy.value).toBe(56.25)
    expect(figures.expectancy_ratio.value).toBeCloseTo(0.602678571, 8)
    expect(figures.profit_factor.value).toBeCloseTo(2.607142857, 8)
    expect(figures.payoff.value).toBeCloseTo(1.5642857, 6)
    expect(figures.profit_factor.inputs).toEqual([
      { name: 'Σ wins', value: '730 USDC' },
      { name: 'Σ losses', value: '-280 USDC' },
    ])
    expect(Object.values(figures).every(({ formula }) => formula !== '')).toBe(true)
  })

  it('are absent with a reason when there is nothing to compute from: never 0', () => {
    const { figures, luck, drawdown } = reportOf([])
    expect(Object.values(figures).every(({ value, reason }) => value === null && reason !== undefined)).toBe(true)
    expect([luck, drawdown]).toEqual([null, null])
    expect(reportOf([trip(5)]).figures.sharpe).toMatchObject({ value: null, reason: 'not told' })
  })

  it('count a day without a trade as a day without a change', () => {
    const trips = [trip(100, { closedAt: T0 + 1 }), trip(-110, { closedAt: T0 + 2 * DAY_MS })]
    expect(dailyReturns(trips, { usdc: 1_000 })).toEqual({ returns: [0.1, 0, -0.1], firstDay: T0 / DAY_MS })
    const { figures, drawdown } = reportOf(trips, { usdc: 1_000 })
    expect(figures.total_return.value).toBeCloseTo(-0.01, 12)
    expect(drawdown).toEqual({
      depth: expect.closeTo(-0.1, 12),
      peak_at_ms: T0 + DAY_MS + DAY_MS,
      trough_at_ms: T0 + 3 * DAY_MS,
      recovered_at_ms: null,
    })
  })

  it('have no returns when the capital is lost, or a date is wrong by a thousand years', () => {
    expect(dailyReturns([trip(-1_000, { closedAt: T0 }), trip(1, { closedAt: T0 + DAY_MS })], { usdc: 1_000 })).toHaveProperty('reason')
    expect(dailyReturns([trip(1, { closedAt: 0 }), trip(1, { closedAt: Date.UTC(9_999, 0) })], { usdc: 1_000 })).toHaveProperty('reason')
  })
})

describe('groups', () => {
  it("follow the clock of the user's time zone, including daylight saving time", () => {
    const clock = zoneClock('Europe/Berlin')
    expect(clock(Date.UTC(2026, 2, 29, 0, 59))).toEqual({ day: '2026-03-29', hour: 1, weekday: 7 })
    expect(clock(Date.UTC(2026, 2, 29, 1, 0))).toEqual({ day: '2026-03-29', hour: 3, weekday: 7 })
    expect(zoneClock('Asia/Kathmandu')(Date.UTC(2026, 0, 1, 18, 15))).toEqual({ day: '2026-01-02', hour: 0, weekday: 5 })
    expect([isZone('Europe/Berlin'), isZone('Mars/Base'), isZone('')]).toEqual([true, false, false])
  })

  it('report how many were compared, and include a trade with two tags in both', () => {
    const groups = reportOf([trip(1, { tags: ['a', 'b'] }), trip(-2, { tags: ['a'] }), trip(3, { openedAt: null })]).groups
    const by = (name: string) => groups.find((group) => group.by === name)
    expect(by('tag')).toMatchObject({ comparisons: 3, expected_by_chance: expect.closeTo(0.15, 12) })
    expect(by('tag')?.rows.map(({ key, trades, net }) => [key, trades, net])).toEqual([
      ['a', 2, '-1'],
      ['', 1, '3'],
      ['b', 1, '1'],
    ])
    expect(by('hour')?.rows.reduce((sum, { trades }) => sum + trades, 0)).toBe(2)
  })
})

describe('curves', () => {
  it('keep the minimum and the maximum when downsampled', () => {
    const trips = Array.from({ length: 10_000 }, (_, at) =>
      trip(at === 7_001 ? 5_000 : at === 7_002 ? -9_000 : at === 7_003 ? 4_000 : 1, { closedAt: T0 + at }),
    )
    const points = equityCurve(trips, { usdc: 100 })
    expect(points.length).toBeLessThanOrEqual(2_000)
    const nets = points.map(([, net]) => Number(net) / 1e6)
    expect([Math.max(...nets), nets.at(-1)]).toEqual([12_001, 9_997])
    expect(nets).toContain(3_001)
    expect(points.every(([, , below]) => below !== null && below <= 0 && below >= -1)).toBe(true)
  })

  it('bin R in steps of 0.5, with overflow in the outermost bin', () => {
    const { r_histogram } = reportOf([-1, -0.9, 0, 0.49, 2, 500].map((r) => trip(1, { r })))
    expect(r_histogram.bins.filter(({ trips }) => trips > 0)).toEqual([
      { from: -1, trips: 2 },
      { from: 0, trips: 2 },
      { from: 2, trips: 1 },
      { from: 19.5, trips: 1 },
    ])
  })

  it('add up to the last micro', () => {
    const { totals } = reportOf([trip(0.1), trip(0.2), trip(-0.3, { fees: 1n, funding: -2n })])
    expect(totals).toEqual({ gross: '0', fees: '0.000001', funding: '-0.000002', net: '0' })
  })
})
