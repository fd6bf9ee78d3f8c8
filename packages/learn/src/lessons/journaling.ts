import type { WrittenLesson } from '../lesson.ts'

/** Learning from trades without self-deception. */
export const journaling: WrittenLesson = {
  id: 'journaling',
  title: 'Keeping a journal',
  summary: 'How to learn from your trades without fooling yourself.',
  group: 'practice',
  minutes: 5,
  blocks: [
    {
      kind: 'text',
      text: 'Memory is kind: it keeps wins and finds reasons for losses afterwards. A **journal** holds what you knew and planned *before* the outcome. Aerie records fills, fees, stops and the forecast you could see by itself, when a position is opened. What only you can add is **why**.',
    },
    {
      kind: 'text',
      text: '**Judge the decision, not the result.** A good decision can lose, and a bad one can win. Rate each trade by whether you followed your plan. After some dozens of trades, compare: do trades that follow the plan do better?',
    },
    {
      kind: 'figure',
      figure: { kind: 'formula', formula: 'expectancy' },
      caption: 'Expectation per trade in R. A low share of wins can pay, and a high one can lose.',
    },
    {
      kind: 'text',
      text: '**Expectancy** is what a trade brings on average, in units of its risk. Before fees:\n\n> expectancy = share of wins × average win − share of losses × average loss\n\nNeither the share of wins nor the size of the wins says anything alone.\n\n**Sample size.** Ten trades prove nothing. With a result per trade that scatters by 1.5R, an average of +0.2R needs more than two hundred trades to stand clear of chance. The journal shows the range in which the true figure lies.',
    },
    {
      kind: 'text',
      text: '**What to write.** The idea in one sentence. What would prove it wrong. How you felt, if it mattered. Afterwards: what you would do again. Tags make groups that can be compared, such as *breakout*, *late*, *bored*.\n\n**Excursions.** *MAE* is the worst, *MFE* the best that a position has seen. Winners that were first deep in loss suggest early entries; losers that had been well in profit suggest late exits.',
    },
    { kind: 'key', text: 'Write the reason before the result is known. Afterwards you will remember another one.' },
  ],
  task: {
    text: 'Rate a trade in your journal, and write a note of at least 40 characters about it.',
    steps: [
      'Open Post-trade and choose a trade.',
      'Give it a rating: did you follow your plan?',
      'Write down why you took it, and what you would do again.',
    ],
    to: '/claw/posttrade',
    button: 'Open Post-trade',
    check: { kind: 'note', characters: 40 },
  },
  quiz: [
    {
      id: 'compute',
      text: 'You win 40% of your trades, on average +2R, and lose 1R otherwise. What is the expectancy, before fees?',
      choices: [
        { id: 'plus', text: '+0.2R' },
        { id: 'minus', text: '−0.2R' },
        { id: 'one', text: '+1R' },
      ],
      right: 'plus',
      why: {
        plus: '0.4 × 2 − 0.6 × 1 = 0.2.',
        minus: 'Most trades lose, but the wins are twice as large.',
        one: 'That is the difference between an average win and an average loss.',
      },
    },
    {
      id: 'good-loss',
      text: 'You followed your plan, and the trade lost 1R. How should it be rated?',
      choices: [
        { id: 'well', text: 'Well: the plan was followed' },
        { id: 'badly', text: 'Badly: it lost money' },
        { id: 'skip', text: 'Not at all: losses teach nothing' },
      ],
      right: 'well',
      why: {
        well: 'The rating is of the decision. The result is in the figures already.',
        badly: 'Then you learn to avoid good decisions with bad luck.',
        skip: 'Leaving losses out is the surest way to fool yourself.',
      },
    },
    {
      id: 'sample',
      text: 'After 12 trades your average is +0.5R. What do you know?',
      choices: [
        { id: 'edge', text: 'You have an edge' },
        { id: 'little', text: 'Little: chance easily gives such a result' },
        { id: 'size', text: 'You may raise your size' },
      ],
      right: 'little',
      why: {
        edge: 'Possibly. Twelve trades cannot show it.',
        little:
          'With a scatter of 1.5R, the average of 12 trades is uncertain by about 0.43R to either side, and that is one standard error.',
        size: 'Size should follow from evidence, and this is none yet.',
      },
    },
  ],
  sources: [
    { title: 'Thinking in Bets', by: 'Annie Duke, Portfolio', year: 2018, url: null },
    { title: 'Thinking, Fast and Slow', by: 'Daniel Kahneman, Farrar, Straus and Giroux', year: 2011, url: null },
    {
      title:
        'Trading Is Hazardous to Your Wealth: The Common Stock Investment Performance of Individual Investors. The Journal of Finance 55(2)',
      by: 'Brad M. Barber, Terrance Odean',
      year: 2000,
      url: 'https://doi.org/10.1111/0022-1082.00226',
    },
    {
      title: 'Campaign Trading: Tactics and Strategies to Exploit the Markets',
      by: 'John Sweeney, Wiley',
      year: 1996,
      url: null,
    },
  ],
}
