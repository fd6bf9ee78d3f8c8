const KEY = 'aerie.reloaded-for-chunk'
const AGAIN_AFTER_MS = 60_000

/**
 * After a deploy an open page asks for parts that are no longer there. The page is then loaded anew, once a minute at
 * most; if that does not help, the error boundary says so.
 */
export function recoverFromMissingChunks(): void {
  addEventListener('vite:preloadError', (event) => {
    if (!mayReload()) return
    event.preventDefault()
    location.reload()
  })
}

function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(KEY) ?? 0)
    if (Date.now() - last < AGAIN_AFTER_MS || !navigator.onLine) return false
    sessionStorage.setItem(KEY, String(Date.now()))
    return true
  } catch (error) {
    if (error instanceof DOMException) return false // without storage a loop of reloads could not be told from the first
    throw error
  }
}
