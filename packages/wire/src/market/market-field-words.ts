/** Field error messages of market queries, as in field-words.ts. */
export const MARKET_FIELD_MESSAGES = {
  symbol: 'use 1 to 12 letters and digits in upper case',
  tooLong: 'too long',
} as const
