/** A figure that may be unknown; unknown is never zero. `Reason` names why, where the common reasons do not fit. */
export type Known<T, Reason extends string = UnknownReason> =
  | { readonly known: true; readonly value: T }
  | { readonly known: false; readonly reason: Reason }

/** Why a figure is unknown; the interface turns it into words. */
export type UnknownReason = 'no-quote' | 'stale-quote' | 'no-history' | 'no-supply'

/** Wraps a known value. */
export const known = <T>(value: T): { readonly known: true; readonly value: T } => ({ known: true, value })

/** An unknown figure and its reason. */
export const unknown = <T, Reason extends string = UnknownReason>(reason: Reason): Known<T, Reason> => ({ known: false, reason })
