import type { WrittenLesson } from '../lesson.ts'

/** Market, limit and stop orders, makers and takers. */
export const orderTypes: WrittenLesson = {
  id: 'order-types',
  title: 'Order types',
  summary: 'Market, limit and stop orders: what each promises, and what it does not.',
  group: 'start',
  minutes: 6,
  blocks: [
    {
      kind: 'text',
      text: 'Every order gives up one thing to get another. A **market order** is sure to trade, but not at which price. A **limit order** is sure of its price or better, but not to trade at all.',
    },
    {
      kind: 'figure',
      figure: {
        kind: 'ladder',
        bids: [
          [64_000, 0.8],
          [63_990, 1.4],
          [63_980, 2.1],
          [63_960, 3.5],
          [63_930, 5],
          [63_900, 7],
        ],
        asks: [
          [64_010, 0.6],
          [64_020, 1.1],
          [64_040, 1.9],
          [64_060, 3.2],
          [64_100, 4.6],
          [64_150, 6.5],
        ],
      },
      caption: 'The difference between the average price and the best ask is slippage. It grows with size and with a thin book.',
    },
    {
      kind: 'text',
      text: '**Maker and taker.** An order that rests in the book *makes* liquidity; one that trades at once *takes* it. Makers usually pay a lower fee. *Post-only* rejects an order that would trade at once, so that it is always a maker.\n\n**Queue.** At one price, orders fill in the order of their arrival. A price that only touches your limit may fill those before you and turn around.',
    },
    {
      kind: 'text',
      text: '**Stop orders** wait outside the book. Once the trigger price is reached, a *stop* sends a market order and a *stop limit* sends a limit order. A stop gets you out at the price that is there then; a stop limit may leave you in a falling market, unfilled.\n\n**Time in force** says how long an order lives: *GTC* until canceled, *IOC* fills what it can at once and cancels the rest, *FOK* all or nothing, *GTT* until a time.\n\n**Reduce-only** can shrink a position but never open or flip one. Exits should have it.',
    },
    {
      kind: 'key',
      text: 'Choose a market order when getting in or out matters more than the price, and a limit order when the price matters more.',
    },
  ],
  task: {
    text: 'Place a limit order that waits in the book.',
    steps: [
      'Open Trade and choose Limit.',
      'To buy, enter a price a little below the best bid. Choose Post-only to be sure that it rests.',
      'Submit it, and find it under Orders. You may cancel it afterwards.',
    ],
    to: '/claw/trade',
    button: 'Open Trade',
    check: { kind: 'resting-limit' },
  },
  quiz: [
    {
      id: 'limit-promise',
      text: 'A buy limit at $99 is accepted while the best ask is $100. What is certain?',
      choices: [
        { id: 'fills', text: 'It will be filled' },
        { id: 'price', text: 'If it is filled, it is at $99 or lower' },
        { id: 'touch', text: 'It is filled as soon as a trade happens at $99' },
      ],
      right: 'price',
      why: {
        fills: 'The price may never come down to $99.',
        price: 'A limit is a promise about the price and nothing else.',
        touch: 'Orders that came before yours at $99 are filled first.',
      },
    },
    {
      id: 'stop-limit-risk',
      text: 'What is the danger of a stop limit as protection?',
      choices: [
        { id: 'unfilled', text: 'The price may jump past the limit, and the position stays open' },
        { id: 'fee', text: 'It always pays the maker fee' },
        { id: 'early', text: 'It triggers before a plain stop' },
      ],
      right: 'unfilled',
      why: {
        unfilled: 'In a fast fall there may be no buyer at your limit. A plain stop would have sold, at a worse price.',
        fee: 'A lower fee would be no danger; it may also take.',
        early: 'Both trigger at the same price. They differ in what they send.',
      },
    },
    {
      id: 'post-only',
      text: 'When is a post-only order rejected?',
      choices: [
        { id: 'cross', text: 'When it would trade at once' },
        { id: 'far', text: 'When it is too far from the last price' },
        { id: 'small', text: 'When others wait at the same price' },
      ],
      right: 'cross',
      why: {
        cross: 'It must add to the book. Crossing the spread would take from it.',
        far: 'It may wait as far away as the market allows.',
        small: 'It joins the end of the queue.',
      },
    },
    {
      id: 'reduce-only',
      text: 'You are long 1 ETH and send a reduce-only sell of 3 ETH. How many can it sell?',
      choices: [
        { id: 'one', text: '1 ETH' },
        { id: 'three', text: '3 ETH, leaving a short of 2' },
        { id: 'none', text: 'None: it is too large' },
      ],
      right: 'one',
      why: {
        one: 'Reduce-only closes at most the position that is there.',
        three: 'Flipping into a short is what reduce-only prevents.',
        none: 'It is cut to the position, not refused for its size.',
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
      title: 'Order types',
      by: 'Hyperliquid Docs',
      year: null,
      url: 'https://hyperliquid.gitbook.io/hyperliquid-docs/trading/order-types',
    },
    {
      title: 'Types of Orders',
      by: 'Investor.gov, U.S. Securities and Exchange Commission',
      year: null,
      url: 'https://www.investor.gov/introduction-investing/investing-basics/how-stock-markets-work/types-orders',
    },
  ],
}
