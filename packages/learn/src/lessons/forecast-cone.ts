import type { WrittenLesson } from '../lesson.ts'

/** Reading a forecast distribution. */
export const forecastCone: WrittenLesson = {
  id: 'forecast-cone',
  title: 'Reading a forecast cone',
  summary: 'A forecast is a range with probabilities. How to read it, and how to check it.',
  group: 'market',
  minutes: 6,
  blocks: [
    {
      kind: 'text',
      text: 'A single predicted price is almost surely wrong. An honest forecast is a **distribution**: for each price, how likely it is that the outcome lies below it. The cone draws three bands of it over time, 50%, 80% and 95%, around the **median**, which is as likely to be exceeded as not.',
    },
    {
      kind: 'figure',
      figure: { kind: 'cone', anchor: 100, hours: 24, percent: 2.4 },
      caption: 'A made-up forecast from 100. Move the price to see how likely it is that the outcome lies below.',
    },
    {
      kind: 'text',
      text: '**The median is not a signal.** Over hours, it lies close to the last price, and the forecast “no change” is very hard to beat. What can be forecast is the *width* of the cone, since volatility clusters.\n\n**A band is not a wall.** Of outcomes, about one in five should fall outside the 80% band. If none ever did, the band would be too wide.',
    },
    {
      kind: 'text',
      text: '**Calibration.** Forecasts are checked on many outcomes: the 80% band should hold about 80% of them. Aerie stores every forecast before its outcome is known, chains them by hashes so that none can be changed, and shows the share that came true on the scorecard.\n\n**Sharpness.** Between two calibrated forecasts, the narrower one tells more. Scores such as CRPS reward both at once, and are compared with the score of “no change”.\n\n**Overlap.** Forecasts for 24 hours, made every hour, share most of their time. A hundred of them are only about four independent outcomes. The scorecard counts these.',
    },
    { kind: 'key', text: 'Read the width before the median, and the track record before both.' },
  ],
  task: {
    text: 'Set an alert on a line of a forecast.',
    steps: [
      'Open Trade Alerts and choose New alert.',
      'Under Watch, choose forecast. Choose BTC, a horizon and a line of the forecast.',
      'Enter a price level and save the alert.',
    ],
    to: '/tradealerts',
    button: 'Open Trade Alerts',
    check: { kind: 'alert', alert: 'forecast' },
  },
  quiz: [
    {
      id: 'outside',
      text: 'Over 200 independent outcomes, how many should lie outside a good 80% band?',
      choices: [
        { id: 'none', text: 'None' },
        { id: 'forty', text: 'About 40' },
        { id: 'hundred', text: 'About 100' },
      ],
      right: 'forty',
      why: {
        none: 'Then the band is too wide: it claims less than it knows.',
        forty: '20% of 200. Fewer or many more would both be a fault.',
        hundred: 'That is what a 50% band does.',
      },
    },
    {
      id: 'median-up',
      text: 'The median for 24 hours lies 0.1% above the price; the 80% band reaches from −3% to +3.2%. What does it say?',
      choices: [
        { id: 'buy', text: 'Buy: the model expects a rise' },
        { id: 'coin', text: 'A rise and a fall are about equally likely, and moves of 3% are nothing unusual' },
        { id: 'flat', text: 'The price will hardly move' },
      ],
      right: 'coin',
      why: {
        buy: '0.1% is less than the fees of a round trip, and tiny against the width.',
        coin: 'The information is in the width.',
        flat: 'The median is near the price; the outcome need not be.',
      },
    },
    {
      id: 'independent',
      text: 'A 24-hour forecast is made every hour for ten days. About how many independent outcomes are there?',
      choices: [
        { id: 'ten', text: '10' },
        { id: 'all', text: '240' },
        { id: 'one', text: '1' },
      ],
      right: 'ten',
      why: {
        ten: 'Ten spans of 24 hours do not overlap. The others repeat most of the same hours.',
        all: '240 were made, but each shares 23 of its 24 hours with the next.',
        one: 'Ten days hold more than one day.',
      },
    },
    {
      id: 'wider',
      text: 'Two forecasts are both well calibrated. One has a band twice as wide. Which is more useful?',
      choices: [
        { id: 'narrow', text: 'The narrower one' },
        { id: 'wide', text: 'The wider one: it is safer' },
        { id: 'same', text: 'They are equally good' },
      ],
      right: 'narrow',
      why: {
        narrow: 'At the same calibration it says more. This is called sharpness.',
        wide: 'Both hold the share that they state. The wider one just knows less.',
        same: 'Calibration is not everything; a band from zero to infinity is useless.',
      },
    },
  ],
  sources: [
    {
      title: 'Probabilistic forecasts, calibration and sharpness. Journal of the Royal Statistical Society B 69(2)',
      by: 'Tilmann Gneiting, Fadoua Balabdaoui, Adrian E. Raftery',
      year: 2007,
      url: null,
    },
    {
      title: 'Strictly Proper Scoring Rules, Prediction, and Estimation. Journal of the American Statistical Association 102',
      by: 'Tilmann Gneiting, Adrian E. Raftery',
      year: 2007,
      url: null,
    },
    {
      title: 'Empirical exchange rate models of the seventies: Do they fit out of sample? Journal of International Economics 14',
      by: 'Richard A. Meese, Kenneth Rogoff',
      year: 1983,
      url: null,
    },
  ],
}
