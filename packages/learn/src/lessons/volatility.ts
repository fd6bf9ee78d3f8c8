import type { WrittenLesson } from '../lesson.ts'

/** Volatility and its growth with time. */
export const volatility: WrittenLesson = {
  id: 'volatility',
  title: 'Volatility',
  summary: 'How far prices usually move, how that grows with time, and why it clusters.',
  group: 'market',
  minutes: 6,
  blocks: [
    {
      kind: 'text',
      text: '**Volatility** is the standard deviation of returns over a span of time, usually stated per year. It says how far prices move, not in which direction. Crypto trades all day, every day, so a year has 365 days, not the 252 trading days of stocks.',
    },
    {
      kind: 'text',
      text: '**It grows with the square root of time.** If returns of different days are independent, their variances add up, so a move over four days is typically twice, not four times, as large as over one. To turn yearly volatility into daily, divide by √365, about 19.1.',
    },
    {
      kind: 'figure',
      figure: { kind: 'formula', formula: 'range' },
      caption:
        'How wide a typical range is for a yearly volatility and a span. One standard deviation: about two thirds of outcomes, if returns were normal.',
    },
    {
      kind: 'text',
      text: '**It clusters.** Large moves tend to follow large moves, and calm follows calm (Mandelbrot, 1963). That makes volatility one of the few things about prices that can be forecast at all. Aerie names four regimes by comparing the present with the past: calm, normal, high, extreme.\n\n**Fat tails.** Returns of coins have far more extreme days than a normal distribution allows. A “three-sigma” day, which should come about once in a year, may come several times.',
    },
    {
      kind: 'text',
      text: '**What to do with it.** Set stops and targets in units of the typical move and not in round percentages. Halve the size when volatility doubles, and the risk stays the same. A 2% stop may be wide in a calm week and inside the noise in an extreme one.',
    },
    {
      kind: 'key',
      text: 'Volatility times the square root of time gives the scale of what can happen. Your stop, your size and your patience should be on that scale.',
    },
  ],
  task: {
    text: 'Set an alert for the volatility regime of a coin.',
    steps: [
      'Open Trade Alerts and choose New alert.',
      'Under Watch, choose volatility, and the regime that you want to hear of, such as high.',
      'Save the alert.',
    ],
    to: '/tradealerts',
    button: 'Open Trade Alerts',
    check: { kind: 'alert', alert: 'volatility' },
  },
  quiz: [
    {
      id: 'root-time',
      text: 'A coin has a daily volatility of 3%. About how large is it over nine days, if days are independent?',
      choices: [
        { id: 'nine', text: '9%' },
        { id: 'twentyseven', text: '27%' },
        { id: 'three', text: '3%' },
      ],
      right: 'nine',
      why: {
        nine: 'It grows with √9 = 3: three times 3%.',
        twentyseven: 'That would be if all nine days moved the same way.',
        three: 'More time gives more room to move.',
      },
    },
    {
      id: 'direction',
      text: 'Volatility has risen from normal to extreme. What follows for the direction?',
      choices: [
        { id: 'down', text: 'The price will fall' },
        { id: 'up', text: 'The price will rise' },
        { id: 'neither', text: 'Neither: moves of both signs will be larger' },
      ],
      right: 'neither',
      why: {
        down: 'Falls are often volatile, but a volatile market also rallies.',
        up: 'It measures the size of moves, not their sign.',
        neither: 'What is known is the scale. Reduce size if you want the same risk.',
      },
    },
    {
      id: 'double',
      text: 'Volatility doubles. What keeps the risk of a trade in dollars the same, with the stop on the same number of typical moves?',
      choices: [
        { id: 'half', text: 'Half the size' },
        { id: 'same', text: 'The same size with a closer stop' },
        { id: 'double', text: 'Twice the size' },
      ],
      right: 'half',
      why: {
        half: 'The stop is twice as far in dollars, so half the coins lose the same amount.',
        same: 'A closer stop would stand inside the usual noise and be hit by chance.',
        double: 'That would be four times the risk.',
      },
    },
    {
      id: 'clusters',
      text: 'What does it mean that volatility clusters?',
      choices: [
        { id: 'follows', text: 'Large moves tend to be followed by large moves, of either sign' },
        { id: 'reverts', text: 'A large rise is followed by a large fall' },
        { id: 'weekends', text: 'Moves are larger on weekends' },
      ],
      right: 'follows',
      why: {
        follows: 'The size is predictable to a degree; the sign is not.',
        reverts: 'Clustering says nothing about the sign.',
        weekends: 'There may be such habits, but clustering is about what came just before.',
      },
    },
  ],
  sources: [
    { title: 'The Variation of Certain Speculative Prices. The Journal of Business 36(4)', by: 'Benoit Mandelbrot', year: 1963, url: null },
    {
      title: 'Empirical properties of asset returns: stylized facts and statistical issues. Quantitative Finance 1(2)',
      by: 'Rama Cont',
      year: 2001,
      url: 'https://doi.org/10.1080/713665670',
    },
    { title: 'Volatility Trading', by: 'Euan Sinclair, Wiley', year: 2008, url: null },
  ],
}
