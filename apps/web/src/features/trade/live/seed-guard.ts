import { every } from '@aerie/runtime/ticker'
import { momentNow, sinceMs } from '../../../lib/elapsed.ts'

/** What the browser tells of the screen, where it does and its user allows it. */
type IdleDetectorLike = EventTarget & {
  readonly screenState: string | null
  readonly start: (options: { readonly threshold: number; readonly signal: AbortSignal }) => Promise<void>
}
declare global {
  interface Window {
    readonly IdleDetector?: { new (): IdleDetectorLike; readonly requestPermission: () => Promise<string> }
  }
}

/** Hidden, or asleep with the computer, for so long: nobody is known to sit here any more. */
export const AWAY_MS = 60_000
const BEAT_MS = 5_000
/** The least that browsers take; a lock is told at once. */
const IDLE_THRESHOLD_MS = 60_000

/** Whether the browser can tell that the screen locks. */
export const canTellLock = (): boolean => window.IdleDetector !== undefined

/**
 * Watches for whoever had the seed typed leaving: the page hidden or the computer asleep for a minute, the page frozen or left.
 *
 * @returns `check`: the same, judged now, as timers of a hidden page are late; `stop`
 */
export function watchAway(onAway: () => void): { readonly check: () => void; readonly stop: () => void } {
  const ended = new AbortController()
  let hiddenAt = document.hidden ? momentNow() : null
  let beatAt = momentNow()
  const check = (): void => {
    const isAway = (hiddenAt !== null && sinceMs(hiddenAt) >= AWAY_MS) || sinceMs(beatAt) >= AWAY_MS + BEAT_MS
    beatAt = momentNow()
    if (isAway) onAway()
  }
  const turn = (): void => {
    check()
    hiddenAt = document.hidden ? (hiddenAt ?? momentNow()) : null
  }
  const stopBeat = every(BEAT_MS, check)
  document.addEventListener('visibilitychange', turn, { signal: ended.signal })
  document.addEventListener('freeze', onAway, { signal: ended.signal })
  window.addEventListener('pagehide', onAway, { signal: ended.signal })
  return {
    check,
    stop: () => {
      stopBeat()
      ended.abort()
    },
  }
}

/**
 * Asks the user to let the browser tell when the screen locks. Browsers take it only just after a press.
 *
 * @throws never: a refusal leaves the rest of the watch
 */
export async function askForLock(): Promise<void> {
  try {
    await window.IdleDetector?.requestPermission()
  } catch {
    // Refused by a policy: `watchLock` finds that out.
    return
  }
}

/**
 * Watches for the screen locking, until `signal`, where the browser was allowed to tell (`askForLock`).
 *
 * @throws never: a browser that does not tell leaves the rest of the watch
 */
export async function watchLock(onLock: () => void, signal: AbortSignal): Promise<void> {
  const Detector = window.IdleDetector
  if (Detector === undefined) return
  try {
    const detector = new Detector()
    detector.addEventListener('change', () => detector.screenState === 'locked' && onLock(), { signal })
    await detector.start({ threshold: IDLE_THRESHOLD_MS, signal })
    if (detector.screenState === 'locked') onLock()
  } catch {
    // Refused by a policy, or by its user.
    return
  }
}
