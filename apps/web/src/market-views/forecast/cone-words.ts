export const median = 'Median'

type ConeText = Readonly<Record<'symbol' | 'hours' | 'median' | 'low' | 'high', string>>
export const forecastSummary = ({ symbol, hours, median, low, high }: ConeText) =>
  `${symbol}: forecast for ${hours}, median ${median}, 95% between ${low} and ${high}.`
