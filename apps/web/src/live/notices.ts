import type { Notice } from '@aerie/wire/market-data'

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
