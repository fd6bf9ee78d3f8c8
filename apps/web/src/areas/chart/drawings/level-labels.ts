export type LevelLabel = { readonly line: number; readonly y: number; readonly text: string }

export type Span = { readonly from: number; readonly to: number }

export type LabelPosition = {
  readonly y: number
  /** Distance from the edge; null: no room, and the neighbouring label counts it. */
  readonly from: number | null
  readonly more: number
  readonly gaps: readonly Span[]
}

/** The nearest level beyond an edge of the pane, and how many lie behind it. */
export type EdgeLevel = { readonly index: number; readonly more: number }

type Placed = Span & { readonly y: number; readonly index: number }

const LINE_PX = 15
const HALF_PX = 8
const CHARACTER_PX = 6.6
const AROUND_PX = 14
const EDGE_PX = 8
const MORE_PX = 64

/** Places labels without overlap: those at nearly equal heights side by side; the last one that fits counts the rest. */
export function labelPositions(labels: readonly LevelLabel[], width: number): LabelPosition[] {
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

/** Beyond the pane only the nearest level per side is labelled: more labels would cover the newest candles. `ys`: all levels, in pixels. */
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

/** A narrower pane has no room for a label beside its legends. */
const NARROW_PX = 480

/** `edge`: from either edge to the middle of a label; `legends`: height of the legends at the top, in pixels. */
type Pane = { readonly width: number; readonly height: number; readonly edge: number; readonly legends: number }

/** Height of a level's label: within the pane, above the strip of a level below, and in a narrow pane below the legends. */
export function labelY(line: number, { width, height, edge, legends }: Pane, below: EdgeLevel | undefined): number {
  const top = width < NARROW_PX ? legends + edge : edge
  return Math.max(top, Math.min(height - edge - (below ? LINE_PX : 0), line))
}
