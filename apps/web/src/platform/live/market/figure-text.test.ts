import { expect, it } from 'vitest'
import { testPage, testRow } from '../test/market.ts'
import { figureText } from './figure-text.ts'
import { applyPage, figuresOf, reset } from './quotes.ts'

const texts = (source: 'replay' | 'sim', symbol = 'BTC') => {
  reset(source)
  applyPage(testPage([testRow(symbol)], { source }))
  const figures = figuresOf(symbol)
  if (figures === undefined) throw new Error('the row was not taken')
  return (['price', 'volume', 'marketCap', 'circulatingSupply', 'totalSupply'] as const).map((name) => figureText(figures, name).text)
}

it('marks only figures that combine today’s supply with a recorded price', () => {
  expect(texts('replay')).toEqual(['$100.00', '$50.00M', '$2.00B*', '20.00M BTC*', '—'])
  expect(texts('sim')).toEqual(['$100.00', '$50.00M', '$2.00B', '20.00M BTC', '—'])
})

it('uses "coins" as the unit when the symbol is too long for any column', () => expect(texts('sim', 'FARTCOIN')[3]).toBe('20.00M coins'))
