import { expect, it } from 'vitest'
import { bitsAt, normalAt, normalQuantile, stream, uniformAt } from './random.ts'

const of = stream('test')
const numbers = (make: (index: number) => number, count = 200_000) => Float64Array.from({ length: count }, (_, index) => make(index))
const mean = (values: Float64Array) => values.reduce((sum, one) => sum + one, 0) / values.length

it('matches the quantiles of the normal distribution', () => {
  // Abramowitz and Stegun, table 26.5
  expect(normalQuantile(0.5)).toBeCloseTo(0, 9)
  expect(normalQuantile(0.975)).toBeCloseTo(1.959963985, 7)
  expect(normalQuantile(0.001)).toBeCloseTo(-3.090232306, 7)
})

it('draws normal values with the moments of a normal distribution', () => {
  const values = numbers((index) => normalAt(of, index))
  expect(mean(values)).toBeCloseTo(0, 2)
  expect(mean(values.map((one) => one ** 2))).toBeCloseTo(1, 1.7)
  expect(mean(values.map((one) => one ** 4))).toBeGreaterThan(2.9)
  expect(mean(values.map((one) => one ** 4))).toBeLessThan(3.1)
})

it('draws uncorrelated neighbours, within a stream and across streams', () => {
  const other = stream('test', 'other')
  expect(mean(numbers((index) => normalAt(of, index) * normalAt(of, index + 1)))).toBeCloseTo(0, 1.7)
  expect(mean(numbers((index) => normalAt(of, index) * normalAt(other, index)))).toBeCloseTo(0, 1.7)
})

it('stays inside (0, 1) and uses every bit', () => {
  const values = numbers((index) => uniformAt(of, index))
  expect(Math.min(...values.slice(0, 50_000))).toBeGreaterThan(0)
  expect(Math.max(...values.slice(0, 50_000))).toBeLessThan(1)
  for (let bit = 0; bit < 32; bit += 1) expect(mean(numbers((index) => (bitsAt(of, index) >>> bit) & 1, 20_000))).toBeCloseTo(0.5, 1.6)
})

it('assigns each name its own stream', () => {
  const names = ['1', '2', '42'].flatMap((seed) => ['BTC', 'ETH', 'market'].map((name) => stream(seed, name)))
  expect(new Set(names).size).toBe(names.length)
  expect(stream('1', '2')).not.toBe(stream('12'))
})
