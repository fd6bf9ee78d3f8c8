// What the cone and its legend say.

// band-legend
export const bands = 'Bands'
export const median = 'Median'

// mini
export const forecastMedian95 = (symbol: string, hours: string, median: string, low: string, high: string) =>
  `${symbol}: forecast for ${hours}, median ${median}, 95% between ${low} and ${high}.`
