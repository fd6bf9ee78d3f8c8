import type { WrittenLesson } from '../lesson.ts'

/** What a candle shows and hides. */
export const candles: WrittenLesson = {
  id: 'candles',
  title: 'Candles',
  summary: 'Open, high, low and close: what a candle says, and what it hides.',
  group: 'market',
  minutes: 5,
  blocks: [
    {
      kind: 'text',
      text: 'A candle sums up all trades of one interval in four prices: the first (**open**), the highest (**high**), the lowest (**low**) and the last (**close**). The body spans open and close; the wicks reach to high and low.',
    },
    {
      kind: 'figure',
      figure: {
        kind: 'candles',
        candles: [
          [100, 101.2, 99.4, 100.8],
          [100.8, 102.6, 100.5, 102.3],
          [102.3, 103, 101.1, 101.4],
          [101.4, 101.9, 98.2, 101.6],
          [101.6, 104.4, 101.3, 104.1],
          [104.1, 107.2, 103.9, 104.3],
          [104.3, 104.9, 101.2, 101.5],
          [101.5, 102.4, 100.6, 102],
          [102, 102.2, 99.1, 99.4],
          [99.4, 100.9, 98.8, 100.6],
          [100.6, 103.1, 100.4, 102.9],
          [102.9, 103.6, 102.1, 103.3],
        ],
        marks: [
          { at: 3, text: 'Long lower wick: the price fell to 98.2 and came back before the close. Buyers appeared, in this interval.' },
          { at: 5, text: 'Long upper wick: it traded at 107.2, but closed near its open. Who bought the high is at a loss.' },
          { at: 8, text: 'Close near the low: sellers had the last word of this interval.' },
        ],
      },
      caption: 'Made-up prices. Choose a candle to read its four prices.',
    },
    {
      kind: 'text',
      text: '**What it hides.** A candle does not say whether the high came before the low. A stop and a target inside the same candle may both have been reached, in either order. That is why tests of a strategy on coarse candles flatter it.\n\n**The open candle** changes until its interval ends. A signal that uses its close can vanish. Judge closed candles.\n\n**Intervals.** The same hour is one candle on the 1-hour chart and sixty on the 1-minute chart. Shorter is not more accurate; it shows more of the noise.',
    },
    {
      kind: 'text',
      text: '**Patterns.** Named candle patterns are popular and their evidence is thin: a study of the stocks of the Dow Jones found no value in them beyond chance (Marshall, Young and Rose, 2006). Use candles to see where trading took place, and do not read fortunes from a single shape.',
    },
    { kind: 'key', text: 'A candle is a summary of four numbers. It shows where the price was, not in which order, and not why.' },
  ],
  task: {
    text: 'Mark a price level on a chart that you would want to see again.',
    steps: [
      'Open Pre-trade and choose a coin.',
      'In the chart, choose a drawing tool, such as the horizontal line.',
      'Place it at a recent high or low. It is saved to your account.',
    ],
    to: '/claw/pretrade',
    button: 'Open Pre-trade',
    check: { kind: 'drawing' },
  },
  quiz: [
    {
      id: 'body',
      text: 'What does the body of a candle show?',
      choices: [
        { id: 'open-close', text: 'The range from open to close' },
        { id: 'high-low', text: 'The range from high to low' },
        { id: 'volume', text: 'How much was traded' },
      ],
      right: 'open-close',
      why: {
        'open-close': 'Its colour says which of the two is higher.',
        'high-low': 'That is the whole candle, wicks included.',
        volume: 'Volume is drawn apart from the candle.',
      },
    },
    {
      id: 'order-inside',
      text: 'A candle has reached both your stop and your target. Which came first?',
      choices: [
        { id: 'stop', text: 'The stop, if the candle closed lower' },
        { id: 'target', text: 'The target, if the candle closed higher' },
        { id: 'unknown', text: 'The candle cannot tell' },
      ],
      right: 'unknown',
      why: {
        stop: 'The price may have reached the target first and fallen afterwards.',
        target: 'It may have dipped to the stop before it rose.',
        unknown: 'Only finer data, such as shorter candles or single trades, can.',
      },
    },
    {
      id: 'open-candle',
      text: 'Why is a signal on the current candle unreliable?',
      choices: [
        { id: 'changes', text: 'Its close is not fixed until the interval ends' },
        { id: 'delay', text: 'Exchanges send it late' },
        { id: 'volume', text: 'It has too little volume' },
      ],
      right: 'changes',
      why: {
        changes: 'What looks like a breakout now may be a long wick in ten minutes.',
        delay: 'Even without any delay, it is unfinished.',
        volume: 'It may have plenty, and still turn around.',
      },
    },
  ],
  sources: [
    {
      title: 'Candlestick technical trading strategies: Can they create value for investors? Journal of Banking & Finance 30(8)',
      by: 'Ben R. Marshall, Martin R. Young, Lawrence C. Rose',
      year: 2006,
      url: null,
    },
    { title: 'Japanese Candlestick Charting Techniques', by: 'Steve Nison, New York Institute of Finance', year: 1991, url: null },
    { title: 'Evidence-Based Technical Analysis', by: 'David Aronson, Wiley', year: 2006, url: null },
  ],
}
