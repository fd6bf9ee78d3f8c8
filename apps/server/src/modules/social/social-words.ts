import type { IdeaFault } from '@aerie/social/idea-terms'

/** Every sentence that Social answers with. */
export const SOCIAL_WORDS = {
  noIdea: 'There is no such idea.',
  noComment: 'There is no such comment.',
  noAuthor: 'There is no such author.',
  noText: 'There is no such idea or comment.',
  noUser: 'There is no such user.',
  unknownCoin: (symbol: string) => `There is no market for ${symbol}.`,
  staleMarket: (symbol: string) => `The price of ${symbol} is stale. Post the idea once it updates.`,
  badTerms: 'The idea cannot be scored as it is.',
  openOnCoin: (symbol: string, most: number) => `You have ${most} open ideas on ${symbol}. Wait until one has ended.`,
  openOfAll: (most: number) => `You have ${most} open ideas. Wait until one has ended.`,
  tooFast: 'You have posted a lot in a short time. Try again later.',
  suspended: 'The operator of this server has suspended you from posting.',
  usedKey: 'This Idempotency-Key was used for another idea.',
  nameTaken: 'This name is taken. Choose another.',
  mostAddenda: (most: number) => `An idea has at most ${most} additions.`,
  mostComments: (most: number) => `An idea has at most ${most} comments.`,
  mostOwnComments: (most: number) => `You have ${most} comments on this idea, the most for one person.`,
  textGone: 'Its text was removed, so nothing can be added.',
  noReplyToReply: 'Reply to the first comment of the thread.',
  blocked: 'The author does not accept this from you.',
  notYourself: 'You cannot follow, mute or block yourself.',
  mostViews: (most: number) => `You can mute or block ${most} authors.`,
  mostFollows: (most: number) => `You can follow ${most} authors.`,
} as const

/** What is wrong with a field of an idea, by the rule that it breaks. */
export const FAULT_WORDS: Readonly<Record<IdeaFault, readonly [field: string, words: string]>> = {
  'target-side': ['target', 'must be above the entry for long, below it for short'],
  'stop-side': ['stop', 'must be below the entry for long, above it for short'],
  'target-near': ['target', 'must be at least 0.1 % and three ticks from the entry'],
  'stop-near': ['stop', 'must be at least 0.1 % and three ticks from the entry'],
  'horizon-short': ['horizon_s', 'must be at least 15 minutes'],
  'horizon-long': ['horizon_s', 'must be at most 7 days'],
}
