import { listenerSet } from '@aerie/runtime/listener-set'

type Listener<T> = (value: T) => void

/** Somewhere to say a value and to hear it, within this window and outside React. */
export type LocalChannel<T> = {
  readonly tell: (value: T) => void
  /** `now`: hears the newest value at once, where there is one. @returns how to stop */
  readonly on: (listener: Listener<T>, options?: { readonly now?: boolean }) => () => void
  readonly newest: () => T | undefined
  /** Who asks from now on hears nothing of before. */
  readonly forget: () => void
}

export function localChannel<T>(): LocalChannel<T> {
  const listeners = listenerSet<[value: T]>()
  let newest: { readonly value: T } | undefined
  return {
    tell: (value) => {
      newest = { value }
      listeners.tell(value)
    },
    on: (listener, { now = false } = {}) => {
      const stop = listeners.subscribe(listener)
      if (now && newest !== undefined) listener(newest.value)
      return stop
    },
    newest: () => newest?.value,
    forget: () => {
      newest = undefined
    },
  }
}
