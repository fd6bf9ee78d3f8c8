type SummaryWords = Readonly<Record<'symbol' | 'hours' | 'anchor' | 'time' | 'median' | 'ranges' | 'source', string>>

/** Every sentence of the IPC view. Prices, times and hours come as text. */
export const IPC_WORDS = {
  price: 'Current price ',
  coins: 'Coins with a forecast',
  median: (hours: string) => `Median, ${hours} ahead`,
  medianTitle: 'Median',
  medianAbout: 'Half of the forecast lies above this price, half below. It starts from the close of the last full hour.',
  medianFormula: 'price(q) = close × exp(return quantile at q), q = 50%',
  medianNote: 'It is not a signal: over hours, almost nothing beats “no change”. The bands are the forecast.',
  at: 'at',
  from: (price: string) => `, from ${price}`,
  none: (symbol: string) => `No forecast for ${symbol} yet`,
  failed: (symbol: string) => `The forecast for ${symbol} could not be loaded`,
  loading: (symbol: string) => `Loading the forecast for ${symbol}`,
  pastFailed: 'Recent prices could not be loaded.',
  retry: 'Try Again',
  chance: {
    title: 'Chance to end above a level',
    below: (chance: string) => `${chance} below`,
    note: ', whatever happens before. Drag the line or type a price.',
    field: (quote: string) => `Price level in ${quote}`,
    wrong: 'Enter a price above 0.',
    aboutTitle: 'Chance above a level',
    about: 'The share of the forecast above the level at the horizon. It says nothing about prices touched before.',
    formula: 'P(above L) = 1 − F(ln L)',
    between:
      'F is linear in the logarithm of the price between the 21 quantiles (2.5% to 97.5%). Beyond them it falls as a power of the distance d from the median:',
    tail: 'P(beyond L) = 2.5% × (d(2.5%) ÷ d)^3.5',
    tailNote: 'It never reaches 0% or 100%: prices have fat tails.',
    level: 'Price level',
    value: (price: string, chance: string) => `${price}: ${chance} chance to end above`,
  },
  chart: {
    moment: 'Moment on the chart',
    none: 'none selected',
    range: (percent: number, low: string, high: string) => `${percent}% between ${low} and ${high}`,
    summary: ({ symbol, hours, anchor, time, median, ranges, source }: SummaryWords) =>
      `${symbol}: recent prices and the forecast for ${hours}, from ${anchor}. At ${time} the median is ${median}; ${ranges}. ${source}.`,
  },
  table: {
    open: 'Show as table',
    title: (symbol: string) => `Forecast for ${symbol}, hour by hour`,
    label: 'Table',
    heads: { hours: 'Hours', at: 'At', median: 'Median' },
    band: (percent: number) => `${percent}% band`,
  },
  noForecast: {
    title: (symbol: string) => `No forecast for ${symbol}`,
    text: (coins: string, last: string) =>
      `Forecasts are made every hour for ${coins} and ${last}, and scored in public. Other coins have no track record yet.`,
    chart: (symbol: string) => `Chart of ${symbol}`,
  },
} as const
