import { every } from '@aerie/runtime/ticker'
import { isServed } from '../../lib/chunk-recovery.ts'
import { momentNow, sinceMs } from '../../lib/elapsed.ts'

/** The part of a Socket.IO manager that is used here: the one connection under all namespaces. */
export type LiveManager = {
  on(event: 'open' | 'error' | 'close' | 'reconnect_attempt' | 'packet' | 'ping', listener: () => void): unknown
  /** `opening` from the beginning of a try until the server has spoken. */
  readonly _readyState: string
  /** Ends whatever it is doing. Its public name for this is hidden by its types; the library is pinned, and a test uses the real one. */
  _close(): void
}
/** The namespace that is always wanted. */
type WatchedSocket = { readonly connected: boolean; connect(): unknown }

/**
 * Longer than a healthy connection is silent (the server pings every 10 s) and than a try may take (20 s,
 * and 5 s until the next). After this, what is waited for will not come: the other end is gone without a word, or a try was
 * never followed by another.
 */
export const SILENT_MS = 30_000
const LOOK_EVERY_MS = 5000
/**
 * A try this old hangs where HTTP answers: a server that went away has accepted it and will never speak. Chromium makes one
 * handshake to a host at a time, so that it would hold those of all windows, a hidden one's too, for Socket.IO's 20 s.
 */
export const HANGS_AFTER_MS = 5000
/** The next may take twice as long, up to Socket.IO's own limit: a network may be slow. */
const LONGEST_MS = 20_000
/** A try this young is left alone when the page is looked at. */
const YOUNG_MS = 1000
/** A try that begins or ends, and what is heard of a connection that stands: of one that still waits to be let in, it says nothing. */
const TRIED = ['open', 'error', 'close', 'reconnect_attempt'] as const
const HEARD = ['packet', 'ping'] as const

export type Reconnector = {
  /** Tries now, whatever the connection waits for; does nothing while it stands. */
  readonly tryNow: () => void
  /** For whenever the server has answered by HTTP: tries again where a try hangs. */
  readonly tryAgain: () => void
}

/**
 * Tries at once, instead of waiting out the delay, when the network is back or the page is looked at again; starts over
 * where nothing has been heard or tried for too long, and where a try hangs while the server answers by HTTP.
 */
export function keepAlive(socket: WatchedSocket, manager: LiveManager): Reconnector {
  let sign = momentNow()
  let hangsAfter = HANGS_AFTER_MS
  const isSilent = (afterMs = SILENT_MS): boolean => sinceMs(sign) > afterMs
  const isHanging = (): boolean => manager._readyState === 'opening' && sinceMs(sign) >= hangsAfter
  const note = (): void => {
    sign = momentNow()
  }
  for (const event of TRIED) manager.on(event, note)
  manager.on('open', () => {
    hangsAfter = HANGS_AFTER_MS
  })
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
  const tryAgain = (): void => {
    if (!isHanging()) return
    hangsAfter = Math.min(LONGEST_MS, 2 * hangsAfter)
    begin()
  }
  const look = (): void => {
    if (isSilent()) begin()
    else if (isHanging()) void isServed().then((isThere) => isThere && tryAgain())
  }
  // What stood before the network changed may be gone without a word.
  addEventListener('online', begin)
  document.addEventListener('visibilitychange', () => !document.hidden && isSilent(YOUNG_MS) && tryNow())
  // The machine's clock, not timers: while a machine sleeps or a tab is frozen, these stand still.
  every(LOOK_EVERY_MS, look)
  return { tryNow, tryAgain }
}
