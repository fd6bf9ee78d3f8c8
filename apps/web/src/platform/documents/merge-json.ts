import type { Sides } from './merge-text.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Three-way merge. Records merge by field, lists of texts or of items with an `id` by item; the side that moved items decides the order. On
 * conflict the local value wins, and a change beats a removal.
 */
export function mergeJson({ base, mine, theirs }: Sides<unknown>): unknown {
  if (isSame(mine, base)) return theirs
  if (isSame(theirs, base) || isSame(theirs, mine)) return mine
  if (mine === undefined) return theirs
  const keyed = keyedSides({ base, mine, theirs })
  if (keyed !== null) return mergeItems(keyed)
  if (isRecord(mine) && isRecord(theirs)) return mergeFields({ base: isRecord(base) ? base : {}, mine, theirs })
  return mine
}

function mergeFields({ base, mine, theirs }: Sides<Fields>): Fields {
  const keys = new Set([...Object.keys(theirs), ...Object.keys(mine)])
  const merged = [...keys].map((key) => [key, mergeJson({ base: base[key], mine: mine[key], theirs: theirs[key] })] as const)
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined))
}

type Keyed = ReadonlyMap<string, unknown>

function keyedSides({ base, mine, theirs }: Sides<unknown>): Sides<Keyed> | null {
  const [inMine, inTheirs] = [keyedItems(mine), keyedItems(theirs)]
  return inMine === null || inTheirs === null ? null : { base: keyedItems(base) ?? new Map(), mine: inMine, theirs: inTheirs }
}

function keyedItems(list: unknown): Keyed | null {
  if (!Array.isArray(list)) return null
  const items = new Map<string, unknown>()
  const all: readonly unknown[] = list
  for (const item of all) {
    const key = typeof item === 'string' ? item : isRecord(item) ? item.id : undefined
    if (typeof key !== 'string' || items.has(key)) return null
    items.set(key, item)
  }
  return items
}

function mergeItems({ base, mine, theirs }: Sides<Keyed>): unknown[] {
  const merged = new Map<string, unknown>()
  for (const key of new Set([...theirs.keys(), ...mine.keys()])) {
    const item = mergeJson({ base: base.get(key), mine: mine.get(key), theirs: theirs.get(key) })
    if (item !== undefined) merged.set(key, item)
  }
  const keys = { base: [...base.keys()], mine: [...mine.keys()], theirs: [...theirs.keys()] }
  const [leading, other] = hasMoved(keys.base, keys.mine) ? [keys.mine, keys.theirs] : [keys.theirs, keys.mine]
  return inOrder(leading, other)
    .filter((key) => merged.has(key))
    .map((key) => merged.get(key))
}

function hasMoved(before: readonly string[], after: readonly string[]): boolean {
  const [inBefore, inAfter] = [new Set(before), new Set(after)]
  const common = before.filter((key) => inAfter.has(key))
  return after.filter((key) => inBefore.has(key)).some((key, index) => key !== common[index])
}

/** Keeps the order of `leading`; items only in `other` follow their neighbor there. */
function inOrder(leading: readonly string[], other: readonly string[]): readonly string[] {
  const order = [...leading]
  const known = new Set(leading)
  other.forEach((key, index) => {
    if (known.has(key)) return
    const neighbour = other[index - 1]
    order.splice(neighbour === undefined ? 0 : order.indexOf(neighbour) + 1, 0, key)
    known.add(key)
  })
  return order
}

/** Deep equality that ignores field order; undefined fields count as absent. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, index) => isSame(item, b[index]))
  if (!isRecord(a) || !isRecord(b)) return false
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isSame(a[key], b[key]))
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
