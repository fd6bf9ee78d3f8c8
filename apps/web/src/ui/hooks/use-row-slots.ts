import { useState } from 'react'
import { NO_SLOTS, type RowSlots, rowSlots } from '../row-slots.ts'

/** Row keys for a virtualized table, one per place: scrolling reuses existing row elements. */
export function useRowSlots(indexes: readonly number[]): RowSlots {
  const [held, setHeld] = useState(NO_SLOTS)
  const slots = rowSlots(held, indexes)
  // Set during render, so that the next render sees it before this one commits.
  if (slots !== held) setHeld(slots)
  return slots
}
