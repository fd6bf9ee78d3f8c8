export const MARKET_MESSAGES = {
  noStart: (why: string) => `The market cannot start: ${why}`,
} as const
