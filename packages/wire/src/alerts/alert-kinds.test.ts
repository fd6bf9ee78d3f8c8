import { expect, it } from 'vitest'
import { alertDecimalText, alertSentence, quantileText, spanText } from './alert-kinds.ts'

it.each([
  [{ kind: 'price', symbol: 'BTC', direction: 'above', level: '70000' }, 'BTC above 70,000'],
  [{ kind: 'price', symbol: 'BTC', direction: 'above', level: '71000.555' }, 'BTC above 71,000.555'],
  [{ kind: 'price', symbol: 'SHIB', direction: 'below', level: '0.000000000893' }, 'SHIB below 0.000000000893'],
  [{ kind: 'price', symbol: 'BTC', level: '' }, 'BTC crosses —'],
  [{ kind: 'change', symbol: 'SOL', direction: 'above', percent: '5', window_s: 3600 }, 'SOL rises 5% within 1 hour'],
  [{ kind: 'change', symbol: 'ETH', direction: 'below', percent: '2.5', window_s: 900 }, 'ETH falls 2.5% within 15 minutes'],
  [{ kind: 'volume', symbol: 'ETH', ratio: '3', window_s: 900 }, 'ETH volume over 15 minutes at least 3 times the usual'],
  [{ kind: 'volatility', symbol: 'BTC', regime: 'high' }, 'BTC volatility becomes high'],
  [{ kind: 'volatility', symbol: 'BTC', regime: 'high', direction: 'above' }, 'BTC volatility becomes at least high'],
  [{ kind: 'forecast', symbol: 'SOL', direction: 'above', level: '200', hours: 24 }, 'SOL forecast for 24 h, median above 200'],
  [
    { kind: 'forecast', symbol: 'SOL', direction: 'above', level: '200', hours: 24, quantile: '0.1' },
    'SOL forecast for 24 h, 10% quantile above 200',
  ],
  [{ kind: 'liquidation', percent: '5' }, 'A position within 5% of liquidation'],
  [{ kind: 'liquidation', symbol: 'ETH', percent: '5' }, 'ETH position within 5% of liquidation'],
  [{ kind: 'order_filled', symbol: 'BTC' }, 'BTC order is filled'],
  [{ kind: 'order_filled' }, 'An order is filled'],
  [{ kind: 'unlock' }, 'Unstaked AERIE can be withdrawn'],
] as const)('describes %j in plain language', (rule, text) => expect(alertSentence(rule)).toBe(text))

it.each([
  ['0.05', '5% quantile'],
  ['0.07', '7% quantile'],
  ['0.29', '29% quantile'],
  ['0.025', '2.5% quantile'],
  ['0.5', 'median'],
])('names the quantile %s as %s', (quantile, text) => expect(quantileText(quantile)).toBe(text))

it('formats durations in their largest whole unit', () =>
  expect([60, 5400, 86_400, 10, 604_800].map(spanText)).toEqual(['1 minute', '90 minutes', '1 day', '10 seconds', '7 days']))

it('keeps every digit of the smallest possible level', () =>
  expect([alertDecimalText('1e-18'), alertDecimalText('123456789.123456'), alertDecimalText('-')]).toEqual([
    '0.000000000000000001',
    '123,456,789.123456',
    '—',
  ]))
