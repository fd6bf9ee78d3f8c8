import { useEffect, useState } from 'react'

/** unsupported: this browser has none. off: it was refused (a low battery, say) or the page is hidden. */
export type WakeLockState = 'on' | 'off' | 'unsupported'

/** Keeps the screen from sleeping while the calling component is there and its page is on show. */
export function useWakeLock(): WakeLockState {
  const [state, setState] = useState<WakeLockState>('wakeLock' in navigator ? 'off' : 'unsupported')
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let isGone = false
    const release = () => {
      lock?.release().catch((error: unknown) => reportError(error))
      lock = null
    }
    const ask = () => {
      // The browser takes it away by itself when the page is hidden, and never gives it back.
      if (document.hidden || (lock !== null && !lock.released)) return
      navigator.wakeLock.request('screen').then(
        (given) => {
          lock = given
          if (isGone) return release()
          setState('on')
          given.addEventListener('release', () => !isGone && setState('off'), { once: true })
        },
        // Refused: the screen may sleep, and the settings say so.
        () => !isGone && setState('off'),
      )
    }
    ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      isGone = true
      document.removeEventListener('visibilitychange', ask)
      release()
    }
  }, [])
  return state
}
