// What is said of a synthetic book or tape.

export const recordingsOnlyCandles = 'Recordings have only candles. Orders on paper fill against this book; nobody ever quoted it.'
export const synthetic = (what: string) => `Synthetic ${what}`
export const madeRecordedCandles = 'made from recorded candles'
