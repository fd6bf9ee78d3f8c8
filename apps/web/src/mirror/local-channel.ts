type Listener<T> = (value: T) => void

/** Somewhere to say a value and to hear it, within this window and outside React. */
export type LocalChannel<T> = {
  readonly tell: (value: T) => void
  /** `now`: hears the newest value at once, where there is one. @returns how to stop */
  readonly on: (listener: Listener<T>, options?: { readonly now?: boolean }) => () => void
  readonly newest: () => T | undefined
}

export function localChannel<T>(): LocalChannel<T> {
  const listeners = new Set<Listener<T>>()
  let newest: { readonly value: T } | undefined
  return {
    tell: (value) => {
      newest = { value }
      for (const listener of listeners) listener(value)
    },
    on: (listener, { now = false } = {}) => {
      listeners.add(listener)
      if (now && newest !== undefined) listener(newest.value)
      return () => void listeners.delete(listener)
    },
    newest: () => newest?.value,
  }
}
