import { expect, it } from 'vitest'
import { riskTicket } from './risk-slot.tsx'

const TEXTS = {
  account: '50,000',
  risk_percent: '0.3',
  leverage: '5',
  fee_percent: '0',
  slippage_percent: '0',
  maintenance_percent: '0.5',
  lot: '1',
  win_percent: '',
  reward_to_risk: '',
}

it('passes on the typed text exactly, digit by digit', () =>
  expect(
    riskTicket({ coin: 'BTC', side: 'short', entry: '64,000.123456789012', stop: '65000', targets: ['60000', '55000'] }, TEXTS),
  ).toEqual({
    side: 'sell',
    type: 'limit',
    unit: 'risk',
    amount: '0.3',
    price: '64,000.123456789012',
    stopLoss: '65000',
    takeProfit: '60000',
    leverage: '5',
  }))

it('is a market order when the entry follows the market, without an invented leverage', () =>
  expect(riskTicket({ coin: 'BTC', side: 'long', entry: '', stop: '1', targets: [''] }, { ...TEXTS, leverage: '2.5' })).toMatchObject({
    side: 'buy',
    type: 'market',
    leverage: '1',
  }))
