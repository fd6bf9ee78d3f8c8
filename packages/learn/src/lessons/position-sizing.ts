import type { WrittenLesson } from '../lesson.ts'

/** Position sizing. */
export const positionSizing: WrittenLesson = {
  id: 'position-sizing',
  title: 'Position sizing',
  summary: 'Let the stop decide the size, so that no single trade can hurt you.',
  group: 'risk',
  minutes: 6,
  blocks: [
    {
      kind: 'text',
      text: 'Before asking *how much can I gain*, ask **how much do I lose if I am wrong?** Fix that amount first, as a share of your account: many traders risk 0.5 to 2% per trade. This is *fixed-fractional* sizing.',
    },
    {
      kind: 'text',
      text: 'The size then follows:\n\n> size = amount at risk ÷ distance from entry to stop\n\nWith 10,000 USDC and 1% at risk you may lose 100. With an entry at 200 and a stop at 190 each coin loses 10, so the size is 10 coins. Fees and slippage make the loss a little larger; a good calculator counts them.',
    },
    {
      kind: 'figure',
      figure: { kind: 'formula', formula: 'size' },
      caption:
        'The product’s own risk calculation, with a taker fee of 0.045% on both sides. A wider stop gives a smaller position, at the same risk.',
    },
    {
      kind: 'text',
      text: '**R.** The amount that you put at risk is called **1R**. A gain of twice that is +2R. Counted in R, trades of different sizes can be compared, and the journal does so.',
    },
    {
      kind: 'figure',
      figure: { kind: 'formula', formula: 'recovery' },
      caption: 'Losses weigh more than gains: what is lost must be regained on a smaller account.',
    },
    {
      kind: 'text',
      text: '**Why small?** Losing streaks are normal. With half of the trades losing, a run of six losses in a row is more likely than not within a hundred trades. At 1% each that costs about 6% of the account; at 10% each, nearly half.\n\nThe *Kelly criterion* (1956) gives the share that grows an account fastest if the odds are known exactly. They are not, and betting more than Kelly lowers growth and can ruin; so professionals use a fraction of it.',
    },
    { kind: 'key', text: 'The stop comes from the chart, the risk from your plan, and the size from both.' },
  ],
  task: {
    text: 'Open a paper position whose stop loss risks at most 1% of what the account began with.',
    steps: [
      'Open Pre-trade and use the risk calculator with 1% at risk, or choose “% at risk” as the size unit in the ticket on Trade.',
      'Add a stop loss to the order.',
      'Submit it. The stop is placed when the order is filled.',
    ],
    to: '/claw/trade',
    button: 'Open Trade',
    check: { kind: 'sized', maxRiskBps: 100 },
  },
  quiz: [
    {
      id: 'compute',
      text: 'Account 20,000 USDC, risk 1%, entry 50, stop 48. Without fees, what is the size?',
      choices: [
        { id: 'hundred', text: '100 coins' },
        { id: 'four', text: '4 coins' },
        { id: 'tenthousand', text: '400 coins' },
      ],
      right: 'hundred',
      why: {
        hundred: '1% is 200 USDC; each coin loses 2 at the stop: 200 ÷ 2 = 100.',
        four: 'That is the risk divided by the entry price: it would risk only 8 USDC.',
        tenthousand: 'That spends the whole account (400 × 50) and would lose 800 USDC, 4%.',
      },
    },
    {
      id: 'wider-stop',
      text: 'You move the planned stop twice as far away. What keeps the risk the same?',
      choices: [
        { id: 'half', text: 'Half the size' },
        { id: 'same', text: 'The same size' },
        { id: 'leverage', text: 'Half the leverage at the same size' },
      ],
      right: 'half',
      why: {
        half: 'Twice the loss per coin, half the coins.',
        same: 'Then the stop would cost twice as much.',
        leverage: 'Leverage changes the margin that is set aside, not what the stop costs.',
      },
    },
    {
      id: 'drawdown',
      text: 'An account has lost 50%. What gain brings it back?',
      choices: [
        { id: 'fifty', text: '50%' },
        { id: 'hundred', text: '100%' },
        { id: 'seventyfive', text: '75%' },
      ],
      right: 'hundred',
      why: {
        fifty: '50% of what is left is only a quarter of the start.',
        hundred: 'Half must double to be whole.',
        seventyfive: 'That reaches 87.5% of the start.',
      },
    },
    {
      id: 'two-r',
      text: 'You risked 80 USDC and made 200 USDC. What is the result in R?',
      choices: [
        { id: 'two-and-half', text: '+2.5R' },
        { id: 'two', text: '+2R' },
        { id: 'percent', text: '+200R' },
      ],
      right: 'two-and-half',
      why: {
        'two-and-half': '200 ÷ 80 = 2.5.',
        two: '2R would have been 160 USDC.',
        percent: 'R is the amount at risk, here 80, and not 1 USDC.',
      },
    },
  ],
  sources: [
    { title: 'Trade Your Way to Financial Freedom, 2nd edition', by: 'Van K. Tharp, McGraw-Hill', year: 2006, url: null },
    {
      title: 'A New Interpretation of Information Rate. Bell System Technical Journal 35(4)',
      by: 'J. L. Kelly, Jr.',
      year: 1956,
      url: null,
    },
    { title: 'The Mathematics of Money Management', by: 'Ralph Vince, Wiley', year: 1992, url: null },
  ],
}
