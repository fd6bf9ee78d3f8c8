import { expect, it } from 'vitest'
import { earlierStops } from './report.ts'
import type { ReportTrip } from './report-trip.ts'

const usdc = (amount: number): bigint => BigInt(Math.round(amount * 1e6))
let made = 0
const trip = (net: number, maePart: number | null, more: Partial<ReportTrip> = {}): ReportTrip => {
  made += 1
  return {
    id: `trip-${made}`,
    symbol: 'SOL',
    side: 'long',
    openedAt: 0,
    closedAt: made,
    gross: usdc(net + 1),
    fees: usdc(1),
    funding: 0n,
    net: usdc(net),
    r: null,
    mae: null,
    mfe: null,
    slippage: null,
    arrivalSlippage: null,
    triggerSlippage: null,
    entered: usdc(1000),
    maePart,
    isWatched: true,
    tags: [],
    ...more,
  }
}
const times = (count: number, one: () => ReportTrip): ReportTrip[] => Array.from({ length: count }, one)

it('stops trades that exceeded their distance and leaves the rest: 20 small winners, 10 that went 2 and 4% against', () => {
  // Median of 20 × 1%, 5 × 2%, 5 × 4%: 1%. At 2 medians, the ten at 2% and 4% are stopped at 2% of 1,000 plus their fee.
  const trips = [...times(20, () => trip(10, -0.01)), ...times(5, () => trip(5, -0.02)), ...times(5, () => trip(-40, -0.04))]
  const { n, net, median_mae, reason, rows } = earlierStops(trips)
  expect({ n, net, median_mae, reason }).toEqual({ n: 30, net: '25', median_mae: -0.01, reason: null })
  expect(
    rows.map(({ multiple, distance, stopped, stopped_winners, net: after }) => [multiple, distance, stopped, stopped_winners, after]),
  ).toEqual([
    [0.5, 0.005, 30, 25, '-180'],
    [1, 0.01, 30, 25, '-330'],
    [1.5, 0.015, 10, 5, '40'],
    [2, 0.02, 10, 5, '-10'],
  ])
  const change = rows.at(-1)?.change
  expect(change).toMatchObject({ value: -35 / 30, n: 30 })
  expect(change?.interval?.[0]).toBeLessThan(-35 / 30)
})

it('returns nothing below 30 trades, and excludes trades that were watched only at their fills', () => {
  const unwatched = times(40, () => trip(1, -0.01, { isWatched: false }))
  const unknown = times(40, () => trip(1, null))
  expect(earlierStops([...times(29, () => trip(1, -0.01)), ...unwatched, ...unknown])).toEqual({
    n: 29,
    net: '29',
    median_mae: null,
    reason: 'needs 30 trades with a measured MAE',
    rows: [],
  })
})

it('suggests no distance when half of the trades were never at a loss', () => {
  expect(earlierStops([...times(20, () => trip(1, 0)), ...times(12, () => trip(-1, -0.1))])).toMatchObject({ median_mae: 0, rows: [] })
})
