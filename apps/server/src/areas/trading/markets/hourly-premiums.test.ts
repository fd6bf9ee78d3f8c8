import { fraction, price, size } from '@aerie/core/numbers/units'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { FEE_SCHEDULES } from '@aerie/trading/matching/fill'
import { applyBook, applyOracle, emptyMarket } from '@aerie/trading/matching/market'
import { expect, it } from 'vitest'
import { HourlyPremiums } from './hourly-premiums.ts'
import { instrumentOf } from './instruments.ts'

const T0 = Date.UTC(2026, 0, 15, 12)
const ONE = 10n ** 12n
const GAP = 10 * SECOND_MS

function marketAbove(percent: bigint) {
  const instrument = instrumentOf('SOL', { tick: '0.1', lot: '0.01', minNotional: '10', book: 'simulated' }, FEE_SCHEDULES.apex)
  if (instrument === undefined) throw new Error('no instrument')
  const market = emptyMarket(instrument)
  const level = (at: bigint) => [price(at * ONE), size(1_000n * ONE)] as const
  applyBook(market, { bids: [level(100n + percent)], asks: [level(101n + percent)] }, T0)
  applyOracle(market, price(100n * ONE), T0)
  return market
}

function sampled(premiums: HourlyPremiums, { from, to, percent = 1n }: { from: number; to: number; percent?: bigint }): void {
  for (let at = from; at < to; at += 5 * SECOND_MS) premiums.sample(marketAbove(percent), at, GAP)
}
const percent = (value: bigint) => fraction(value * 10n ** 16n)

it('is the mean of the samples of an hour, one per five seconds', () => {
  const premiums = new HourlyPremiums()
  sampled(premiums, { from: T0, to: T0 + 30 * MINUTE_MS, percent: 1n })
  sampled(premiums, { from: T0 + 30 * MINUTE_MS, to: T0 + HOUR_MS, percent: 3n })
  for (let at = T0 + HOUR_MS - 5 * SECOND_MS; at < T0 + HOUR_MS; at += 100) premiums.sample(marketAbove(9n), at, GAP)
  expect(premiums.mean('SOL', T0 + HOUR_MS)).toEqual({ premium: percent(2n), isWhole: true })
  expect(premiums.mean('SOL', T0)).toBeUndefined()
})

it('is incomplete if more than five minutes of the hour had no data', () => {
  const premiums = new HourlyPremiums()
  sampled(premiums, { from: T0, to: T0 + 20 * MINUTE_MS })
  sampled(premiums, { from: T0 + 26 * MINUTE_MS, to: T0 + HOUR_MS })
  expect(premiums.mean('SOL', T0 + HOUR_MS)).toEqual({ premium: percent(1n), isWhole: false })
})

it('continues after a restart from the stored samples, and never samples a replayed moment twice', () => {
  const before = new HourlyPremiums()
  sampled(before, { from: T0, to: T0 + 40 * MINUTE_MS })
  const stored = before.takeChanged()
  expect(before.takeChanged()).toEqual([])
  const after = new HourlyPremiums()
  for (const [symbol, hours] of stored) after.restore(symbol, hours)
  sampled(after, { from: T0, to: T0 + 39 * MINUTE_MS, percent: 9n })
  expect(after.takeChanged()).toEqual([])
  sampled(after, { from: T0 + 41 * MINUTE_MS, to: T0 + HOUR_MS })
  expect(after.mean('SOL', T0 + HOUR_MS)).toEqual({ premium: percent(1n), isWhole: true })
})

it('keeps three hours per market', () => {
  const premiums = new HourlyPremiums()
  for (let hour = 0; hour < 10; hour += 1) premiums.sample(marketAbove(1n), T0 + hour * HOUR_MS, GAP)
  expect(premiums.takeChanged().map(([, hours]) => hours.map(({ end }) => (end - T0) / HOUR_MS))).toEqual([[8, 9, 10]])
})
