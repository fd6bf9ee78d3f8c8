import { noteConnection } from '../../api/server-state.ts'
import { isServed, reloadPage } from '../../browser/chunk-recovery.ts'
import type { LivePart, LiveSocket } from './live-transport.ts'

export type LiveCode = {
  readonly loadSocket: () => Promise<{ readonly openLiveSocket: () => LiveSocket }>
  readonly loadOwnChanges: () => Promise<{ readonly followOwnChanges: () => void }>
}

export const LOOK_AGAIN_MS = 2000

export const { bindLive, startLive, followUser, sendRequest, sendWatch, joinLive } = createLiveClient()

function createLiveClient() {
  let code: LiveCode | undefined
  let started = false
  let socket: LiveSocket | undefined
  const parts: LivePart[] = []
  let reportLoss = (): void => undefined

  /** Call once, before the first render. Without it this window stays unconnected. */
  const bindLive = (given: LiveCode): void => {
    code = given
  }

  /** Loads after the first paint, so that it does not delay the rows in the HTML. `onLoss`: the server is lost before the code has loaded. */
  function startLive(onLoss?: () => void): void {
    reportLoss = onLoss ?? reportLoss
    if (started || code === undefined) return
    started = true
    const { loadSocket } = code
    afterPaint(() => void load(loadSocket).catch((error: unknown) => reportError(error)))
  }

  /** Retries a failed load when the server responds; browsers that cache a failed import (all until 2026) need a reload. */
  async function load(loadSocket: LiveCode['loadSocket']): Promise<void> {
    let wasAway = false
    for (let isFirst = true; !(await isLoaded(loadSocket, isFirst)); isFirst = false) {
      // One reload per outage and one without an outage: a permanently blocked file must not cause a loop.
      if (!isFirst) reloadPage(wasAway ? 0 : Number.POSITIVE_INFINITY)
      while (!(await isServed())) {
        wasAway = true
        await pause()
      }
      if (!isFirst) await pause()
    }
  }

  /** Both handlers in one `then`: an unhandled rejection would reload the page by itself. */
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
        reportLoss()
        return false
      },
    )

  const followUser = async (): Promise<void> =>
    code?.loadOwnChanges().then(
      ({ followOwnChanges }) => followOwnChanges(),
      (error: unknown) => reportError(error),
    )

  const sendRequest = (): void => socket?.sendRequest()

  const sendWatch = (): void => socket?.sendWatch()

  function joinLive(part: LivePart): void {
    parts.push(part)
    socket?.join(part)
  }

  return { bindLive, startLive, followUser, sendRequest, sendWatch, joinLive }
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))

function afterPaint(work: () => void): void {
  if (document.hidden) setTimeout(work)
  else requestAnimationFrame(() => setTimeout(work))
}
