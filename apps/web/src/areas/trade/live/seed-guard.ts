import { every } from '@aerie/runtime/ticker'
import { momentNow, sinceMs } from '../../../platform/browser/elapsed.ts'

/** The Idle Detection API, where supported and permitted. */
type IdleDetectorLike = EventTarget & {
  readonly screenState: string | null
  readonly start: (options: { readonly threshold: number; readonly signal: AbortSignal }) => Promise<void>
}
declare global {
  interface Window {
    readonly IdleDetector?: { new (): IdleDetectorLike; readonly requestPermission: () => Promise<string> }
  }
}

/** Hidden or asleep for this long counts as away. */
export const AWAY_MS = 60_000
const BEAT_MS = 5_000
/** Minimum that browsers accept; a screen lock is reported immediately. */
const IDLE_THRESHOLD_MS = 60_000

export const canDetectLock = (): boolean => window.IdleDetector !== undefined

/**
 * Detects that the user left: page hidden or computer asleep for a minute, page frozen or closed.
 * @returns `check` evaluates now, since timers of hidden pages are late; `stop`
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

/** Requests the idle-detection permission; needs a recent user gesture. @throws never: on refusal the other checks remain */
export async function askForLock(): Promise<void> {
  try {
    await window.IdleDetector?.requestPermission()
  } catch {
    // Blocked by policy: `watchLock` detects that.
    return
  }
}

/** Reports a screen lock until `signal` aborts, if permitted (`askForLock`). @throws never: the other checks remain */
export async function watchLock(onLock: () => void, signal: AbortSignal): Promise<void> {
  const Detector = window.IdleDetector
  if (Detector === undefined) return
  try {
    const detector = new Detector()
    detector.addEventListener('change', () => detector.screenState === 'locked' && onLock(), { signal })
    await detector.start({ threshold: IDLE_THRESHOLD_MS, signal })
    if (detector.screenState === 'locked') onLock()
  } catch {
    // Blocked by policy or by the user.
    return
  }
}
