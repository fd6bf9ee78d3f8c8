import { SECOND_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import { useEffect, useState } from 'react'

/** This window's clock, a second at a time. */
export function useSecond(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => every(SECOND_MS, () => setNow(Date.now())), [])
  return now
}
