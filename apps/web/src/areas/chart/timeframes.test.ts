import { expect, it } from 'vitest'
import { missingTimeframes } from './timeframes.ts'

it('reports none missing when minute and hour candles are available', () =>
  expect(missingTimeframes('BTC', { '1m': true, '1h': true }).size).toBe(0))

it('gives the reason for each timeframe built from candles the source does not have', () => {
  expect([...missingTimeframes('ADA', { '1m': false, '1h': true })]).toEqual(
    (['1m', '5m', '15m'] as const).map((interval) => [interval, 'The source has no minute candles of ADA']),
  )
  expect([...missingTimeframes('ADA', { '1m': true, '1h': false }).keys()]).toEqual(['1h', '4h', '1d', '1w'])
})
