// Actions of an indicator's legend.

// legends
export const set = (words: string) => `Set ${words}`
export const remove = (words: string) => `Remove ${words}`
