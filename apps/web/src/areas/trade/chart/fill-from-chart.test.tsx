import { expect, it } from 'vitest'
import { queryClient } from '../../../platform/api/query-client.ts'
import { instrumentsQuery } from '../../trading/account/instruments.ts'
import { testInstrument } from '../../trading/test/account.ts'
import { fillTicket, useTicket } from '../../trading/ticket/ticket-draft.ts'
import { fillFromChart } from './trade-chart-slot.tsx'

it('fills the ticket at the nearest tick, keeps its size and leverage, and sends nothing', () => {
  queryClient.setQueryData(instrumentsQuery.queryKey, [testInstrument()])
  fillTicket('HYPE', { amount: '5', leverage: '3', takeProfit: '30' }, null)
  fillFromChart('HYPE', { side: 'sell', type: 'stop', price: 24.00049 })
  expect(useTicket.getState()).toMatchObject({
    filledBy: 'the chart',
    draft: { side: 'sell', type: 'stop', trigger: '24', price: '', amount: '5', leverage: '3', takeProfit: '' },
  })
})

it('keeps nothing of another coin, and is not filled while the price step is unknown', () => {
  queryClient.setQueryData(instrumentsQuery.queryKey, [testInstrument()])
  fillTicket('BTC', { amount: '5' }, null)
  fillFromChart('HYPE', { side: 'buy', type: 'limit', price: 24 })
  expect(useTicket.getState()).toMatchObject({ symbol: 'HYPE', draft: { price: '24', amount: '' } })
  fillFromChart('ETH', { side: 'buy', type: 'limit', price: 24 })
  expect(useTicket.getState().symbol).toBe('HYPE')
})
