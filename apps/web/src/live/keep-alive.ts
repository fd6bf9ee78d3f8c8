/** The part of a Socket.IO manager that is used here: the one connection under all namespaces. */
export type LiveManager = {
  on(event: 'open' | 'error' | 'close' | 'reconnect_attempt' | 'packet' | 'ping', listener: () => void): unknown
  /** Ends whatever it is doing. Its public name for this is hidden by its types; the library is pinned, and a test uses the real one. */
  _close(): void
}
/** The namespace that is always wanted. */
type Wanted = { readonly connected: boolean; connect(): unknown }

/**
 * Longer than a healthy connection is silent (the server pings every 10 s) and than a try may take (SPEC.md section 9: 20 s,
 * and 5 s until the next). After this, what is waited for will not come: the other end is gone without a word, or a try was
 * never followed by another.
 */
export const SILENT_MS = 30_000
const LOOK_EVERY_MS = 5000
/** A try this young is left alone when the page is looked at. */
const YOUNG_MS = 1000
/** A try that begins or ends, and what is heard of a connection that stands: of one that still waits to be let in, it says nothing. */
const TRIED = ['open', 'error', 'close', 'reconnect_attempt'] as const
const HEARD = ['packet', 'ping'] as const

/**
 * Tries at once, instead of waiting out the delay, when the network is back or the page is looked at again; begins anew
 * where nothing has been heard or tried for too long.
 *
 * @returns tries now, whatever the connection waits for; does nothing while it stands
 */
export function keepAlive(socket: Wanted, manager: LiveManager): () => void {
  let sign = Date.now()
  const isSilent = (afterMs = SILENT_MS): boolean => Date.now() - sign > afterMs
  const note = (): void => {
    sign = Date.now()
  }
  for (const event of TRIED) manager.on(event, note)
  for (const event of HEARD) manager.on(event, () => socket.connected && note())
  const begin = (): void => {
    note()
    // Ends a try that hangs and a delay that runs; `open()` beside them would leave the manager believing that it still tries.
    manager._close()
    socket.connect()
  }
  const tryNow = (): void => {
    if (!socket.connected || isSilent()) begin()
  }
  // What stood before the network changed may be gone without a word.
  addEventListener('online', begin)
  document.addEventListener('visibilitychange', () => !document.hidden && isSilent(YOUNG_MS) && tryNow())
  // The machine's clock, not timers: while a machine sleeps or a tab is frozen, these stand still.
  setInterval(() => isSilent() && begin(), LOOK_EVERY_MS)
  return tryNow
}
