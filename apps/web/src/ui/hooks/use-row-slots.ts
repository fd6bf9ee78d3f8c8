import { useState } from 'react'
import { NO_SLOTS, type RowSlots, rowSlots } from '../row-slots.ts'

/**
 * Keys for the rows of a table of which only those in sight are drawn, so that a scroll writes into rows that are there.
 *
 * @param places drawn now, in order
 * @returns a key for each of them
 */
export function useRowSlots(places: readonly number[]): RowSlots {
  const [held, setHeld] = useState(NO_SLOTS)
  const slots = rowSlots(held, places)
  // Known to the next render, before this one is committed.
  if (slots !== held) setHeld(slots)
  return slots
}
