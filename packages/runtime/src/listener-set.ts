/** Who wants to hear of something. */
export type ListenerSet<Args extends readonly unknown[]> = {
  /** Subscribes; the same function counts once. @returns the way to unsubscribe */
  readonly subscribe: (listener: (...args: Args) => void) => () => void
  /**
   * Calls everybody who was subscribed when it began, but for those who have unsubscribed meanwhile.
   *
   * @throws what a listener threw, after all have heard: an AggregateError where there were several
   */
  readonly tell: (...args: Args) => void
  /** How many there are. */
  readonly size: () => number
}

/**
 * A set of listeners. One that throws does not keep the others from hearing.
 *
 * @example
 * const changes = listenerSet<[symbol: string]>()
 * const stop = changes.subscribe((symbol) => repaint(symbol))
 * changes.tell('BTC')
 */
export function listenerSet<Args extends readonly unknown[] = []>(): ListenerSet<Args> {
  const listeners = new Set<(...args: Args) => void>()
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell: (...args) => {
      const errors: unknown[] = []
      const present = [...listeners]
      for (const listener of present) {
        try {
          if (listeners.has(listener)) listener(...args)
        } catch (error) {
          errors.push(error)
        }
      }
      throwAll(errors)
    },
    size: () => listeners.size,
  }
}

function throwAll(errors: readonly unknown[]): void {
  if (errors.length > 0) throw errors.length > 1 ? new AggregateError(errors) : errors[0]
}
