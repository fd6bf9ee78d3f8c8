import { expect, it } from 'vitest'
import {
  amountFigure,
  bpsFigure,
  exactFigure,
  exactTitle,
  percentFigure,
  priceFigure,
  rateFigure,
  signedAmount,
  signedPercent,
  timesFigure,
  toneOf,
} from './figures.ts'

it.each([
  ['60523.776', '0.1', '60,523.8'],
  ['60544.957662020892', '0.1', '60,545.0'],
  ['63651', '0.1', '63,651.0'],
  ['0.50005', '0.0001', '0.5000'],
  ['0.50015', '0.0001', '0.5002'],
  ['64123.5', '1', '64,124'],
  ['25.565', '0.50', '25.6'],
  // By the rule for numbers, where no tick is known, and below half a tick.
  ['60544.957662020892', null, '60,544.96'],
  ['0.00000412', null, '0.00000412'],
  ['0.00004', '0.01', '0.00004000'],
  [null, '0.1', '—'],
])('formats the price %s at a tick of %s as %s', (price, tick, text) => expect(priceFigure(price, tick)).toBe(text))

it('provides the exact figure when the displayed one was rounded, and only then', () => {
  expect([
    exactTitle('60544.957662020892', '60,545.0'),
    exactTitle('60545', '60,545.0'),
    exactTitle('63651', '63,651'),
    exactTitle('0', '0'),
    exactTitle(null, '—'),
  ]).toEqual(['60,544.957662020892', undefined, undefined, undefined, undefined])
})

it('rounds amounts instead of truncating them, with one minus sign', () => {
  expect(['0.0573', '0.057299', '0.848783', '-272.976', '-0.272976', '0', null].map(amountFigure)).toEqual([
    '0.0573',
    '0.0573',
    '0.8488',
    '−272.98',
    '−0.2730',
    '0',
    '—',
  ])
  expect(['1.150526', '-4.2', '0.000', '-0.0000000001', null].map(signedAmount)).toEqual(['+1.151', '−4.200', '0', '0.00000000', '—'])
  expect(['1', '-0.01', '-0.00', '0', null].map(toneOf)).toEqual(['up', 'down', undefined, undefined, undefined])
})

it('formats fractions as percent, basis points, rates and multiples', () => {
  expect(['0.0215', '-0.001235', '0.00005', '12.5', '-0', null].map(percentFigure)).toEqual([
    '2.15%',
    '−0.12%',
    '0.00%',
    '1,250.00%',
    '0.00%',
    '—',
  ])
  expect(['0.0215', '-0.001235', '0'].map(signedPercent)).toEqual(['+2.15%', '−0.12%', '0.00%'])
  expect(['0.00010678', '-0.5'].map(bpsFigure)).toEqual(['1.07 bps', '−5,000.00 bps'])
  expect(['0.0000125', '-0.0000000749', '0.01'].map(rateFigure)).toEqual(['0.00125%', '−0.000007%', '1%'])
  expect(['0.2499', '3.14159', '12', null].map(timesFigure)).toEqual(['0.2499×', '3.142×', '12.00×', '—'])
})

it('keeps every digit of exact values', () =>
  expect([exactFigure('-1234.5678901'), exactFigure('5', 6), exactFigure(null)]).toEqual(['−1,234.5678901', '5.000000', '—']))
