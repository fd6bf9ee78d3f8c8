/** First 5 and last 5 characters. */
export const shortAddress = (address: string): string => `${address.slice(0, 5)}…${address.slice(-5)}`
