export const SOCIAL_MESSAGES = {
  unknownCoin: (symbol: string) => `There is no market for ${symbol}.`,

  blocked: 'The author does not accept this from you.',
} as const
