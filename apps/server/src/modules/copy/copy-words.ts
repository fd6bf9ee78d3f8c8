import { SKIP_REASON_TEXT, SKIP_REASONS, type SkipReason } from '@aerie/copy/skip-reasons'
import { REASONS } from '@aerie/trading/reasons'

/** What the server says of copies. */
export const COPY_WORDS = {
  noCopy: 'You have no such copy.',
  noLeader: 'There is no such leader, or the leader does not accept copies now.',
  apex: 'Copies trade paper accounts only. Orders of ApeX Omni are signed in your browser, so the server cannot send them for you.',
  oneself: 'You cannot copy yourself.',
  loop: 'This leader copies you, directly or through others.',
  source: 'This leader has no account in the present market.',
  limit: (most: number) => `Your plan allows you to copy ${most} ${most === 1 ? 'leader' : 'leaders'}, paused copies included.`,
  full: (most: number) => `This leader has ${most} followers, which is the most.`,
  twice: 'You already copy this leader.',
  key: 'This Idempotency-Key was used for another copy.',
  ended: 'This copy has ended.',
  interrupted: 'This could not be saved. Try again in a moment.',
  lossLeft: 'The loss of this copy is above its total loss limit. Raise the limit first.',
  gone: 'This leader’s account is no longer there. Stop this copy.',
  closed: 'The leader does not accept copies now. Stop this copy, or try again later.',
  allocation: 'from 10 to 1,000,000,000 USDC',
  noTrades: 'no closed trades in this market',
  fewDays: 'needs at least 10 days',
  noFollowers: 'no follower has closed a copied trade',
  fewFollowers: 'needs at least 3 followers with a closed trade',
  noPast: 'The leader has no trades of the last 90 days in this market.',
  busy: 'Your last simulation is still running.',
  crowded: 'Many simulations are running at the moment.',
  name: 'This name is taken by another leader, or looks like another’s.',
  tooFast: 'You have begun many copies today. Wait a few minutes.',
  plainName: 'letters from A to Z and digits, so that no name looks like another',
  reservedName: 'this name is reserved',
  elsewhere: 'This copy cannot be closed here: it trades another market. Stop it and keep what it holds.',
} as const

const STATE_TEXT: Readonly<Record<string, string>> = {
  user: 'Paused by you.',
  total_loss: 'The total loss limit was reached. Whatever the copy holds is being closed.',
  leader_closed: 'The leader no longer accepts copies. What the copy holds stays yours to close.',
  leader_inactive: 'The leader’s account is not active now.',
  leader_reset: 'The leader has reset the account. Stop this copy and follow again to copy the new one.',
  leader_deleted: 'The leader has deleted the account.',
  source_changed: 'The server trades another market now.',
  account_reset: 'You have reset your account, so this copy has ended.',
}

/** Why a copy does not copy, in words. */
export const stateText = (reason: string | null): string | null => (reason === null ? null : (STATE_TEXT[reason] ?? null))

const ENGINE_TEXT: Readonly<Record<string, string>> = REASONS
const isSkip = (reason: string): reason is SkipReason => SKIP_REASONS.some((one) => one === reason)

/** Why a trade was not copied, in words: a reason of ours, else of the trading engine. */
export const logReasonText = (reason: string | null): string | null => {
  if (reason === null) return null
  return isSkip(reason) ? SKIP_REASON_TEXT[reason] : (ENGINE_TEXT[reason] ?? OTHER_TEXT[reason] ?? null)
}

const OTHER_TEXT: Readonly<Record<string, string>> = {
  unavailable: 'The order could not be saved at that moment.',
  account_closed: 'The account was closed.',
  noPrice: 'No candle is stored for that time.',
}
