import type { KeyboardEvent } from 'react'
import { isElement } from '../../lib/is-element.ts'

/** Enter that is held presses a button once: each press may be an order, of a price in the book or of a part of a position. */
export function onceAPress(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter' && isElement(event.target) && event.target.tagName === 'BUTTON') event.preventDefault()
}
