import { useEffect, useState } from 'react'

/** `off`: refused (e.g. low battery) or page hidden. */
export type WakeLockState = 'on' | 'off' | 'unsupported'

/** Keeps the screen awake while mounted and visible. */
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
      // Browsers release the lock when the page is hidden and do not restore it.
      if (document.hidden || (lock !== null && !lock.released)) return
      navigator.wakeLock.request('screen').then(
        (given) => {
          lock = given
          if (isGone) return release()
          setState('on')
          given.addEventListener('release', () => !isGone && setState('off'), { once: true })
        },
        // On refusal the screen may sleep; the settings show it.
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
