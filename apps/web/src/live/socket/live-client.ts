import { isServed, reloadPage } from '../../lib/chunk-recovery.ts'
import { noteConnection } from '../../lib/http/server-state.ts'
import type { LivePart, LiveSocket } from './live-transport.ts'

/** The code of the connection, which is loaded when it is needed (live-code.ts). */
export type LiveCode = {
  readonly loadSocket: () => Promise<{ readonly openLiveSocket: () => LiveSocket }>
  readonly loadOwnChanges: () => Promise<{ readonly followOwnChanges: () => void }>
}

/** While the connection's code cannot be had, the server is looked for this often. */
export const LOOK_AGAIN_MS = 2000

let code: LiveCode | undefined
let started = false
let socket: LiveSocket | undefined
const parts: LivePart[] = []
let tellLoss = (): void => undefined

/** Says where the connection's code comes from, once, before the first render. Without it this window stays unconnected. */
export const bindLive = (given: LiveCode): void => {
  code = given
}

/**
 * Opens the one `/live` connection of this window, once, whoever asks first. The socket's code is loaded after the first
 * paint, so that it does not stand in the way of the rows that came with the page.
 *
 * @param onLoss called when the server is lost before the connection's own code is here to say so
 */
export function startLive(onLoss?: () => void): void {
  tellLoss = onLoss ?? tellLoss
  if (started || code === undefined) return
  started = true
  const { loadSocket } = code
  afterPaint(() => void load(loadSocket).catch((error: unknown) => reportError(error)))
}

/**
 * A server that goes away in the first moments of a page takes the code with it. It is asked for again when the server
 * answers; browsers that keep a failed import failed (the rule until 2026) need the page again.
 */
async function load(loadSocket: LiveCode['loadSocket']): Promise<void> {
  let wasAway = false
  for (let isFirst = true; !(await isLoaded(loadSocket, isFirst)); isFirst = false) {
    // Once for each time the server was away, and once without: a file that something blocks must not make a loop.
    if (!isFirst) reloadPage(wasAway ? 0 : Number.POSITIVE_INFINITY)
    while (!(await isServed())) {
      wasAway = true
      await pause()
    }
    if (!isFirst) await pause()
  }
}

/** Loads the code and opens the connection. Both handlers in one `then`: a rejection that passes by would reload the page itself. */
const isLoaded = (loadSocket: LiveCode['loadSocket'], isFirst: boolean): Promise<boolean> =>
  loadSocket().then(
    (module) => {
      socket = module.openLiveSocket()
      parts.forEach(socket.join)
      return true
    },
    (error: unknown) => {
      if (isFirst) console.warn('The live connection could not be loaded; trying again:', error)
      noteConnection(false)
      tellLoss()
      return false
    },
  )

/** Hears of what is the user's own on every screen: a payment settles, a wallet's balance moves. */
export const followUser = async (): Promise<void> =>
  code?.loadOwnChanges().then(
    ({ followOwnChanges }) => followOwnChanges(),
    (error: unknown) => reportError(error),
  )

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))

/** Sends the request for the page on show again; before the connection stands, it goes out with it. */
export const sendRequest = (): void => socket?.sendRequest()

/** Sends the list of coins shown besides the page. */
export const sendWatch = (): void => socket?.sendWatch()

function afterPaint(work: () => void): void {
  // A frame is not drawn in a hidden tab, where there is nothing to wait for either.
  if (document.hidden) setTimeout(work)
  else requestAnimationFrame(() => setTimeout(work))
}

/** Joins a part to the connection of this window: now, or when it is opened. */
export function joinLive(part: LivePart): void {
  parts.push(part)
  socket?.join(part)
}
