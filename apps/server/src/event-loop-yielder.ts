import { setImmediate as nextTurn } from 'node:timers/promises'

/** Long work yields to the event loop after so much of its own. */
const TURN_MS = 5

/**
 * Returns what long work calls between its parts: it gives way once five milliseconds have gone since it last did, so that nobody waits
 * longer for it and it does not wait a whole turn of the event loop for each small part.
 */
export function eventLoopYielder(now: () => number = () => performance.now()): () => Promise<void> {
  let began = now()
  return async () => {
    if (now() - began < TURN_MS) return
    await nextTurn()
    began = now()
  }
}
