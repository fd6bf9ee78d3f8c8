import { describe, expect, it } from 'vitest'
import { testOrder, testPosition } from '../test/account.ts'
import { heldSetting } from './position-figures.ts'

const view = (positions: readonly ReturnType<typeof testPosition>[], orders: readonly ReturnType<typeof testOrder>[]) => ({
  positions: new Map(positions.map((position) => [position.symbol, position])),
  orders: new Map(orders.map((order) => [order.id, order])),
})

describe('leverage and margin mode of a market with open positions or orders', () => {
  it('are null before the account is loaded, and when nothing is open in the market', () => {
    expect(heldSetting(null, 'HYPE')).toBeNull()
    expect(heldSetting(view([], [testOrder(1, { symbol: 'BTC', leverage: 3, margin: 'isolated' })]), 'HYPE')).toBeNull()
  })

  it('match the position, whatever its orders specified', () =>
    expect(
      heldSetting(view([testPosition({ mode: 'isolated', leverage: 7 })], [testOrder(1, { leverage: 3, margin: 'cross' })]), 'HYPE'),
    ).toEqual({
      leverage: 7,
      mode: 'isolated',
    }))

  it('match the newest order that specified them', () =>
    expect(
      heldSetting(
        view(
          [],
          [
            testOrder(1, { leverage: 3, margin: 'cross' }),
            testOrder(2, { leverage: 5, margin: 'isolated' }),
            testOrder(3, { leverage: null, margin: null }),
          ],
        ),
        'HYPE',
      ),
    ).toEqual({ leverage: 5, mode: 'isolated' }))
})
