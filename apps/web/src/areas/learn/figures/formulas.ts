import { expectancy, liquidationPrice, positionOf } from '@aerie/core/risk/position-risk'
import type { LessonFormula } from '@aerie/wire/learn'

/** Share of a normal distribution below `z` standard deviations. Abramowitz and Stegun, 26.2.17; error below 7.5e-8 */
export function normalShare(z: number): number {
  if (z < 0) return 1 - normalShare(-z)
  const t = 1 / (1 + 0.231_641_9 * z)
  const sum = t * (0.319_381_53 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))))
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum
}

/** Inverse of `normalShare` by bisection; result between -8 and 8. */
export function normalDeviations(share: number): number {
  let [low, high] = [-8, 8]
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2
    if (normalShare(middle) < share) low = middle
    else high = middle
  }
  return (low + high) / 2
}

export type FigureUnit = 'percent' | 'usd' | 'coins' | 'days' | 'hours' | 'times' | 'r' | 'count' | 'ratio'
export type FormulaInput = {
  readonly name: string
  readonly unit: FigureUnit
  readonly least: number
  readonly most: number
  readonly step: number
  readonly start: number
}
export type FormulaResult = { readonly name: string; readonly unit: FigureUnit; readonly value: number | null }
type Formula = { readonly inputs: readonly FormulaInput[]; readonly results: (given: (name: string) => number) => readonly FormulaResult[] }

const DAYS = 365
/** Taker fee of the paper account, in percent. */
const FEE_PERCENT = 0.045
const input = (
  name: string,
  unit: FigureUnit,
  range: readonly [least: number, most: number, step: number, start: number],
): FormulaInput => {
  const [least, most, step, start] = range
  return { name, unit, least, most, step, start }
}
const VOLATILITY = input('volatility', 'percent', [20, 200, 5, 60])

/** Percent and dollars; the numbers are made up. */
export const FORMULAS: Readonly<Record<LessonFormula, Formula>> = {
  range: {
    inputs: [VOLATILITY, input('days', 'days', [1, 60, 1, 7])],
    results: (given) => [
      { name: 'daily', unit: 'percent', value: given('volatility') / Math.sqrt(DAYS) },
      { name: 'move', unit: 'percent', value: given('volatility') * Math.sqrt(given('days') / DAYS) },
    ],
  },
  size: {
    inputs: [
      input('account', 'usd', [1_000, 50_000, 1_000, 10_000]),
      input('risk', 'percent', [0.25, 5, 0.25, 1]),
      input('stop', 'percent', [0.5, 15, 0.5, 5]),
    ],
    results: (given) => sizeResults(given('account'), given('risk'), given('stop')),
  },
  distance: {
    inputs: [
      input('stop', 'percent', [0.25, 10, 0.25, 2]),
      input('daily', 'percent', [0.5, 8, 0.5, 3]),
      input('hours', 'hours', [1, 48, 1, 12]),
    ],
    results: (given) => {
      const deviations = -Math.log(1 - given('stop') / 100) / ((given('daily') / 100) * Math.sqrt(given('hours') / 24))
      return [{ name: 'touched', unit: 'percent', value: 200 * (1 - normalShare(deviations)) }]
    },
  },
  liquidation: {
    inputs: [input('leverage', 'times', [1, 50, 1, 10])],
    results: (given) => {
      const price = liquidationPrice({ side: 'long', entry: 100, leverage: given('leverage'), maintenanceRate: 0.005 })
      return [
        { name: 'price', unit: 'usd', value: price ?? null },
        { name: 'way', unit: 'percent', value: price === undefined ? null : 100 - price },
      ]
    },
  },
  funding: {
    inputs: [
      input('value', 'usd', [1_000, 100_000, 1_000, 20_000]),
      input('rate', 'percent', [-0.05, 0.05, 0.0025, 0.0025]),
      input('hours', 'hours', [1, 720, 1, 24]),
    ],
    results: (given) => [
      { name: 'paid', unit: 'usd', value: (given('value') * given('rate') * given('hours')) / 100 },
      { name: 'year', unit: 'percent', value: given('rate') * 24 * DAYS },
    ],
  },
  spread: {
    inputs: [input('coins', 'count', [1, 20, 1, 5]), input('correlation', 'ratio', [0, 1, 0.05, 0.7]), VOLATILITY],
    results: (given) => {
      const [coins, correlation] = [given('coins'), given('correlation')]
      return [
        { name: 'mix', unit: 'percent', value: given('volatility') * Math.sqrt(1 / coins + (1 - 1 / coins) * correlation) },
        { name: 'floor', unit: 'percent', value: given('volatility') * Math.sqrt(correlation) },
      ]
    },
  },
  recovery: {
    inputs: [input('loss', 'percent', [1, 95, 1, 30])],
    results: (given) => [{ name: 'gain', unit: 'percent', value: 100 / (1 - given('loss') / 100) - 100 }],
  },
  wait: {
    inputs: [VOLATILITY, input('days', 'days', [1, 30, 1, 7]), input('yearly', 'percent', [1, 50, 1, 12])],
    results: (given) => {
      const move = given('volatility') * Math.sqrt(given('days') / DAYS)
      return [
        { name: 'move', unit: 'percent', value: move },
        { name: 'worth', unit: 'days', value: (move / given('yearly')) * DAYS },
      ]
    },
  },
  expectancy: {
    inputs: [input('wins', 'percent', [5, 95, 5, 40]), input('win', 'r', [0.25, 5, 0.25, 2])],
    results: (given) => [{ name: 'each', unit: 'r', value: expectancy(given('wins') / 100, given('win')) }],
  },
}

function sizeResults(account: number, riskPercent: number, stopPercent: number): readonly FormulaResult[] {
  const found = positionOf({
    side: 'long',
    entry: 200,
    stop: 200 * (1 - stopPercent / 100),
    account,
    riskPercent,
    leverage: 10,
    lot: 0.001,
    feePercent: FEE_PERCENT,
    slippagePercent: 0,
  })
  const position = found.ok ? found.position : undefined
  return [
    { name: 'size', unit: 'coins', value: position?.size ?? null },
    { name: 'value', unit: 'usd', value: position?.value ?? null },
    { name: 'loss', unit: 'usd', value: position?.loss ?? null },
  ]
}
