import type { LiveSocket, LiveTransport } from './live-socket.ts'

/** What only some screens want of the connection: they bring it along when they are loaded. */
export type LivePart = (socket: LiveTransport) => void

let started = false
let socket: LiveSocket | undefined
const parts: LivePart[] = []

/**
 * Opens the one `/live` connection of this window, once, whoever asks first. The socket's code is loaded after the first
 * paint, so that it does not stand in the way of the rows that came with the page.
 */
export function startLive(): void {
  if (started) return
  started = true
  afterPaint(() => {
    import('./live-socket.ts').then(
      (module) => {
        socket = module.openLiveSocket()
        parts.forEach(socket.join)
      },
      (error: unknown) => {
        started = false
        reportError(error)
      },
    )
  })
}

/** Sends the request for the page on show again; before the connection stands, it goes out with it. */
export const sendRequest = (): void => socket?.sendRequest()

/** Sends the list of coins shown besides the page. */
export const sendWatch = (): void => socket?.sendWatch()

function afterPaint(work: () => void): void {
  // A frame is not drawn in a hidden tab, where there is nothing to wait for either.
  if (document.hidden) setTimeout(work)
  else requestAnimationFrame(() => setTimeout(work))
}

/** Sends which coin's book is shown. */
export const sendBook = (symbol: string | null): void => socket?.sendBook(symbol)

/** Joins a part to the connection of this window: now, or when it is opened. */
export function joinLive(part: LivePart): void {
  parts.push(part)
  socket?.join(part)
}
