import { defined } from '@aerie/core/defined'
import type { MarketDataMessage } from '@aerie/wire/market/market-data'
import { expect, it } from 'vitest'
import { testId } from '../../../platform/live/test/agent-server.ts'
import { T0 } from '../../../platform/live/test/market.ts'
import { resultDate, resultFigure, resultText } from './result-text.ts'

const info: MarketDataMessage = {
  command: 'info',
  message_id: testId(1),
  error: null,
  data: { currency: 'BTC', price: 63_210.5, quote: 'USD', source: 'sim', as_of: T0 },
}
const prediction: MarketDataMessage = {
  command: 'price',
  message_id: testId(2),
  error: null,
  data: {
    currency: 'ETH',
    currenttime: T0 / 1000,
    hours: 12,
    predictedMarketPrice: 4.5,
    low80: 4,
    high80: 5,
    quote: 'USDT',
    source: 'live',
  },
}
const history: MarketDataMessage = {
  command: 'historical',
  message_id: testId(3),
  error: null,
  data: { currency: 'DOGE', timestamps: [T0 / 1000, T0 / 1000 + 3600], closingPrices: [0.1234, 0.2], quote: 'USD', source: 'replay' },
}

it('formats results with the text of the specification', () => {
  expect(resultText(info)).toBe(`The price of BTC at ${resultDate(T0)} is $63,210.50`)
  expect(resultText(prediction)).toBe(`ETH is predicted to reach 4.500 USDT at ${resultDate(T0 + 12 * 3_600_000)}`)
  expect(resultText(history)).toBe(`DOGE was $0.1234 at ${resultDate(T0)}`)
})

it('names the time zone of a date', () => expect(resultDate(T0)).toMatch(/2026.*(UTC|GMT|[A-Z]{3,4})/))

it('shows an error verbatim', () => {
  expect(resultText({ command: 'info', message_id: testId(1), error: 'No price of BTC yet.', data: null })).toBe('No price of BTC yet.')
  expect(resultFigure({ command: 'info', message_id: testId(1), error: 'No price of BTC yet.', data: null })).toBeNull()
})

it('never treats an empty history as a price', () => {
  const empty: MarketDataMessage = { ...history, data: { ...defined(history.data), timestamps: [], closingPrices: [] } }
  expect([resultText(empty), resultFigure(empty)]).toEqual(['The answer had no price.', null])
})

it('has for each number the time it is for and the time it was known', () => {
  expect(resultFigure(info)).toMatchObject({ tool: 'get_crypto_price', price: 63_210.5, source: 'sim', at: T0, as_of: T0 })
  expect(resultFigure(prediction)).toMatchObject({ price: 4.5, quote: 'USDT', source: 'live', at: T0 + 12 * 3_600_000, as_of: T0 })
  expect(resultFigure(history)).toMatchObject({ price: 0.1234, source: 'replay', at: T0, as_of: T0 })
})
