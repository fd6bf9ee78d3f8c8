import type { WrittenLesson } from '../lesson.ts'

/** From sign-up to a first paper trade. */
export const firstTrade: WrittenLesson = {
  id: 'first-trade',
  title: 'Your first paper trade',
  summary: 'Buy, watch and close a position with simulated money.',
  group: 'start',
  minutes: 3,
  blocks: [
    {
      kind: 'text',
      text: 'You have a **paper account** with 10,000 USDC of simulated money. Orders are filled against the order book that you see, with fees, so you meet the same spread and slippage as a real trader. No real money is involved.',
    },
    {
      kind: 'text',
      text: 'You trade **perpetuals**: contracts that follow the price of a coin. *Long* (buy) gains when the price rises, *short* (sell) gains when it falls. You do not own the coin.',
    },
    {
      kind: 'figure',
      figure: {
        kind: 'ladder',
        bids: [
          [99.9, 4],
          [99.8, 6],
          [99.7, 9],
          [99.6, 12],
          [99.5, 15],
        ],
        asks: [
          [100.1, 3],
          [100.2, 5],
          [100.3, 8],
          [100.4, 12],
          [100.5, 16],
        ],
      },
      caption: 'A market buy takes the lowest asks first. Move the size and see how the average price gets worse.',
    },
    {
      kind: 'text',
      text: 'A round trip has four steps:\n\n1. Choose a size. Start small: a few percent of the account.\n2. Buy at the market. The position appears in the table below the chart.\n3. Watch its unrealized profit change with the mark price.\n4. Close it. The trade is now in your journal.',
    },
    {
      kind: 'key',
      text: 'Your first loss will be the spread and two fees. That is the price of every round trip, before you are right or wrong.',
    },
  ],
  task: {
    text: 'Buy a small amount of BTC at the market on your paper account.',
    steps: [
      'Open Trade. BTC is selected.',
      'In the ticket, choose Buy and Market.',
      'Enter a small size, such as 0.01.',
      'Check the preview, then submit the order.',
    ],
    to: '/claw/trade',
    button: 'Open Trade',
    check: { kind: 'trade' },
  },
  quiz: [
    {
      id: 'what-is-risked',
      text: 'What can you lose on a paper account?',
      choices: [
        { id: 'deposit', text: 'The money you paid in' },
        { id: 'nothing-real', text: 'Only simulated money' },
        { id: 'coins', text: 'The coins in your linked wallet' },
      ],
      right: 'nothing-real',
      why: {
        deposit: 'You paid nothing in. The balance is simulated.',
        'nothing-real':
          'Balance, fills and fees are simulated; the prices and the order book are those of the market source shown in the header.',
        coins: 'The paper account has no access to any wallet.',
      },
    },
    {
      id: 'spread',
      text: 'You buy at the market and close at once. The price has not moved. What is your result?',
      choices: [
        { id: 'zero', text: 'Exactly zero' },
        { id: 'small-loss', text: 'A small loss' },
        { id: 'small-gain', text: 'A small gain' },
      ],
      right: 'small-loss',
      why: {
        zero: 'You bought at the ask and sold at the lower bid, and paid a fee both times.',
        'small-loss': 'You paid the spread once and a taker fee twice.',
        'small-gain': 'A market order pays the spread. It never earns it.',
      },
    },
    {
      id: 'short',
      text: 'What does a short position do when the price falls by 1%?',
      choices: [
        { id: 'gains', text: 'It gains about 1% of its value' },
        { id: 'loses', text: 'It loses about 1% of its value' },
        { id: 'neither', text: 'Nothing, until it is closed' },
      ],
      right: 'gains',
      why: {
        gains: 'A short gains what the price loses, less fees and funding.',
        loses: 'That is a long position.',
        neither: 'The profit is unrealized until then, but it counts in your equity and margin at once.',
      },
    },
  ],
  sources: [
    {
      title: 'Trading and Exchanges: Market Microstructure for Practitioners',
      by: 'Larry Harris, Oxford University Press',
      year: 2003,
      url: null,
    },
    {
      title: 'Contract specifications',
      by: 'Hyperliquid Docs',
      year: null,
      url: 'https://hyperliquid.gitbook.io/hyperliquid-docs/trading/contract-specifications',
    },
  ],
}
