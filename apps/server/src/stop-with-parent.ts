import { every } from '@aerie/runtime/ticker'
import { isAlive } from './db/embedded/process-identity.ts'

const LOOK_EVERY_MS = 250

/**
 * Stops when what supervises the server has ended, or what has started that: npm runs `npm start` by a shell that a signal
 * to npm may end without a word to us. Nothing is watched without the names.
 *
 * @param env AERIE_PARENT_PID must be our parent; AERIE_STARTER_PID must live (scripts/supervise.sh)
 */
export function stopWithParent(env: Readonly<Record<string, string | undefined>>, stop: () => void): void {
  const { AERIE_PARENT_PID: parent, AERIE_STARTER_PID: starter } = env
  if (parent === undefined) return
  const isAlone = (): boolean => process.ppid !== Number(parent) || (starter !== undefined && !isAlive(Number(starter)))
  const stopLooking = every(LOOK_EVERY_MS, () => {
    if (!isAlone()) return
    stopLooking()
    stop()
  })
}
