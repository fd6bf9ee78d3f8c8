/** ApeX's own words of order types. */
const TYPES: Readonly<Record<string, string>> = {
  LIMIT: 'Limit',
  MARKET: 'Market',
  STOP_LIMIT: 'Stop limit',
  STOP_MARKET: 'Stop',
  TAKE_PROFIT_LIMIT: 'Take profit limit',
  TAKE_PROFIT_MARKET: 'Take profit',
}

/** Every sentence of Account → Apex. */
export const APEX_WORDS = {
  /** A type that is not known is told by ApeX's own word. */
  type: (word: string) => TYPES[word] ?? word,
} as const
