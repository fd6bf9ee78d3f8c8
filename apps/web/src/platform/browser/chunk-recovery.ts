const KEY = 'aerie.reloaded-for-chunk'
const AGAIN_AFTER_MS = 60_000
const ANSWER_WITHIN_MS = 4000

/** After a deploy, an open page may request chunks that are gone. Reloads at most once a minute, else the error boundary reports it. */
export function recoverFromMissingChunks(): void {
  addEventListener('input', noteTyped, true)
  addEventListener('vite:preloadError', () => void isServed().then((isThere) => isThere && reloadPage(AGAIN_AFTER_MS)))
}

export const isServed = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * Reloads the page unless a field holds typed text or the page was reloaded less than `afterMs` ago (Infinity: ever in this tab).
 *
 * @returns whether it reloads
 */
export function reloadPage(afterMs: number): boolean {
  if (hasTypedText() || !mayReload(afterMs)) return false
  location.reload()
  return true
}

/** Fields in which the user typed, with or without the focus now: a reload would lose the text. */
const typedFields = new Set<HTMLInputElement | HTMLTextAreaElement>()

function noteTyped({ target }: Event): void {
  if (isTextField(target)) typedFields.add(target)
  forgetClosedForms()
}

const isTextField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof Element && target.matches('textarea, input:not([type=checkbox], [type=radio], [type=range])')

function forgetClosedForms(): void {
  for (const field of typedFields) if (!field.isConnected) typedFields.delete(field)
}

function hasTypedText(): boolean {
  forgetClosedForms()
  return [document.activeElement, ...typedFields].some((field) => isTextField(field) && field.value !== '')
}

function mayReload(afterMs: number): boolean {
  try {
    const last = sessionStorage.getItem(KEY)
    if (last !== null && Math.abs(Date.now() - Number(last)) < afterMs) return false
    sessionStorage.setItem(KEY, String(Date.now()))
    return true
  } catch (error) {
    if (error instanceof DOMException) return false // without storage a reload loop could not be detected
    throw error
  }
}
