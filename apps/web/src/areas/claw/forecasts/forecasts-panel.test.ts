import { expect, it } from 'vitest'
import { testForecast } from '../../forecast/test/forecast.ts'
import { moveOf, positionOf, scaleEnd } from './forecasts-panel.tsx'

function spread(by: number) {
  const forecast = testForecast()
  const quantiles = forecast.quantiles.map(([level]): [number, number] => [level, forecast.anchor * (1 + (level - 0.5) * 2 * by)])
  return { ...forecast, quantiles }
}

it('is a single scale that fits the widest of all bands', () => {
  expect(scaleEnd([spread(0.011)])).toBe(0.02)
  expect(scaleEnd([spread(0.011), spread(0.07)])).toBe(0.08)
  expect(scaleEnd([])).toBe(0.01)
})

it('centres zero change, and places the same move at the same position for every coin', () => {
  expect(positionOf(0, 0.02)).toBe(0.5)
  expect(positionOf(moveOf(101, 100), 0.02)).toBeCloseTo(0.75)
  expect(positionOf(moveOf(0.0000101, 0.00001), 0.02)).toBeCloseTo(0.75)
  expect(positionOf(-1, 0.02)).toBe(0)
})
