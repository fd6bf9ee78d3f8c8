import type { LiveSocket } from './live-socket.ts'

let started = false
let socket: LiveSocket | undefined

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
export const sendBook = (): void => socket?.sendBook()
