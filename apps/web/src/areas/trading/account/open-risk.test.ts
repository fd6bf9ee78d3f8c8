import { expect, it } from 'vitest'
import { testOrder, testPosition } from '../test/account.ts'
import { nearestLiquidation, unguarded } from './open-risk.ts'

const FAR = testPosition({ symbol: 'BTC', mark: '60000', liquidation_price: '30000' })
const NEAR = testPosition({ symbol: 'ETH', size: '-2', mark: '2000', liquidation_price: '2200' })

it('finds the position that would be liquidated first', () => {
  expect(nearestLiquidation([FAR, NEAR])).toEqual({ symbol: 'ETH', price: '2200', away: '0.1' })
  expect(nearestLiquidation([{ ...FAR, liquidation_price: null }])).toBeNull()
  expect(nearestLiquidation([{ ...FAR, mark: null }])).toBeNull()
})

it('lists positions without a stop', () => {
  const stop = testOrder(1, { symbol: 'BTC', side: 'sell', type: 'stop', reduce_only: true, trigger: '55000', price: null })
  expect(unguarded([FAR, NEAR], [stop])).toEqual(['ETH'])
  // A stop on the wrong side protects nothing.
  expect(unguarded([FAR], [{ ...stop, side: 'buy' }])).toEqual(['BTC'])
})
