import { useState } from 'react'

/** `value`, or while `isHeld` the last one from before: for what was true when something was sent. Values are compared by identity. */
export function useHeld<T>(value: T, isHeld: boolean): T {
  const [held, setHeld] = useState(() => value)
  if (!isHeld && !Object.is(held, value)) setHeld(() => value)
  return isHeld ? held : value
}
