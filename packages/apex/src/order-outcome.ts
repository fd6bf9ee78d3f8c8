import type { ApexOrder } from './replies.ts'

/** Outcome of a sent order. `unknown`: no usable response; it may be on the book, so query it and never resend. */
export type PlaceOutcome =
  | { readonly kind: 'accepted'; readonly order: ApexOrder }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** `restMs`: back-off requested by ApeX; null if without a duration, absent if not requested. */
  | { readonly kind: 'unknown'; readonly message: string; readonly restMs?: number | null }

/** Facts for judging an unknown outcome. */
export type OutcomeFacts = {
  readonly sentAtMs: number
  readonly expiresAtMs: number
  readonly byClientId: ApexOrder | 'not-found' | 'unanswered'
  /** The history since sending was read completely and does not contain the order. */
  readonly isAbsentFromHistory: boolean
  readonly nowMs: number
}

/** An order that ApeX does not know this long after sending, and that is absent from the history, was never accepted. */
export const SETTLED_UNKNOWN_MS = 120_000

/** Verdict: the order itself, never accepted, or query again. */
export type OutcomeVerdict =
  | { readonly kind: 'known'; readonly order: ApexOrder }
  | { readonly kind: 'never-taken' }
  | { readonly kind: 'ask-again' }

/** "Not found" is final only after `SETTLED_UNKNOWN_MS` plus a history check, or signature expiry: a busy venue may register late. */
export function judgeOutcome({ sentAtMs, expiresAtMs, byClientId, isAbsentFromHistory, nowMs }: OutcomeFacts): OutcomeVerdict {
  if (typeof byClientId === 'object') return { kind: 'known', order: byClientId }
  if (byClientId === 'unanswered' || !isAbsentFromHistory) return { kind: 'ask-again' }
  const isOver = nowMs >= expiresAtMs || nowMs - sentAtMs >= SETTLED_UNKNOWN_MS
  return isOver ? { kind: 'never-taken' } : { kind: 'ask-again' }
}
