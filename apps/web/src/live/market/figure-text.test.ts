import { expect, it } from 'vitest'
import { figureText } from './figure-text.ts'
import { figuresOf, putPage, reset } from './quotes.ts'
import { testPage, testRow } from './test-market.ts'

const texts = (source: 'replay' | 'sim', symbol = 'BTC') => {
  reset(source)
  putPage(testPage([testRow(symbol)], { source }))
  const figures = figuresOf(symbol)
  if (figures === undefined) throw new Error('the row was not taken')
  return (['price', 'volume', 'marketCap', 'circulatingSupply', 'totalSupply'] as const).map((name) => figureText(figures, name).text)
}

it('marks what takes today’s supply to a recorded price, and only that', () => {
  expect(texts('replay')).toEqual(['$100.00', '$50.00M', '$2.00B*', '20.00M BTC*', '—'])
  expect(texts('sim')).toEqual(['$100.00', '$50.00M', '$2.00B', '20.00M BTC', '—'])
})

it('counts in coins where the symbol is longer than any column has room for', () =>
  expect(texts('sim', 'FARTCOIN')[3]).toBe('20.00M coins'))
