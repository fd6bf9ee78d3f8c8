// What is wrong with a typed number.

export const enterNumber = 'Enter a number, such as 1,234.50.'
export const usePointForDecimals = 'Use a point for decimals: 1.5.'
export const numberTooLong = 'This number is too long.'
