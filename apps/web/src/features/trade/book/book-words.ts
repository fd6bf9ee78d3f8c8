// Every sentence of Trade's book.

// slot
export const yours = (figure: string, symbol: string) => `Yours: ${figure} ${symbol}`
