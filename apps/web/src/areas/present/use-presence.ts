import { useEffect, useState } from 'react'

const AWAY_AFTER_MS = 4_000

export function usePresence(): boolean {
  const [isHere, setHere] = useState(true)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const notice = () => {
      setHere(true)
      clearTimeout(timer)
      timer = setTimeout(() => setHere(false), AWAY_AFTER_MS)
    }
    notice()
    const events = ['pointermove', 'pointerdown', 'keydown'] as const
    for (const event of events) addEventListener(event, notice, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const event of events) removeEventListener(event, notice)
    }
  }, [])
  return isHere
}
