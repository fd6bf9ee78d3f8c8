/** A label of a level: how far down it stands, in pixels, and its words. */
export type LevelLabel = { readonly y: number; readonly text: string }

type Placed = { readonly y: number; readonly from: number; readonly to: number }

/** Distance at which two labels do not touch. */
const LINE_PX = 15
/** Width of a character, on average, and what stands around the words. */
const CHARACTER_PX = 6.6
const AROUND_PX = 14
const EDGE_PX = 8

/**
 * How far from the edge each label begins, so that none lies on another: beside those that stand at nearly the same height, and at the
 * edge again where there is no room left.
 */
export function labelPlaces(labels: readonly LevelLabel[], width: number): number[] {
  const places = labels.map(() => EDGE_PX)
  let near: Placed[] = []
  for (const [index, { y, text }] of [...labels.entries()].sort(([, a], [, b]) => a.y - b.y)) {
    const own = text.length * CHARACTER_PX + AROUND_PX
    near = near.filter((one) => y - one.y < LINE_PX)
    const beside = Math.max(...near.map(({ to }) => to))
    const isFree = near.every((one) => one.from >= EDGE_PX + own)
    const from = isFree || beside + own > width ? EDGE_PX : beside
    near.push({ y, from, to: from + own })
    places[index] = from
  }
  return places
}
