import fc from 'fast-check'
import { expect, it } from 'vitest'
import { defined } from '../defined.ts'
import { numberAt } from '../item-at.ts'
import { clusterOrder, correlator, fisherInterval, pearson, ranks, spearman } from './correlation.ts'

/** NIST StRD, linear regression, Norris: 36 pairs with a certified R squared (docs/math/correlation.md). */
const NORRIS_X = [
  0.2, 337.4, 118.2, 884.6, 10.1, 226.5, 666.3, 996.3, 448.6, 777, 558.2, 0.4, 0.6, 775.5, 666.9, 338, 447.5, 11.6, 556, 228.1, 995.8,
  887.6, 120.2, 0.3, 0.3, 556.8, 339.1, 887.2, 999, 779, 11.1, 118.3, 229.2, 669.1, 448.9, 0.5,
]
const NORRIS_Y = [
  0.1, 338.8, 118.1, 888, 9.2, 228.1, 668.5, 998.5, 449.1, 778.9, 559.2, 0.3, 0.1, 778.1, 668.8, 339.3, 448.9, 10.8, 557.7, 228.3, 998,
  888.8, 119.6, 0.3, 0.6, 557.6, 339.3, 888, 998.5, 778.9, 10.2, 117.6, 228.9, 668.4, 449.2, 0.2,
]
/** Anscombe, Graphs in Statistical Analysis (1973), set I, from seaborn's data (docs/math/correlation.md). */
const ANSCOMBE_X = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]
const ANSCOMBE_Y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]
/** Worked example from the article on Spearman's coefficient (docs/math/correlation.md). */
const IQ = [106, 86, 100, 101, 99, 103, 97, 113, 112, 110]
const HOURS_OF_TV = [7, 0, 27, 50, 28, 29, 20, 12, 6, 17]

it("matches Anscombe's 0.81642 to the last digit", () => {
  expect(pearson(ANSCOMBE_X, ANSCOMBE_Y)).toEqual({ pairs: 11, value: expect.closeTo(0.816_420_516_344_84, 13) })
})

it("matches NIST's certified value for Norris, to all its digits", () => {
  const { pairs, value } = pearson(NORRIS_X, NORRIS_Y)
  expect([pairs, ((value ?? Number.NaN) ** 2).toPrecision(15)]).toEqual([36, '0.999993745883712'])
})

it("ranks Anscombe's data like SciPy: 0.81818", () =>
  expect(spearman(ANSCOMBE_X, ANSCOMBE_Y).value).toBeCloseTo(0.818_181_818_181_818_2, 14))

it('matches the published rank example: sum of squared differences 194, rho = 1 - 6 x 194 / 990 = -29/165', () => {
  const squares = ranks(IQ).reduce((sum, rank, i) => sum + (rank - numberAt(ranks(HOURS_OF_TV), i)) ** 2, 0)
  expect(squares).toBe(194)
  expect(spearman(IQ, HOURS_OF_TV).value).toBeCloseTo(-29 / 165, 14)
})

it('assigns tied values their mean rank', () => expect([...ranks([10, 30, 20, 20])]).toEqual([1, 4, 2.5, 2.5]))

it("matches the published confidence intervals for Fisher's z", () => {
  const [low, high] = defined(fisherInterval(0.684_848, 10, 'pearson'))
  expect([low.toFixed(4), high.toFixed(4)]).toEqual(['0.0971', '0.9184'])
  expect(defined(fisherInterval(0.56, 60, 'pearson')).map((bound) => bound.toFixed(4))).toEqual(['0.3568', '0.7126'])
})

it('has a wider interval for ranks, none for fewer than four pairs, and a point for a perfect correlation', () => {
  const width = (kind: 'pearson' | 'spearman') => defined(fisherInterval(0.8, 50, kind)).reduce((low, high) => high - low)
  expect(width('spearman')).toBeGreaterThan(width('pearson'))
  expect(fisherInterval(0.5, 3, 'pearson')).toBeUndefined()
  expect(fisherInterval(1, 30, 'pearson')).toEqual([1, 1])
})

it('counts only pairs with both values known, and returns no value for a constant series', () => {
  expect(pearson([1, 2, Number.NaN, 4], [2, 4, 5, 8])).toEqual({ pairs: 3, value: 1 })
  expect(pearson([1, 2, 3], [5, 5, 5])).toEqual({ pairs: 3, value: undefined })
  expect(pearson([Number.NaN, 1], [1, Number.NaN])).toEqual({ pairs: 0, value: undefined })
  expect(spearman([1, Number.NaN, 3], [1, 2, 9]).pairs).toBe(2)
})

const moves = fc.array(fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true }), fc.boolean()), {
  minLength: 3,
  maxLength: 60,
})

it('lies between -1 and 1, is symmetric, and agrees across all methods, with or without gaps', () => {
  fc.assert(
    fc.property(moves, fc.boolean(), fc.constantFrom('pearson', 'spearman'), (rows, withHoles, kind) => {
      const x = Float64Array.from(rows, ([value, , isHole]) => (withHoles && isHole ? Number.NaN : value))
      const y = Float64Array.from(rows, ([, value]) => value)
      const plain = kind === 'pearson' ? pearson : spearman
      const { value, pairs } = plain(x, y)
      const together = correlator([x, y], kind).between(0, 1)
      expect(together.pairs).toBe(pairs)
      expect(plain(y, x).value ?? 2).toBeCloseTo(value ?? 2, 9)
      const spread = (values: Float64Array) => Math.max(...values) - Math.min(...values)
      // With almost no variation, the two methods may disagree on whether a series is constant.
      fc.pre(withHoles || (spread(x) > 1e-6 && spread(y) > 1e-6))
      expect(together.value ?? 2).toBeCloseTo(value ?? 2, 9)
      expect(Math.abs(value ?? 0)).toBeLessThanOrEqual(1)
    }),
  )
})

it('is invariant to shifting and scaling a side, and changes sign with it', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 100, noNaN: true }), fc.double({ min: -50, max: 50, noNaN: true }), (scale, shift) => {
      const moved = ANSCOMBE_Y.map((value) => -scale * value + shift)
      expect(pearson(ANSCOMBE_X, moved).value).toBeCloseTo(-0.816_420_516_344_84, 9)
    }),
  )
})

it('orders correlated series next to each other, and lists each once', () => {
  const group = [0, 1, 0, 1, 0, 1]
  const order = clusterOrder(6, (i, j) => (group[i] === group[j] ? 0.9 : 0.1))
  expect(new Set(order)).toEqual(new Set([0, 1, 2, 3, 4, 5]))
  expect(order).toHaveLength(6)
  expect(order.map((i) => group[i]).filter((of, i, all) => i > 0 && of !== all[i - 1])).toHaveLength(1)
  expect(clusterOrder(0, () => 1)).toEqual([])
  expect(new Set(clusterOrder(3, () => undefined))).toEqual(new Set([0, 1, 2]))
})
