import type { WrittenLesson } from '../lesson.ts'

/** What holding several coins does and does not do for risk. */
export const diversification: WrittenLesson = {
  id: 'diversification',
  title: 'Diversification',
  summary: 'Why ten coins are not ten bets, and how correlation decides what you gain.',
  group: 'risk',
  minutes: 5,
  blocks: [
    {
      kind: 'text',
      text: 'Holding several things lowers risk only as far as they do **not** move together. *Correlation* measures that: 1 means in step, 0 means unrelated, −1 means opposite.',
    },
    {
      kind: 'figure',
      figure: { kind: 'formula', formula: 'spread' },
      caption: 'Volatility of an equally weighted portfolio. With a high correlation, further coins add almost nothing.',
    },
    {
      kind: 'text',
      text: 'For `n` equally volatile coins with the same correlation ρ between all pairs, the variance of the whole is σ² · (1/n + (1 − 1/n) · ρ). However many there are, it never falls below σ² · ρ: this rest is the **risk of the market**, and more coins do not remove it.',
    },
    {
      kind: 'text',
      text: '**Coins move together.** Large coins are often correlated by 0.6 to 0.9 over weeks. Five longs in five coins may be one bet on “crypto rises”, five times as large. Count the risk of open trades together.\n\n**In a crash correlations rise.** Measured in calm months, diversification looks better than it is when it is needed (Longin and Solnik, 2001).\n\n**Different risks.** Spreading over venues, custody and strategies protects from what correlation of prices does not show: a hack, a failed exchange, an error in one method.',
    },
    {
      kind: 'text',
      text: '**Its price.** Equal parts in everything also dilute a real advantage. Diversification lowers risk without lowering the expected return only as long as what you add is expected to return as much.',
    },
    { kind: 'key', text: 'Ask of each new position: on a day on which the others lose, what does it do?' },
  ],
  task: {
    text: 'Keep a watchlist of at least four coins, and look at how they correlate.',
    steps: ['Open Pre-trade and add at least four coins to a watchlist.', 'Open the correlation panel and compare the pairs.'],
    to: '/claw/pretrade',
    button: 'Open Pre-trade',
    check: { kind: 'watchlist', coins: 4 },
  },
  quiz: [
    {
      id: 'rho-one',
      text: 'Ten coins are perfectly correlated and equally volatile. How volatile is an equal mix of them?',
      choices: [
        { id: 'same', text: 'As volatile as one' },
        { id: 'tenth', text: 'A tenth of one' },
        { id: 'root', text: 'About a third of one' },
      ],
      right: 'same',
      why: {
        same: 'They rise and fall as one. Nothing cancels out.',
        tenth: 'That never happens by spreading alone.',
        root: '1/√10 would be right if they were unrelated.',
      },
    },
    {
      id: 'floor',
      text: 'The correlation between all pairs is 0.49. How low can many equal parts bring the volatility?',
      choices: [
        { id: 'seventy', text: 'To about 70% of a single coin’s' },
        { id: 'half', text: 'To 49% of a single coin’s' },
        { id: 'zero', text: 'To zero' },
      ],
      right: 'seventy',
      why: {
        seventy: 'The variance falls to 0.49 of one coin’s; its root is 0.7.',
        half: 'That is the variance. Volatility is its root.',
        zero: 'Only without any correlation.',
      },
    },
    {
      id: 'five-longs',
      text: 'You risk 1% on each of five longs in large coins. What is the honest estimate of the total risk?',
      choices: [
        { id: 'five', text: 'Close to 5%, since they may all be stopped on the same day' },
        { id: 'one', text: '1%, since each is sized on its own' },
        { id: 'fifth', text: '0.2%, since it is spread over five' },
      ],
      right: 'five',
      why: {
        five: 'Highly correlated positions fall together.',
        one: 'Only if no two could lose at once.',
        fifth: 'Each of them risks a whole percent.',
      },
    },
  ],
  sources: [
    { title: 'Portfolio Selection. The Journal of Finance 7(1)', by: 'Harry Markowitz', year: 1952, url: null },
    {
      title: 'Extreme Correlation of International Equity Markets. The Journal of Finance 56(2)',
      by: 'François Longin, Bruno Solnik',
      year: 2001,
      url: 'https://doi.org/10.1111/0022-1082.00340',
    },
    { title: 'Active Portfolio Management, 2nd edition', by: 'Richard C. Grinold, Ronald N. Kahn, McGraw-Hill', year: 1999, url: null },
  ],
}
