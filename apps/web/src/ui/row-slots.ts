/** For each place that is drawn, in order, the number of the row element that draws it: its React key. */
export type RowSlots = ReadonlyMap<number, number>

export const NO_SLOTS: RowSlots = new Map()

/**
 * Hands the elements of rows that are no longer drawn to those that are drawn now: writing other words into a row costs a fraction
 * of making it again. A place that stays drawn keeps its element, and with it the focus. After a jump the elements keep their
 * order, so that none is moved.
 *
 * @param before slots of the places drawn last
 * @param places to draw now, in order, each once
 * @returns `before` itself where the same places are drawn
 */
export function rowSlots(before: RowSlots, places: readonly number[]): RowSlots {
  if (before.size === places.length && places.every((place) => before.has(place))) return before
  const drawn = new Set(places)
  const free = [...before].flatMap(([place, slot]) => (drawn.has(place) ? [] : [slot]))
  const kept = before.size - free.length
  const used = new Set(before.values())
  for (let slot = 0; kept + free.length < places.length; slot += 1) if (!used.has(slot)) free.push(slot)
  const rest = free.values()
  return new Map(places.map((place) => [place, before.get(place) ?? Number(rest.next().value)]))
}
