type ChartText = Readonly<Record<'interval' | 'side' | 'symbol' | 'fills', string> & { bars: number }>
export const chartSummary = ({ bars, interval, side, symbol, fills }: ChartText) =>
  `${bars} candles of ${interval} around the ${side} trade in ${symbol}, with ${fills} marked. All figures are listed below.`

export const fills = 'Fills'

export const side = 'Side'
export const price = 'Price'

export const momentAt = (what: string, price: string, time: string) => `${what} at ${price}, ${time}`
