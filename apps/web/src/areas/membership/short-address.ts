export const shortAddress = (address: string): string => `${address.slice(0, 5)}…${address.slice(-5)}`
