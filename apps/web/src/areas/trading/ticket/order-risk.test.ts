import { fraction, notional, type Price, price, type Size, size } from '@aerie/core/numbers/units'
import { describe, expect, it } from 'vitest'
import { testPreview } from '../../../../test/trade-panes.tsx'
import { liquidationDistance, type OrderContext, rewardToRisk, triggeredBy } from './order-risk.ts'

const at = (whole: number): Price => price(BigInt(Math.round(whole * 1000)) * 10n ** 9n)
const coins = (whole: number): Size => size(BigInt(whole) * 10n ** 12n)

const context = (order: Partial<OrderContext['order']>, given: Partial<OrderContext> & { readonly held?: number } = {}): OrderContext => ({
  order: { symbol: 'BTC', side: 'buy', type: 'market', size: '10', leverage: 40, margin: 'cross', ...order },
  reading: { size: coins(10), entry: at(100) },
  terms: {
    instrument: {
      symbol: 'BTC',
      tick: at(0.01),
      lot: coins(1),
      minNotional: notional(0n),
      maxLeverage: 40n,
      takerFee: fraction(10n ** 15n), // 0.1 %
      makerFee: fraction(0n),
    },
    bestBid: null,
    bestAsk: null,
    mark: null,
    equity: null,
    free: null,
    held: coins(given.held ?? 0),
    now: null,
  },
  preview: testPreview({ fills: '10', average_price: '100', fee: '1', rests: '0', liquidation_price: '98.7' }),
  heldEntry: null,
  ...given,
})

describe('a bracket', () => {
  const bracket = { stop_loss: { trigger: '95' }, take_profit: { trigger: '120' } }

  it('shows loss at the stop and gain at the target after both fees, and the reward for the risk', () => {
    const exits = triggeredBy(context(bracket))
    // (95 - 100) * 10 - 1 - 0.95; (120 - 100) * 10 - 1 - 1.2
    expect(exits.map(({ name, done }) => [name, done?.result, done?.fee, done?.after])).toEqual([
      ['Stop', -51_950_000n, 1_950_000n, 0n],
      ['Target', 197_800_000n, 2_200_000n, 0n],
    ])
    expect(rewardToRisk(exits)).toBeCloseTo(197.8 / 51.95, 9)
  })

  it('closes only what is open after the order', () => {
    const [stop] = triggeredBy(context({ stop_loss: { trigger: '95' } }, { held: -4 }))
    expect(stop?.done).toMatchObject({ closes: coins(6), after: coins(0) })
  })

  it('has no result while the fee of the entry is unknown, and no reward without a losing stop', () => {
    expect(triggeredBy(context(bracket, { preview: null })).map(({ done }) => done?.result)).toEqual([null, null])
    expect(rewardToRisk(triggeredBy(context({ ...bracket, stop_loss: { trigger: '110' } })))).toBeNull()
  })

  it('has no result where a part of the order would neither trade nor rest', () => {
    const preview = testPreview({ fills: '6', rests: '0', fee: '0.6', average_price: '100' })
    expect(triggeredBy(context(bracket, { preview })).map(({ done }) => done?.result)).toEqual([null, null])
  })

  it('takes the limit of an exit as its price', () => {
    const [stop] = triggeredBy(context({ stop_loss: { trigger: '95', price: '94' } }))
    expect(stop).toMatchObject({ trigger: at(95), at: at(94) })
  })
})

describe('an order that waits for its trigger', () => {
  const stop = { side: 'sell', type: 'stop', trigger: '95' } as const

  it('shows the result against the open position, and what is left', () => {
    const [own] = triggeredBy(context(stop, { held: 15, heldEntry: at(100) }))
    expect(own?.done).toMatchObject({ closes: coins(10), after: coins(5), result: -50_950_000n })
  })

  it('has no price where it trails', () => {
    expect(triggeredBy(context({ side: 'sell', type: 'trailing_stop' }))).toEqual([
      { name: 'Trigger', trigger: null, at: null, done: null },
    ])
  })
})

describe('the distance to liquidation', () => {
  it('is the share of the entry on the losing side', () => {
    const { share, isOpening } = liquidationDistance(context({})) ?? { share: null }
    expect([share, isOpening]).toEqual([expect.closeTo(0.013, 9), true])
    const short = context({ side: 'sell' }, { preview: testPreview({ fills: '10', average_price: '100', liquidation_price: '101.3' }) })
    expect(liquidationDistance(short)?.share).toBeCloseTo(0.013, 9)
  })

  it('is 0 where the price is already beyond it', () => {
    const beyond = context({}, { preview: testPreview({ fills: '10', average_price: '100', liquidation_price: '101' }) })
    expect(liquidationDistance(beyond)?.share).toBe(0)
  })

  it('does not count for an order that reduces', () => {
    expect(liquidationDistance(context({}, { held: -30 }))?.isOpening).toBe(false)
    expect(liquidationDistance(context({}, { held: -12 }))?.isOpening).toBe(false)
    expect(liquidationDistance(context({}, { held: -4 }))?.isOpening).toBe(true)
    expect(liquidationDistance(context({ reduce_only: true }, { held: 30 }))?.isOpening).toBe(false)
  })

  it('is unknown without a preview and where no price liquidates', () => {
    expect(liquidationDistance(context({}, { preview: null }))).toBeNull()
    expect(liquidationDistance(context({}, { preview: testPreview({ liquidation_price: null }) }))).toBeNull()
  })
})
