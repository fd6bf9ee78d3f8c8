/** Milliseconds of the process's own clock. */
export type Span = { readonly from: number; readonly to: number }

/** Time between two turns of the event loop, and who had the processors in it. All times in milliseconds. */
export type Gap = Span & {
  /** How late the second turn came. */
  readonly delayMs: number
  /** The loop's thread was ready to run and no processor was free. */
  readonly waitedMs: number
  /** The loop's thread ran. */
  readonly ranMs: number
  /** All threads of the process ran, together. */
  readonly processMs: number
  /** V8's helper threads ran, together: in a collection the loop's thread waits for them. */
  readonly helpersMs: number
  /** Other threads of the process were ready to run and no processor was free, together: one of them may have held a lock. */
  readonly othersWaitedMs: number
  /** Bytes at its end. */
  readonly rss: number
}

/** A gap, and how much of it was the server's own doing. */
export type Hold = Gap & { readonly collectingMs: number; readonly heldMs: number }

const overlap = (a: Span, b: Span): number => Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from))

/**
 * The server's own share of a gap: all of it but what the thread waited for a processor. In a collection the thread also waits for its
 * helpers, which may have to wait themselves: of a collection no more counts than the thread and V8's helpers computed meanwhile.
 */
export function heldBy(gap: Gap, collections: readonly Span[]): Hold {
  const collectingMs = collections.reduce((sum, collection) => sum + overlap(gap, collection), 0)
  const ownMs = Math.max(0, gap.delayMs - gap.waitedMs)
  return { ...gap, collectingMs, heldMs: Math.min(ownMs, Math.max(ownMs - collectingMs, gap.ranMs + gap.helpersMs)) }
}
