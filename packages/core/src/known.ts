/** A value that may be unknown; unknown is never zero. */
export type Known<T, Reason extends string = UnknownReason> =
  | { readonly known: true; readonly value: T }
  | { readonly known: false; readonly reason: Reason }

/** Why a value is unknown. */
export type UnknownReason = 'no-quote' | 'stale-quote' | 'no-history' | 'no-supply'

/** Wraps a known value. */
export const known = <T>(value: T): { readonly known: true; readonly value: T } => ({ known: true, value })

/** Wraps the reason for an unknown value. */
export const unknown = <T, Reason extends string = UnknownReason>(reason: Reason): Known<T, Reason> => ({ known: false, reason })
