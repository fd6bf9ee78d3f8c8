import type { WrittenLesson } from '../lesson.ts'

/** Margin, leverage and liquidation of perpetuals. */
export const leverage: WrittenLesson = {
  id: 'leverage',
  title: 'Leverage and liquidation',
  summary: 'Margin, maintenance, and the price at which the venue closes you out.',
  group: 'risk',
  minutes: 6,
  blocks: [
    {
      kind: 'text',
      text: '**Leverage** is the value of a position divided by the margin set aside for it. With 5× leverage, a position of 5,000 USDC takes 1,000 of margin. Gains and losses are those of the 5,000.',
    },
    {
      kind: 'text',
      text: '**Maintenance margin** is what a position must at least keep. Once its margin, with the unrealized loss taken off, falls to that level, the venue **liquidates** it: it is closed at the market, without asking. The price at which this happens is the *liquidation price*.',
    },
    {
      kind: 'figure',
      figure: { kind: 'formula', formula: 'liquidation' },
      caption: 'A long on isolated margin. At high leverage, an everyday move is enough.',
    },
    {
      kind: 'text',
      text: '**Isolated and cross.** *Isolated* margin risks only what was set aside for this position. *Cross* margin lets the whole account back all positions: it is liquidated later, and takes the account with it.\n\n**Mark price.** Liquidation is judged by the mark, which is drawn from several venues, so that one odd trade does not liquidate anybody.\n\n**Leverage is not risk by itself.** The risk of a trade is its size times the distance to the stop. Leverage decides how much margin that takes, and how near liquidation is. Keep liquidation well beyond the stop: a stop behind the liquidation price is never reached.',
    },
    {
      kind: 'text',
      text: '**Cascades.** When many highly leveraged positions are liquidated at once, their forced orders push the price to the next ones. Such falls are quick, and stops slip.',
    },
    {
      kind: 'key',
      text: 'At 20×, a move of less than 5% against you is the end of the position. Coins make such moves in a day without any news.',
    },
  ],
  task: {
    text: 'Set the leverage of a market on your paper account to 3× or less.',
    steps: [
      'Open Trade and find Leverage in the ticket.',
      'Enter 3 or less, and choose Isolated or Cross.',
      'Submit a small order with it, or change the leverage of an open position.',
    ],
    to: '/claw/trade',
    button: 'Open Trade',
    check: { kind: 'leverage', atMost: 3 },
  },
  quiz: [
    {
      id: 'ten-times',
      text: 'A long with 10× isolated leverage and 0.5% maintenance. About how far may the price fall before liquidation?',
      choices: [
        { id: 'nine-half', text: 'About 9.5%' },
        { id: 'ten-half', text: 'About 10.5%' },
        { id: 'fifty', text: 'About 50%' },
      ],
      right: 'nine-half',
      why: {
        'nine-half': '1 ÷ 10 − 0.5% = 9.5%. Fees and funding bring it a little nearer.',
        'ten-half': 'Maintenance brings liquidation nearer, not further away.',
        fifty: 'The margin is only a tenth of the value.',
      },
    },
    {
      id: 'cross',
      text: 'What changes when an isolated position is switched to cross margin?',
      choices: [
        { id: 'later', text: 'It is liquidated later, and puts the whole account at risk' },
        { id: 'less', text: 'It can lose less' },
        { id: 'fee', text: 'Its fees are lower' },
      ],
      right: 'later',
      why: {
        later: 'All free equity now backs it.',
        less: 'It can lose more: everything.',
        fee: 'Fees do not depend on the margin mode.',
      },
    },
    {
      id: 'stop-behind',
      text: 'Your long has its stop at 88 and its liquidation price at 90. What is the stop good for?',
      choices: [
        { id: 'nothing', text: 'Nothing: the position is liquidated first' },
        { id: 'backup', text: 'It is a second safety net' },
        { id: 'better', text: 'It gives a better price than the liquidation' },
      ],
      right: 'nothing',
      why: {
        nothing: 'The fall reaches 90 before 88. Lower the leverage, or bring the stop nearer.',
        backup: 'It comes after the end.',
        better: 'It would sell lower, and there is nothing left to sell.',
      },
    },
    {
      id: 'same-size',
      text: 'You open the same size with 20× instead of 5×. The stop is hit in both cases. How do the losses compare?',
      choices: [
        { id: 'same', text: 'They are the same' },
        { id: 'four', text: 'Four times as large with 20×' },
        { id: 'quarter', text: 'A quarter with 20×' },
      ],
      right: 'same',
      why: {
        same: 'Size times distance is the same. Only the margin set aside differs, and the distance to liquidation.',
        four: 'That would be so if you used the same margin, and with it four times the size.',
        quarter: 'Less margin is set aside; the loss is that of the position.',
      },
    },
  ],
  sources: [
    {
      title: 'Liquidations',
      by: 'Hyperliquid Docs',
      year: null,
      url: 'https://hyperliquid.gitbook.io/hyperliquid-docs/trading/liquidations',
    },
    {
      title: 'Market Liquidity and Funding Liquidity. The Review of Financial Studies 22(6)',
      by: 'Markus K. Brunnermeier, Lasse Heje Pedersen',
      year: 2009,
      url: 'https://doi.org/10.1093/rfs/hhn098',
    },
  ],
}
