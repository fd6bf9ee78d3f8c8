// A line of the list of forecasts.

// forecast-row
export const to = 'to'
