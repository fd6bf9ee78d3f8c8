const KEY = 'aerie.reloaded-for-chunk'
const AGAIN_AFTER_MS = 60_000
const ANSWER_WITHIN_MS = 4000

/**
 * After a deploy an open page asks for parts that are no longer there. The page is then loaded again, once a minute at
 * most; if that does not help, or the server is away, the error boundary says so.
 */
export function recoverFromMissingChunks(): void {
  addEventListener('vite:preloadError', () => void isServed().then((isThere) => isThere && reloadPage(AGAIN_AFTER_MS)))
}

/** Whether the server answers now: a page loaded again without it would be the browser's own error. */
export const isServed = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Loads the page again, unless somebody is typing or that was done less than `afterMs` ago (Infinity: ever in this tab). */
export function reloadPage(afterMs: number): void {
  if (!isTyping() && mayReload(afterMs)) location.reload()
}

function isTyping(): boolean {
  const { activeElement } = document
  return (activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement) && activeElement.value !== ''
}

function mayReload(afterMs: number): boolean {
  try {
    const last = sessionStorage.getItem(KEY)
    if (last !== null && Math.abs(Date.now() - Number(last)) < afterMs) return false
    sessionStorage.setItem(KEY, String(Date.now()))
    return true
  } catch (error) {
    if (error instanceof DOMException) return false // without storage a loop of reloads could not be told from the first
    throw error
  }
}
