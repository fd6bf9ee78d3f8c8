/** A label of a level: how far down its level and the label itself are, in pixels, and its words. */
export type LevelLabel = { readonly line: number; readonly y: number; readonly text: string }

/** From one pixel of a line to another. */
export type Span = { readonly from: number; readonly to: number }

/** Where a label stands in the pane. */
export type LabelPlace = {
  readonly y: number
  /** How far from the edge it begins; null: there was no room, and the label beside counts it. */
  readonly from: number | null
  /** How many labels without room it stands for, beside its own. */
  readonly more: number
  /** Parts of its line that would strike through labels of others. */
  readonly gaps: readonly Span[]
}

/** The one level beyond an edge of the pane that is nearest to it, and how many lie behind. */
export type EdgeLevel = { readonly index: number; readonly more: number }

type Placed = Span & { readonly y: number; readonly index: number }

/** Distance at which two labels do not touch. */
const LINE_PX = 15
/** Half the height of a label. */
const HALF_PX = 8
/** Width of a character, on average, and what stands around the words. */
const CHARACTER_PX = 6.6
const AROUND_PX = 14
const EDGE_PX = 8
/** Room for the count of labels that found none. */
const MORE_PX = 64

/**
 * How far from the edge each label begins, so that none lies on another: beside those that stand at nearly the same height; where there is
 * no room left, the last of them counts it.
 */
export function labelPlaces(labels: readonly LevelLabel[], width: number): LabelPlace[] {
  const starts: (number | null)[] = labels.map(() => EDGE_PX)
  const more = labels.map(() => 0)
  const placed: Placed[] = []
  let near: Placed[] = []
  for (const [index, { y, text }] of [...labels.entries()].sort(([, a], [, b]) => a.y - b.y)) {
    const own = text.length * CHARACTER_PX + AROUND_PX
    near = near.filter((one) => y - one.y < LINE_PX)
    const [last] = near.toSorted((a, b) => b.to - a.to)
    const isFree = near.every((one) => one.from >= EDGE_PX + own)
    const from = isFree || last === undefined ? EDGE_PX : last.to
    if (last !== undefined && !isFree && from + own + MORE_PX > width) {
      more[last.index] = (more[last.index] ?? 0) + 1
      starts[index] = null
      continue
    }
    const place = { y, from, to: from + own, index }
    near.push(place)
    placed.push(place)
    starts[index] = from
  }
  return labels.map(({ line, y }, index) => ({
    y,
    from: starts[index] ?? null,
    more: more[index] ?? 0,
    gaps: placed.filter((one) => one.index !== index && Math.abs(one.y - line) < HALF_PX),
  }))
}

/**
 * A line from `start` to `width` without its gaps.
 *
 * @returns its parts, from left to right
 */
export function lineParts(start: number, width: number, gaps: readonly Span[]): Span[] {
  const parts: Span[] = []
  let at = start
  for (const { from, to } of gaps.toSorted((a, b) => a.from - b.from)) {
    if (from > at) parts.push({ from: at, to: Math.min(from, width) })
    at = Math.max(at, to)
  }
  if (at < width) parts.push({ from: at, to: width })
  return parts
}

/**
 * Of the levels beyond the pane only the nearest on each side is named, as labels of many would cover the newest candles.
 *
 * @param ys pixels from the top, of all levels
 */
export function edgeLevels(ys: readonly number[], height: number): { readonly above?: EdgeLevel; readonly below?: EdgeLevel } {
  const edges: { above?: EdgeLevel; below?: EdgeLevel } = {}
  const distance = (y: number): number => Math.abs(y - height / 2)
  for (const [index, y] of ys.entries()) {
    if (y >= 0 && y <= height) continue
    const side = y < 0 ? 'above' : 'below'
    const known = edges[side]
    const isNearer = known === undefined || distance(y) < distance(ys[known.index] ?? 0)
    edges[side] = { index: isNearer ? index : known.index, more: known === undefined ? 0 : known.more + 1 }
  }
  return edges
}

/** A pane that is narrower has no room for a label beside its legends. */
const NARROW_PX = 480

/** A pane: `edge` pixels are between either edge and the middle of a label, and `legends` is how high the legends at its top stand. */
type Pane = { readonly width: number; readonly height: number; readonly edge: number; readonly legends: number }

/**
 * How far down the label of a level in the pane stands: whole in the pane, above the strip at its lower edge where a level below is
 * named there, and in a narrow pane below the legends.
 */
export function labelY(line: number, { width, height, edge, legends }: Pane, below: EdgeLevel | undefined): number {
  const top = width < NARROW_PX ? legends + edge : edge
  return Math.max(top, Math.min(height - edge - (below ? LINE_PX : 0), line))
}
