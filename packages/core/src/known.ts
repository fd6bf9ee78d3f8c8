/** A figure that may be unknown; unknown is never zero. */
export type Known<T> = { readonly known: true; readonly value: T } | { readonly known: false; readonly reason: UnknownReason }

/** Why a figure is unknown; the interface turns it into words. */
export type UnknownReason = 'no-quote' | 'stale-quote' | 'no-history' | 'no-supply'

/** Wraps a known value. */
export const known = <T>(value: T): Known<T> => ({ known: true, value })

/** An unknown figure and its reason. */
export const unknown = <T>(reason: UnknownReason): Known<T> => ({ known: false, reason })
