import { SECOND_MS } from '@aerie/core/time'
import { useEffect, useState } from 'react'

/** This window's clock, a second at a time. */
export function useSecond(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
