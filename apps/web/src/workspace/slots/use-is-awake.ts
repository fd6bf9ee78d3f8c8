import { useEffect, useState } from 'react'

/** A window out of sight stops painting and listening after this long: a short look elsewhere costs nothing. */
const SLEEP_AFTER_MS = 30_000

/** Whether the document is in sight, or was a moment ago. */
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
