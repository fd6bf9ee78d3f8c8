/** Maps each rendered place, in order, to the React key of its row element. */
export type RowSlots = ReadonlyMap<number, number>

export const NO_SLOTS: RowSlots = new Map()

/**
 * Reuses row elements: updating one costs a fraction of creating it. Rows that stay keep their element and focus; after a jump no element
 * is moved in the DOM. Returns `before` itself if the places are the same.
 */
export function rowSlots(before: RowSlots, indexes: readonly number[]): RowSlots {
  if (before.size === indexes.length && indexes.every((place) => before.has(place))) return before
  const drawn = new Set(indexes)
  const free = [...before].flatMap(([place, slot]) => (drawn.has(place) ? [] : [slot]))
  const kept = before.size - free.length
  const used = new Set(before.values())
  for (let slot = 0; kept + free.length < indexes.length; slot += 1) if (!used.has(slot)) free.push(slot)
  const rest = free.values()
  return new Map(indexes.map((place) => [place, before.get(place) ?? Number(rest.next().value)]))
}
