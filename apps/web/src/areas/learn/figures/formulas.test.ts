import { LESSON_FORMULAS, type LessonFormula } from '@aerie/wire/learn'
import { expect, it } from 'vitest'
import { coneForecast, FORMULA_LABELS, shareBelow, unitText, walkAsks } from './figure-view.tsx'
import { FORMULAS, normalDeviations, normalShare } from './formulas.ts'

const results = (formula: LessonFormula, given: Readonly<Record<string, number>>) =>
  Object.fromEntries(FORMULAS[formula].results((name) => given[name] ?? Number.NaN).map(({ name, value }) => [name, value]))

it.each(LESSON_FORMULAS)('has labels for all values of %s, and a result at every end of its ranges', (formula) => {
  const { inputs, results: resultsOf } = FORMULAS[formula]
  for (const end of ['least', 'most', 'start'] as const) {
    const found = resultsOf((name) => inputs.find((input) => input.name === name)?.[end] ?? Number.NaN)
    for (const { name, value } of found) {
      expect(FORMULA_LABELS[formula][name]).toBeTruthy()
      expect(value === null || Number.isFinite(value)).toBe(true)
    }
  }
  for (const { name, least, most, start } of inputs) {
    expect(FORMULA_LABELS[formula][name]).toBeTruthy()
    expect([least <= start, start <= most]).toEqual([true, true])
  }
})

it('returns the values the lessons state', () => {
  expect(results('recovery', { loss: 50 }).gain).toBeCloseTo(100)
  expect(results('liquidation', { leverage: 10 }).way).toBeCloseTo(9.5)
  expect(results('liquidation', { leverage: 1 })).toEqual({ price: 0.5, way: 99.5 })
  expect(results('funding', { value: 20_000, rate: 0.01, hours: 1 }).paid).toBeCloseTo(2)
  expect(results('spread', { coins: 1_000_000, correlation: 0.49, volatility: 100 }).mix).toBeCloseTo(70, 2)
  expect(results('expectancy', { wins: 40, win: 2 }).each).toBeCloseTo(0.2)
  expect(results('range', { volatility: 60, days: 365 }).move).toBeCloseTo(60)
  expect(results('wait', { volatility: 60, days: 365, yearly: 60 }).worth).toBeCloseTo(365)
  // One standard deviation away: touching it is twice as likely as ending beyond it (reflection principle).
  expect(results('distance', { stop: 100 * (1 - Math.exp(-0.03)), daily: 3, hours: 24 }).touched).toBeCloseTo(2 * 15.866, 2)
})

it('includes fees in the size, so that the stop never costs more than the risk', () => {
  const { size, loss } = results('size', { account: 10_000, risk: 1, stop: 5 })
  expect(size).toBeCloseTo(9.827, 3)
  expect(loss).toBeLessThanOrEqual(100)
  expect(loss).toBeGreaterThan(99.9)
})

it('computes the normal distribution and its inverse', () => {
  expect([normalShare(0), normalShare(1.959964), normalShare(-1)].map((share) => share.toFixed(5))).toEqual([
    '0.50000',
    '0.97500',
    '0.15866',
  ])
  for (const share of [0.025, 0.25, 0.5, 0.9, 0.975]) expect(normalShare(normalDeviations(share))).toBeCloseTo(share, 6)
})

it('builds a cone that starts at its anchor, widens, and has half of the outcomes below the median', () => {
  const cone = { kind: 'cone', anchor: 100, hours: 24, percent: 2.4 } as const
  const { quantiles, path } = coneForecast(cone)
  const prices = quantiles.map(([, price]) => price)
  expect(prices).toEqual(prices.toSorted((a, b) => a - b))
  expect(path).toHaveLength(24)
  expect(shareBelow(cone, 100)).toBeCloseTo(0.5)
  for (const [level, price] of quantiles) expect(shareBelow(cone, price)).toBeCloseTo(level, 5)
})

const ASKS = [
  [100, 1],
  [101, 2],
] as const
it('walks a book level by level, and returns what is left at its end', () => {
  expect(walkAsks(ASKS, 1)).toEqual({ average: 100, slippagePercent: 0, left: 0 })
  expect(walkAsks(ASKS, 3).average).toBeCloseTo(302 / 3)
  expect(walkAsks(ASKS, 5)).toMatchObject({ left: 2 })
  expect(walkAsks([], 1)).toEqual({ average: null, slippagePercent: null, left: 1 })
})

it('formats numbers with their units, and no minus before zero', () => {
  expect([unitText(-0.001, 'usd'), unitText(-12.5, 'usd'), unitText(0.0025, 'percent'), unitText(1, 'days'), unitText(0.2, 'r')]).toEqual([
    '$0.00',
    '−$12.50',
    '0.0025%',
    '1 day',
    '0.2R',
  ])
})
