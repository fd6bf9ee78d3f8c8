import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { marginsAt } from './price-axes.ts'

/** From each edge of the pane to the nearest price, in pixels. */
const edgesAt = (height: number) => {
  const { above, below } = marginsAt(height)
  const prices = height / (1 + above + below)
  return { top: above * prices, bottom: below * prices, prices }
}

it('leaves room for the legend and the marks of the highest and lowest price in every pane', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 2_000 }), (height) => {
      const { top, bottom, prices } = edgesAt(height)
      expect(top).toBeGreaterThan(34.9)
      expect(bottom).toBeGreaterThan(15.9)
      expect(prices).toBeGreaterThan(height * 0.4)
    }),
  )
})

it('is a share of the prices in a high pane, and in one too low for any mark', () =>
  expect([600, 60].map(marginsAt)).toEqual([
    { above: expect.closeTo(0.16), below: expect.closeTo(0.08) },
    { above: 0.16, below: 0.08 },
  ]))
