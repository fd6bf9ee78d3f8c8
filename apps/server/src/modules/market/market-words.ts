export const MARKET_WORDS = {
  noStart: (why: string) => `The market cannot start: ${why}`,
} as const
