// What is said of a synthetic book or tape.

export const syntheticAbout = 'Recordings contain candles only. Paper orders fill against this book, which was never quoted.'
export const synthetic = (what: string) => `Synthetic ${what}`
export const madeFromCandles = 'made from recorded candles'
