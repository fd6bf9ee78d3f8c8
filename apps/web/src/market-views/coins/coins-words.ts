// Every sentence of coins.

// coin-picker-dialog
export const searchCurrency = 'Search a currency by name or symbol'
export const chooseACurrency = 'Choose a currency'
export const currencies = 'Currencies'
export const noMatchingCurrency = 'No matching currency. Try a shorter word or a symbol.'
export const prediction = 'Prediction'
export const shownNow = 'shown now'
