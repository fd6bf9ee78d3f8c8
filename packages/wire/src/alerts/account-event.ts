/** Events of a user's account that are listed like firings, without an alert. */
export const ACCOUNT_EVENT_KINDS = ['unprotected', 'stop_hit', 'liquidated', 'copy_paused', 'session_ended'] as const
/** One of `ACCOUNT_EVENT_KINDS`. */
export type AccountEventKind = (typeof ACCOUNT_EVENT_KINDS)[number]

const KINDS: ReadonlySet<string> = new Set(ACCOUNT_EVENT_KINDS)
/** Whether a firing is an account event, not an alert's. */
export const isAccountEvent = (kind: string): kind is AccountEventKind => KINDS.has(kind)
