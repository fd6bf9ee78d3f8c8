import type { WrittenLesson } from '../lesson.ts'

/** Stop placement and its limits. */
export const stops: WrittenLesson = {
  id: 'stops',
  title: 'Stops',
  summary: 'Where to be out, decided before you are in. What a stop can and cannot do.',
  group: 'risk',
  minutes: 5,
  blocks: [
    {
      kind: 'text',
      text: 'A **stop loss** closes a position when the price has moved against you by a set amount. It is the answer to “what would prove me wrong?”, written down while you are calm.',
    },
    {
      kind: 'text',
      text: '**Where.** Place it beyond the price at which the idea is wrong: below a low that should hold, or a number of typical moves away. A stop at a round percentage is convenient and tells the market nothing. A stop inside the usual noise will be hit by chance.',
    },
    {
      kind: 'figure',
      figure: { kind: 'formula', formula: 'distance' },
      caption:
        'The chance that a price without drift touches a stop within a time, by the reflection principle. Near stops are hit by noise alone.',
    },
    {
      kind: 'text',
      text: '**What it cannot do.** A stop is no guarantee of a price. It sends a market order once the trigger is reached; if the price has jumped, the fill is worse. In thin markets the slippage can exceed the planned loss.\n\n**Trigger.** By the *mark price*, a stop is safe from a single odd trade on one venue. By the *last trade*, it is quicker.\n\n**Moving it.** Moving a stop further away means enlarging a loss after the fact. Moving it towards the price (*trailing*) locks in a part of the gain and makes a chance exit more likely.',
    },
    {
      kind: 'text',
      text: '**Bracket.** An entry with a stop loss and a take profit attached is called a bracket: when one of the exits is filled, the other is cancelled. The exits are placed with the fill, so there is no moment without a stop.',
    },
    { kind: 'key', text: 'Decide the exit before the entry, and put it in the order. A stop in the head is a hope.' },
  ],
  task: {
    text: 'Open a paper position with a stop loss within 2% of the entry.',
    steps: [
      'Open Trade and prepare a small market order.',
      'Under “Take profit and stop loss”, set a stop loss at most 2% away: below the price to buy, above it to sell.',
      'Submit it, and see the stop under Orders.',
    ],
    to: '/claw/trade',
    button: 'Open Trade',
    check: { kind: 'bracket', maxStopBps: 200 },
  },
  quiz: [
    {
      id: 'gap',
      text: 'Your long has a stop at 95. Bad news: the next trade after 97 is at 90. Where are you out?',
      choices: [
        { id: 'ninetyfive', text: 'At 95' },
        { id: 'ninety', text: 'Near 90' },
        { id: 'not', text: 'Not at all: 95 was skipped' },
      ],
      right: 'ninety',
      why: {
        ninetyfive: 'Nobody bought at 95. A stop is a trigger, not a price.',
        ninety: 'The trigger was passed, so a market order was sent, and met the book as it was.',
        not: 'Passing the trigger is enough to set it off.',
      },
    },
    {
      id: 'too-near',
      text: 'A coin usually moves 2% within an hour. What happens to a stop 0.3% away?',
      choices: [
        { id: 'safe', text: 'It makes the trade very safe' },
        { id: 'noise', text: 'It is very likely hit by chance, whatever comes later' },
        { id: 'never', text: 'It is too small to be hit' },
      ],
      right: 'noise',
      why: {
        safe: 'Each loss is small, but nearly every trade becomes one.',
        noise: 'It is well inside the usual movement.',
        never: 'The nearer, the more often it is touched.',
      },
    },
    {
      id: 'sibling',
      text: 'In a bracket, the take profit has been filled. What happens to the stop loss?',
      choices: [
        { id: 'canceled', text: 'It is cancelled' },
        { id: 'stays', text: 'It stays, in case the price returns' },
        { id: 'flips', text: 'It opens a position in the other direction' },
      ],
      right: 'canceled',
      why: {
        canceled: 'The exits of a bracket belong together: what one closes, the other need not.',
        stays: 'There is nothing left for it to protect.',
        flips: 'Exits are reduce-only.',
      },
    },
    {
      id: 'move-away',
      text: 'The price approaches your stop. You move it further away. What have you done?',
      choices: [
        { id: 'room', text: 'Given the trade room, at no cost' },
        { id: 'risk', text: 'Taken more risk than you had planned' },
        { id: 'odds', text: 'Improved the odds of a win, so the expected result' },
      ],
      right: 'risk',
      why: {
        room: 'The cost is a larger loss whenever the move goes on.',
        risk: 'The size was chosen for the old stop. Now 1R is more than you had decided on.',
        odds: 'Wins become more likely and losses larger. Without an edge the expectation stays the same, less fees.',
      },
    },
  ],
  sources: [
    {
      title: 'When do stop-loss rules stop losses? Journal of Financial Markets 18',
      by: 'Kathryn M. Kaminski, Andrew W. Lo',
      year: 2014,
      url: 'https://dspace.mit.edu/handle/1721.1/114876',
    },
    {
      title: 'Stop-loss orders and price cascades in currency markets. Journal of International Money and Finance 24(2)',
      by: 'Carol L. Osler',
      year: 2005,
      url: 'https://www.newyorkfed.org/research/staff_reports/sr150.html',
    },
    { title: 'Trade Your Way to Financial Freedom, 2nd edition', by: 'Van K. Tharp, McGraw-Hill', year: 2006, url: null },
  ],
}
