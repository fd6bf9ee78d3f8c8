import { SKIP_REASON_TEXT, SKIP_REASONS, type SkipReason } from '@aerie/copy/copy-decision'
import { REASONS } from '@aerie/trading/reasons'

export const COPY_MESSAGES = {
  noLeader: 'There is no such leader, or the leader does not accept copies now.',

  source: 'This leader has no account in the present market.',

  interrupted: 'This could not be saved. Try again in a moment.',
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

export const stateText = (reason: string | null): string | null => (reason === null ? null : (STATE_TEXT[reason] ?? null))

const ENGINE_TEXT: Readonly<Record<string, string>> = REASONS
const isSkip = (reason: string): reason is SkipReason => SKIP_REASONS.some((one) => one === reason)

export const logReasonText = (reason: string | null): string | null => {
  if (reason === null) return null
  return isSkip(reason) ? SKIP_REASON_TEXT[reason] : (ENGINE_TEXT[reason] ?? OTHER_TEXT[reason] ?? null)
}

const OTHER_TEXT: Readonly<Record<string, string>> = {
  unavailable: 'The order could not be saved at that moment.',
  account_closed: 'The account was closed.',
  noPrice: 'No candle is stored for that time.',
}
