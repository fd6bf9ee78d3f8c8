import type { IdeaFault } from '@aerie/social/idea-terms'

export const SOCIAL_MESSAGES = {
  unknownCoin: (symbol: string) => `There is no market for ${symbol}.`,

  blocked: 'The author does not accept this from you.',
} as const

export const FAULT_MESSAGES: Readonly<Record<IdeaFault, readonly [field: string, words: string]>> = {
  'target-side': ['target', 'must be above the entry for long, below it for short'],
  'stop-side': ['stop', 'must be below the entry for long, above it for short'],
  'target-near': ['target', 'must be at least 0.1 % and three ticks from the entry'],
  'stop-near': ['stop', 'must be at least 0.1 % and three ticks from the entry'],
  'horizon-short': ['horizon_s', 'must be at least 15 minutes'],
  'horizon-long': ['horizon_s', 'must be at most 7 days'],
}
