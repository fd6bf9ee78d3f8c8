/** A level inside the pane: its line, the middle of its label, and whether it comes before others at the same height. */
export type LevelLabel = {
  readonly line: number
  readonly y: number
  readonly text: string
  readonly isFirst?: boolean | undefined
  /** Whether a × follows the label while it is for this level alone. */
  readonly hasCancel?: boolean | undefined
}

export type Span = { readonly from: number; readonly to: number }
export type Box = Span & { readonly top: number; readonly bottom: number }

/** Levels too near each other for a label each. */
export type LabelGroup = { readonly lead: number; readonly members: readonly number[] }

export type LabelPosition = {
  readonly y: number
  /** Left edge; null: another label of its group counts it, or it does not fit whole. */
  readonly from: number | null
  readonly more: number
  /** Left edge of the ×; null: none. */
  readonly cancel: number | null
  readonly gaps: readonly Span[]
}

/** The nearest level beyond an edge of the pane, and how many lie behind it. */
export type EdgeLevel = { readonly index: number; readonly more: number }

/** Height of a label, and distance at which two share one. */
export const LABEL_PX = 18
const HALF_LABEL_PX = LABEL_PX / 2
const CHARACTER_PX = 6.6
const AROUND_PX = 14
const EDGE_PX = 8
/** Width of the × of a label. */
export const CANCEL_PX = 22

export const labelWidth = (text: string): number => text.length * CHARACTER_PX + AROUND_PX
export const countedText = (text: string, more: number): string => (more === 0 ? text : `${text}  +${more}`)

/** One group for all levels within a label's height of its lead: the first of them, in their order, whose levels come first. */
export function labelGroups(labels: readonly Pick<LevelLabel, 'y' | 'isFirst'>[]): LabelGroup[] {
  const groups: { lead: number; y: number; members: number[] }[] = []
  const order = [...labels.entries()].toSorted(([, a], [, b]) => Number(b.isFirst === true) - Number(a.isFirst === true) || a.y - b.y)
  for (const [index, { y }] of order) {
    const [near] = groups.filter((group) => Math.abs(group.y - y) < LABEL_PX).toSorted((a, b) => Math.abs(a.y - y) - Math.abs(b.y - y))
    if (near === undefined) groups.push({ lead: index, y, members: [index] })
    else near.members.push(index)
  }
  return groups
}

type Pane = { readonly width: number; readonly height: number }

/** Where labels are drawn: one for each group, or one for each level of the group that is open, clear of `reserved` and of each other. */
export type LabelRequest = Pane & {
  readonly groups: readonly LabelGroup[]
  /** The lead of the open group. */
  readonly open?: number | null
  /** Labels above it go to the right edge, clear of the legends. */
  readonly legends: number
  readonly reserved?: readonly Box[]
}

export function labelPositions(
  labels: readonly LevelLabel[],
  { width, height, groups, open, legends, reserved = [] }: LabelRequest,
): LabelPosition[] {
  const more = labels.map(() => 0)
  const boxes = new Map<number, Box>()
  const cancels = new Map<number, number>()
  const boxAt = (y: number, own: number, isRight: boolean): Box => {
    const from = isRight ? width - EDGE_PX - own : EDGE_PX
    return { from, to: from + own, top: y - HALF_LABEL_PX, bottom: y + HALF_LABEL_PX }
  }
  const place = (index: number, y: number, count: number): void => {
    const { text = '', hasCancel, isFirst } = labels[index] ?? {}
    const isAlone = count === 0 && hasCancel === true
    const own = labelWidth(countedText(text, count)) + (isAlone ? CANCEL_PX : 0)
    const isRight = y <= legends
    const taken = [...reserved, ...boxes.values()]
    // What comes first may also stand above or below its line.
    const box = (isFirst === true ? [0, LABEL_PX, -LABEL_PX] : [0])
      .flatMap((off) => (isRight ? [true] : [false, true]).map((side) => boxAt(y + off, own, side)))
      .find(
        (one) =>
          one.top >= 0 &&
          one.bottom <= height &&
          one.from >= EDGE_PX &&
          one.to <= width - EDGE_PX &&
          !taken.some((other) => overlap(one, other)),
      )
    if (box === undefined) return
    boxes.set(index, box)
    if (isAlone) cancels.set(index, box.from)
  }
  const opened = groups.find(({ lead }) => lead === open)
  if (opened !== undefined) for (const [index, y] of listed(labels, opened, height)) place(index, y, 0)
  for (const { lead, members } of groups) {
    if (lead === opened?.lead) continue
    more[lead] = members.length - 1
    place(lead, labels[lead]?.y ?? 0, members.length - 1)
  }
  return labels.map(({ line }, index) => {
    const box = boxes.get(index)
    return {
      y: box === undefined ? line : (box.top + box.bottom) / 2,
      from: box?.from ?? null,
      more: more[index] ?? 0,
      cancel: cancels.get(index) ?? null,
      gaps: [...reserved, ...[...boxes].flatMap(([other, one]) => (other === index ? [] : [one]))].filter(
        ({ top, bottom }) => top < line && line < bottom,
      ),
    }
  })
}

export const overlap = (a: Box, b: Box): boolean => a.from < b.to && b.from < a.to && a.top < b.bottom && b.top < a.bottom

/** The levels of a group by price, one below the other, within the pane. */
export function listed(labels: readonly LevelLabel[], { lead, members }: LabelGroup, height: number): [index: number, y: number][] {
  const order = members.toSorted((a, b) => (labels[a]?.line ?? 0) - (labels[b]?.line ?? 0))
  const room = Math.max(1, Math.floor((height - 2 * EDGE_PX) / LABEL_PX))
  const shown = order.slice(0, room)
  const middle = (labels[lead]?.y ?? 0) - ((shown.length - 1) * LABEL_PX) / 2
  const last = height - EDGE_PX - HALF_LABEL_PX - (shown.length - 1) * LABEL_PX
  const top = Math.max(EDGE_PX + HALF_LABEL_PX, Math.min(middle, last))
  return shown.map((index, at) => [index, top + at * LABEL_PX])
}

/** Without the spans of `gaps`. */
export function lineParts(width: number, gaps: readonly Span[]): Span[] {
  const parts: Span[] = []
  let at = 0
  for (const { from, to } of gaps.toSorted((a, b) => a.from - b.from)) {
    if (from > at) parts.push({ from: at, to: Math.min(from, width) })
    at = Math.max(at, to)
  }
  if (at < width) parts.push({ from: at, to: width })
  return parts
}

type AxisLevel = { readonly price: number; readonly y: number; readonly isFirst?: boolean | undefined }

/**
 * Heights of the tags on the axis; null: no tag, as it would cover another or be cut. The last price has priority, then levels in
 * their order of priority, then those nearest to the last price. A tag that overlaps the last price moves to its own side of it.
 */
export function axisTags(levels: readonly AxisLevel[], height: number, last?: AxisLevel): (number | null)[] {
  const isWhole = (y: number): boolean => y >= HALF_LABEL_PX && y <= height - HALF_LABEL_PX
  const taken: number[] = last === undefined ? [] : [last.y]
  const tags: (number | null)[] = levels.map(() => null)
  const away = ({ y }: AxisLevel): number => Math.abs(y - (last?.y ?? 0))
  const order = [...levels.entries()].toSorted(
    ([, a], [, b]) => Number(b.isFirst === true) - Number(a.isFirst === true) || away(a) - away(b),
  )
  for (const [index, level] of order) {
    const whole = Math.max(HALF_LABEL_PX, Math.min(height - HALF_LABEL_PX, level.y))
    const isBeside = last !== undefined && Math.abs(last.y - level.y) < LABEL_PX
    const towards = last !== undefined && level.price >= last.price ? -1 : 1
    const beside = isBeside ? [last.y + towards * LABEL_PX, ...(level.isFirst === true ? [last.y - towards * LABEL_PX] : [])] : []
    const y = [whole, ...beside].find((one) => isWhole(one) && taken.every((other) => Math.abs(other - one) >= LABEL_PX))
    if (y === undefined) continue
    taken.push(y)
    tags[index] = y
  }
  return tags
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
type LabelPane = Pane & { readonly edge: number; readonly legends: number }

/** Height of a level's label: within the pane, above the strip of a level below, and in a narrow pane below the legends. */
export function labelY(line: number, { width, height, edge, legends }: LabelPane, below: EdgeLevel | undefined): number {
  const top = width < NARROW_PX ? legends + edge : edge
  return Math.max(top, Math.min(height - edge - (below ? LABEL_PX : 0), line))
}

type Heights = readonly [number, ...number[]]

/** Where the label of a level beyond either edge may be, best first; in a narrow pane never beside the legends. */
export function edgeHeights({ width, height, edge, legends }: LabelPane): { readonly above: Heights; readonly below: Heights } {
  const bottom = height - edge
  return {
    above: width < NARROW_PX ? [legends, legends + LABEL_PX, legends + 2 * LABEL_PX] : [legends, legends - LABEL_PX, legends + LABEL_PX],
    below: [bottom, bottom - LABEL_PX, bottom - 2 * LABEL_PX],
  }
}
