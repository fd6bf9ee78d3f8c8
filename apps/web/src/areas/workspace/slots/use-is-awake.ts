import { useEffect, useState } from 'react'

/** Hidden windows stop painting and unsubscribe after this delay, so that a brief switch costs nothing. */
const SLEEP_AFTER_MS = 30_000

export function useIsAwake(of: Document = document): boolean {
  const [isAwake, setAwake] = useState(true)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      if (of.visibilityState === 'visible') setAwake(true)
      else timer = setTimeout(() => setAwake(false), SLEEP_AFTER_MS)
    }
    look()
    of.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      of.removeEventListener('visibilitychange', look)
    }
  }, [of])
  return isAwake
}
