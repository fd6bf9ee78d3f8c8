import type { Notice } from '@aerie/wire/notices'

type Listener = (notice: Notice) => void
const listeners = new Set<Listener>()

/** Hears that something of the user's own has changed. @returns how to stop */
export function onNotice(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Called by the socket for each notice. */
export const receiveNotice = (notice: Notice): void => {
  for (const listener of listeners) listener(notice)
}

const backListeners = new Set<() => void>()

/** Hears that notices come again after a time in which some may have been missed; at the first connection too. @returns how to stop */
export function onNoticesBack(listener: () => void): () => void {
  backListeners.add(listener)
  return () => void backListeners.delete(listener)
}

/** Called by the socket for each connection. */
export const noticesAreBack = (): void => {
  for (const listener of backListeners) listener()
}
