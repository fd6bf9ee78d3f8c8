import { expect, it } from 'vitest'
import { formText } from './apex-calls.ts'
import { APEX_ORDER_TYPES, type ApexIntent, orderForm } from './order-form.ts'

const INTENT: ApexIntent = {
  clientId: 'a-1',
  symbol: 'BTC-USDT',
  side: 'buy',
  type: 'limit',
  size: '0.01',
  price: '100000',
  trigger: null,
  timeInForce: 'gtc',
  isPostOnly: false,
  isReduceOnly: false,
  takerFeeRate: '0.0005',
  expiresAtMs: 1_800_000_000_000,
}

it('builds a limit order', () => {
  expect(formText(orderForm(INTENT))).toBe(
    'clientId=a-1&expiration=1800000000000&limitFee=0.500000&price=100000&side=BUY&size=0.01&symbol=BTC-USDT&timeInForce=GOOD_TIL_CANCEL&type=LIMIT',
  )
})

it('builds a trigger order with its trigger, marked as reduce-only', () => {
  const stop = orderForm({ ...INTENT, side: 'sell', type: 'stop', trigger: '95000', isReduceOnly: true })
  expect(stop).toMatchObject({ side: 'SELL', type: 'STOP_MARKET', triggerPrice: '95000', triggerPriceType: 'INDEX', reduceOnly: true })
})

it('maps each type and time in force', () => {
  expect(APEX_ORDER_TYPES.map((type) => orderForm({ ...INTENT, type }).type)).toEqual([
    'LIMIT',
    'MARKET',
    'STOP_MARKET',
    'STOP_LIMIT',
    'TAKE_PROFIT_MARKET',
    'TAKE_PROFIT_LIMIT',
  ])
  expect(orderForm({ ...INTENT, timeInForce: 'fok' }).timeInForce).toBe('FILL_OR_KILL')
  expect(orderForm({ ...INTENT, timeInForce: 'ioc' }).timeInForce).toBe('IMMEDIATE_OR_CANCEL')
  expect(orderForm({ ...INTENT, isPostOnly: true }).timeInForce).toBe('POST_ONLY')
})
