import { describe, expect, it } from 'vitest'
import { headlineOf, pValueText, valueText } from './figure-text.ts'

const formula = 'wins / (wins + losses)'

describe('a headline', () => {
  it('is the interval below 30 trades, with the figure beside it', () =>
    expect(headlineOf('win_rate', { value: 0.8, n: 10, interval: [0.4902, 0.9433], formula })).toEqual({
      text: '49.0% to 94.3%',
      beside: '80.0% in 10 observations',
      isThin: true,
    }))

  it('is the figure from 30 trades on, with its interval', () =>
    expect(headlineOf('win_rate', { value: 0.6, n: 100, interval: [0.502, 0.6906], formula })).toEqual({
      text: '60.0%',
      beside: '95%: 50.2% to 69.1%',
      isThin: false,
    }))

  it('warns that a figure without an interval from few observations says little', () =>
    expect(headlineOf('payoff', { value: 2, n: 3, formula })).toMatchObject({ beside: 'only 3 observations: says little', isThin: true }))

  it('uses the singular for one observation', () =>
    expect(headlineOf('payoff', { value: 2, n: 1, formula }).beside).toBe('only 1 observation: says little'))

  it('is n/a with the reason, never a sentinel', () =>
    expect(headlineOf('profit_factor', { value: null, n: 5, reason: 'no trade lost', formula })).toEqual({
      text: 'n/a',
      beside: 'no trade lost',
      isThin: false,
    }))
})

it.each([
  ['max_drawdown', -0.1234, '−12.34%'],
  ['total_return', 0.05, '+5.00%'],
  ['expectancy', -0.5, '−0.5000'],
  ['mean_r', 0.25, '+0.25R'],
  ['mean_hold_ms', 5_400_000, '1 h 30 m'],
  ['sharpe', -0.001, '0.00'],
] as const)('formats %s', (name, value, text) => expect(valueText(name, value)).toBe(text))

it('shows the probability of pure luck, and never as zero', () => {
  expect(pValueText({ chance: 0.21, n: 34, wins: 20 }, 1)).toBe(
    'With 34 trades and 20 wins, a coin-flipper has this record or a better one with a chance of 21%.',
  )
  expect(pValueText({ chance: 0.0000001, n: 900, wins: 600 }, null)).toMatch(/less than 0\.1%/)
})

it('names the bias of the coin when wins and losses differ in size', () =>
  expect(pValueText({ chance: 0.0436, n: 3, wins: 2 }, 6.95)).toBe(
    'With 3 trades and 2 wins, a coin-flipper has this record or a better one with a chance of 4.4%. ' +
      'That coin wins 12.6% of the time: break-even when wins average 6.95 times losses.',
  ))
