import { useState } from 'react'

/** Returns `value`, or its last value from before `isHeld` was set. Compares by identity. */
export function useHeld<T>(value: T, isHeld: boolean): T {
  const [held, setHeld] = useState(() => value)
  if (!isHeld && !Object.is(held, value)) setHeld(() => value)
  return isHeld ? held : value
}
