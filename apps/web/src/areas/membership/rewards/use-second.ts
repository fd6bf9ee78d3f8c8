import { SECOND_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import { useEffect, useState } from 'react'

/** Local clock, updated every second. */
export function useSecond(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => every(SECOND_MS, () => setNow(Date.now())), [])
  return now
}
