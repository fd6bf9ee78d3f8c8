const LOOK_EVERY_MS = 250

/**
 * Stops when another process has taken the place of the parent of that id. `npm start` becomes the server, and npm runs it
 * by a shell that a signal to npm may end without a word to us.
 *
 * @param parentPid AERIE_PARENT_PID, set by the starting script; nothing is watched without it
 */
export function stopWithParent(parentPid: string | undefined, stop: () => void): void {
  if (parentPid === undefined) return
  const timer = setInterval(() => {
    if (process.ppid === Number(parentPid)) return
    clearInterval(timer)
    stop()
  }, LOOK_EVERY_MS)
  timer.unref()
}
