/** Every sentence of the command palette. */
export const PALETTE_WORDS = {
  coins: 'Search coins',
  all: 'Search pages, coins and actions',
  results: 'Results',
  none: 'No matches. Try a shorter word or the symbol of a coin.',
  group: 'Coins',
} as const
