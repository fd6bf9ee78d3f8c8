/** Said beside a field, as in field-words.ts: questions about the market. */
export const MARKET_FIELD_WORDS = {
  symbol: 'use 1 to 12 letters and digits in upper case',
  tooLong: 'too long',
} as const
