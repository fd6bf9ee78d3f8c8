import { setImmediate as nextTurn } from 'node:timers/promises'

const TURN_MS = 5

/** Yields only after 5 ms of work, so that others do not wait longer and small steps do not each cost an event loop turn. */
export function eventLoopYielder(now: () => number = () => performance.now()): () => Promise<void> {
  let began = now()
  return async () => {
    if (now() - began < TURN_MS) return
    await nextTurn()
    began = now()
  }
}
