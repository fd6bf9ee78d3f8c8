// What is said of a synthetic book or tape.

export const recordingsOnlyCandles = 'Recordings hold candles only. Paper orders fill against this book, which was never quoted.'
export const synthetic = (what: string) => `Synthetic ${what}`
export const madeRecordedCandles = 'made from recorded candles'
