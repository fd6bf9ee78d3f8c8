import type { ApexOrder } from './replies.ts'

/**
 * What became of an order that was sent. `unknown`: no answer, or one that says nothing; it may be on the book, so it is asked
 * for and never sent again.
 */
export type PlaceOutcome =
  | { readonly kind: 'accepted'; readonly order: ApexOrder }
  | { readonly kind: 'refused'; readonly code: string; readonly words: string }
  /** `restMs`: ApeX asked to be left alone for so long; null where it did not say how long, absent where it did not ask. */
  | { readonly kind: 'unknown'; readonly words: string; readonly restMs?: number | null }

/** Facts by which an unknown outcome is judged. */
export type OutcomeFacts = {
  readonly sentAtMs: number
  readonly expiresAtMs: number
  /** ApeX's answer by the client id; 'unanswered' where it did not say. */
  readonly byClientId: ApexOrder | 'not-found' | 'unanswered'
  /** Whether the history since it was sent was read whole, without the order. */
  readonly isAbsentFromHistory: boolean
  readonly nowMs: number
}

/** An order that ApeX does not know this long after it was sent, and that its history does not name, was never taken. */
export const SETTLED_UNKNOWN_MS = 120_000

/** What is known now: the order itself, that it was never taken, or that one must ask again. */
export type OutcomeVerdict =
  | { readonly kind: 'known'; readonly order: ApexOrder }
  | { readonly kind: 'never-taken' }
  | { readonly kind: 'ask-again' }

/**
 * Judges an unknown outcome. "Not found" is final only after `SETTLED_UNKNOWN_MS` together with a look at the history, or after
 * the signature has expired: a late answer of a busy venue is not an absence.
 *
 * @throws never
 */
export function judgeOutcome({ sentAtMs, expiresAtMs, byClientId, isAbsentFromHistory, nowMs }: OutcomeFacts): OutcomeVerdict {
  if (typeof byClientId === 'object') return { kind: 'known', order: byClientId }
  if (byClientId === 'unanswered' || !isAbsentFromHistory) return { kind: 'ask-again' }
  const isOver = nowMs >= expiresAtMs || nowMs - sentAtMs >= SETTLED_UNKNOWN_MS
  return isOver ? { kind: 'never-taken' } : { kind: 'ask-again' }
}
