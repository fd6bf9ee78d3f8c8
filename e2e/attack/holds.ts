export type Span = { readonly from: number; readonly to: number }

/** Time between two turns of the event loop, and which threads ran in it. All times in ms. */
export type Gap = Span & {
  readonly delayMs: number
  readonly waitedMs: number
  readonly ranMs: number
  readonly processMs: number
  /** Sum over V8's helper threads: during a collection the loop's thread waits for them. */
  readonly helpersMs: number
  /** Sum of other threads' time runnable without a free CPU: one of them may have held a lock. */
  readonly othersWaitedMs: number
  readonly stolenMs: number
  readonly rss: number
}

export type Hold = Gap & {
  readonly collectingMs: number
  readonly heldMs: number
  /**
   * Part of `heldMs` that other load cannot explain: excludes time asleep while another thread waited for a CPU (it may have held a lock),
   * and CPU steal.
   */
  readonly certainMs: number
}

const overlap = (a: Span, b: Span): number => Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from))

/**
 * The server's own share of a gap: without the thread's wait for a CPU. The thread also waits for V8's helpers in a collection, which may
 * wait themselves: of a collection only the CPU time of the thread and the helpers counts.
 */
export function heldBy(gap: Gap, collections: readonly Span[]): Hold {
  const collectingMs = collections.reduce((sum, collection) => sum + overlap(gap, collection), 0)
  const ownMs = Math.max(0, gap.delayMs - gap.waitedMs)
  const heldMs = Math.min(ownMs, Math.max(ownMs - collectingMs, gap.ranMs + gap.helpersMs))
  const certainMs = Math.max(Math.min(heldMs, gap.ranMs), heldMs - gap.othersWaitedMs - gap.stolenMs)
  return { ...gap, collectingMs, heldMs, certainMs }
}
