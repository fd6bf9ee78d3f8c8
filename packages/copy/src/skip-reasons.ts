/** Reasons a leader's trade was not or only partly copied, in order of precedence. Source: AREAS.md C4; `notInCycle` is ours. */
export const SKIP_REASONS = [
  'leaderSource',
  'staleBook',
  'cycleDetected',
  'paused',
  'coinExcluded',
  'notInCycle',
  'late',
  'priceMoved',
  'totalLoss',
  'dailyLoss',
  'belowLot',
  'perTradeLimit',
  'belowMinNotional',
  'insufficientMargin',
] as const
/** One of `SKIP_REASONS`. */
export type SkipReason = (typeof SKIP_REASONS)[number]

/** Reason texts for the follower. */
export const SKIP_REASON_TEXT: Readonly<Record<SkipReason, string>> = {
  leaderSource: 'The leader trades in another market than this account.',
  staleBook: 'No prices of this market had arrived for more than five seconds.',
  cycleDetected: 'The leader copies you, directly or through others.',
  paused: 'This copy was paused.',
  coinExcluded: 'You have excluded this coin.',
  notInCycle: 'The position began before your copy, or you closed your part of it. Copying begins with the next position.',
  late: 'The trade was seen too late.',
  priceMoved: 'The price had moved too far from the price of the leader.',
  totalLoss: 'The total loss limit of this copy was reached.',
  dailyLoss: 'The daily loss limit of this copy was reached.',
  belowLot: 'Your share of this trade is smaller than the smallest size of this market.',
  perTradeLimit: 'Your share of this trade is above your limit per trade.',
  belowMinNotional: 'Your share of this trade is below the minimum value of this market.',
  insufficientMargin: 'Your account had too little free margin.',
}

/** Outcome of a leader's trade for a follower. `refused`: market rules, with the trading engine's reason. */
export const COPY_OUTCOMES = ['copied', 'skipped', 'late', 'refused'] as const
/** One of `COPY_OUTCOMES`. */
export type CopyOutcome = (typeof COPY_OUTCOMES)[number]
