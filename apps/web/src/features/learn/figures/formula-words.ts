import type { LessonFormula } from '@aerie/wire/lessons'

/** Names of the inputs and results of each formula. */
export const FORMULA_WORDS: Readonly<Record<LessonFormula, Readonly<Record<string, string>>>> = {
  range: { volatility: 'Volatility a year', days: 'Span', daily: 'Typical move in a day', move: 'Typical move in the span, up or down' },
  size: {
    account: 'Account',
    risk: 'Risk per trade',
    stop: 'Stop, from an entry at $200',
    size: 'Size',
    value: 'Position value',
    loss: 'Loss at the stop, fees included',
  },
  distance: { stop: 'Distance to the stop', daily: 'Volatility a day', hours: 'Time', touched: 'Chance that the stop is touched' },
  liquidation: {
    leverage: 'Leverage',
    price: 'Liquidation price, from an entry at $100',
    way: 'Fall until liquidation',
  },
  funding: {
    value: 'Position value',
    rate: 'Rate per hour',
    hours: 'Hours held',
    paid: 'A long pays (below zero: receives)',
    year: 'The same rate for a year',
  },
  spread: {
    coins: 'Coins',
    correlation: 'Correlation between all pairs',
    volatility: 'Volatility of each, a year',
    mix: 'Volatility of the portfolio',
    floor: 'Lowest possible with more coins',
  },
  recovery: { loss: 'Loss', gain: 'Gain needed to get back' },
  wait: {
    volatility: 'Volatility a year',
    days: 'Unbonding time',
    yearly: 'Yearly rate',
    move: 'Typical move while you wait, up or down',
    worth: 'Such a move is worth rewards of',
  },
  expectancy: { wins: 'Share of wins', win: 'Average win', each: 'Expectancy per trade, before fees' },
}
