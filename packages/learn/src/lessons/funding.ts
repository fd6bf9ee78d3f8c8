import type { WrittenLesson } from '../lesson.ts'

/** How funding ties a perpetual to its index, and its cost. */
export const funding: WrittenLesson = {
  id: 'funding',
  title: 'Funding',
  summary: 'The payment between longs and shorts that keeps a perpetual near its index.',
  group: 'market',
  minutes: 5,
  blocks: [
    {
      kind: 'text',
      text: 'A future that expires is pulled to the price of the coin on its last day. A **perpetual** never expires. Instead, longs and shorts pay each other **funding** at set times, by how far the perpetual trades from its index.',
    },
    {
      kind: 'text',
      text: '**Positive rate:** the perpetual trades above the index, and longs pay shorts. **Negative rate:** shorts pay longs. Whoever pushes the price away from the index pays those who hold against it. It is a payment between traders, not a fee of the venue.',
    },
    {
      kind: 'figure',
      figure: { kind: 'formula', formula: 'funding' },
      caption: 'Funding is charged on the whole value of the position, not on its margin.',
    },
    {
      kind: 'text',
      text: '**When.** Many venues pay every eight hours, some every hour. Aerie’s paper account pays at each full hour: an eighth of an eight-hour rate. You pay or receive if you hold the position at that moment.\n\n**How much.** A rate of 0.01% per eight hours looks like nothing. Over a year it is about 11% of the value; with 10× leverage, over 100% of the margin. In a heated market rates are many times higher.',
    },
    {
      kind: 'text',
      text: '**What it says.** A high positive rate says that longs are crowded and pay for it. It is no timing signal: it can stay high for weeks. Holding the coin and shorting its perpetual earns the rate without betting on the price, and takes on the risks of the venue, of the margin, and of a rate that turns.',
    },
    { kind: 'key', text: 'For a trade of minutes, fees matter more than funding. For a trade of weeks, check the rate before you enter.' },
  ],
  task: {
    text: 'Hold a small paper position over a full hour, until funding was paid or received.',
    steps: [
      'Open a small position on Trade.',
      'Keep it over the next full hour of the market’s clock.',
      'See the payment in the account’s ledger. You may close the position then.',
    ],
    to: '/claw/trade',
    button: 'Open Trade',
    check: { kind: 'funding' },
  },
  quiz: [
    {
      id: 'who-pays',
      text: 'The perpetual trades above its index. Who usually pays?',
      choices: [
        { id: 'longs', text: 'Longs pay shorts' },
        { id: 'shorts', text: 'Shorts pay longs' },
        { id: 'both', text: 'Both pay the venue' },
      ],
      right: 'longs',
      why: {
        longs: 'The rate is positive. It rewards selling the dearer perpetual.',
        shorts: 'That is so when it trades below the index.',
        both: 'Funding goes from traders to traders.',
      },
    },
    {
      id: 'amount',
      text: 'A long of 20,000 USDC on 2,000 of margin. The rate for this hour is 0.01%. What is paid?',
      choices: [
        { id: 'two', text: '2 USDC' },
        { id: 'fifth', text: '0.20 USDC' },
        { id: 'twenty', text: '20 USDC' },
      ],
      right: 'two',
      why: {
        two: '0.01% of the value of 20,000.',
        fifth: 'That is 0.01% of the margin. Funding is charged on the value.',
        twenty: 'That is 0.1%.',
      },
    },
    {
      id: 'moment',
      text: 'You close a position one minute before funding is due. What do you pay?',
      choices: [
        { id: 'nothing', text: 'Nothing' },
        { id: 'part', text: 'The part for the time you held it' },
        { id: 'all', text: 'The whole payment' },
      ],
      right: 'nothing',
      why: {
        nothing: 'Funding is exchanged between those who hold at that moment.',
        part: 'It is not counted by the minute.',
        all: 'Only those who hold at that moment pay.',
      },
    },
  ],
  sources: [
    {
      title: 'Fundamentals of Perpetual Futures',
      by: 'Songrun He, Asaf Manela, Omri Ross, Victor von Wachter (arXiv:2212.06888)',
      year: 2022,
      url: 'https://arxiv.org/abs/2212.06888',
    },
    { title: 'Funding', by: 'Hyperliquid Docs', year: null, url: 'https://hyperliquid.gitbook.io/hyperliquid-docs/trading/funding' },
  ],
}
