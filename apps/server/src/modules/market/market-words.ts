/** Every sentence of the market's state and of its refusals. */
export const MARKET_WORDS = {
  noStart: (why: string) => `The market cannot start: ${why}`,
} as const
