// Every sentence of a token's details.

// token-details
export const marketCap = 'Market Cap'
export const circulationSupply = 'Circulation Supply'
export const totalMarketCap = 'Total Market Cap'
export const totalSupply = 'Total Supply'
export const detailsFailed = (symbol: string) => `The details for ${symbol} could not be loaded`
export const loadingDetails = (symbol: string) => `Loading the details for ${symbol}`
export const actions = 'Actions'
export const pricePrediction = 'Price Prediction'
export const setAlert = 'Set Alert'
export const noPrediction = (symbol: string) => `${symbol} is not among the supported currencies, so it has no prediction.`
export const chartOnly = (symbol: string) => `Chart only: there is no price prediction for ${symbol}.`
