// Actions of an indicator's legend.

// legends
export const set = (words: string) => `Set ${words}`
export const remove = (words: string) => `Remove ${words}`
export const heikinAshiAverages = 'Heikin-Ashi candles are averages. Figures are traded prices.'
