/** Set of listeners. */
export type ListenerSet<Args extends readonly unknown[]> = {
  /** Subscribes; duplicates are ignored. @returns unsubscribe function */
  readonly subscribe: (listener: (...args: Args) => void) => () => void
  /** Skips listeners that unsubscribe meanwhile. Rethrows errors after all calls; several as AggregateError. */
  readonly emit: (...args: Args) => void
  readonly size: () => number
}

/** Creates a listener set; a throwing listener does not prevent the others from being called. */
export function listenerSet<Args extends readonly unknown[] = []>(): ListenerSet<Args> {
  const listeners = new Set<(...args: Args) => void>()
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    emit: (...args) => {
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
