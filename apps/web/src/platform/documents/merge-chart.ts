import { type ChartSettings, type Drawing, MOST_COMPARED, MOST_INDICATORS } from '@aerie/wire/market/charts'
import { isSame, mergeJson } from './merge-json.ts'
import type { Sides } from './merge-text.ts'

/**
 * Three-way merge that loses no drawing: one changed on both sides is kept twice, and a change beats a deletion. Unchanged parts keep their
 * identity, so the chart does not redraw them.
 */
export function mergeChart({ base, mine, theirs }: Sides<ChartSettings>): ChartSettings {
  const each = <Key extends keyof ChartSettings>(key: Key) => ({ base: base[key], mine: mine[key], theirs: theirs[key] })
  const look = mergeJson({ base: lookOf(base), mine: lookOf(mine), theirs: lookOf(theirs) }) as Look // each field comes from one side
  return {
    ...look,
    indicators: mergeList(each('indicators'), ({ name, parameters }) => `${name}(${parameters.join()})`, MOST_INDICATORS),
    compare: mergeList(each('compare'), (symbol) => symbol, MOST_COMPARED),
    drawings: mergeDrawings(each('drawings')),
  }
}

type Look = Omit<ChartSettings, 'indicators' | 'compare' | 'drawings'>
const lookOf = ({ indicators: _indicators, compare: _compare, drawings: _drawings, ...look }: ChartSettings): Look => look

const mergeValue = <T>({ base, mine, theirs }: Sides<T>): T => (isSame(mine, base) ? theirs : mine)

/** Local items first, in local order. Items removed on either side are dropped; shared items take the changed version. */
function mergeList<T>({ base, mine, theirs }: Sides<T[]>, keyOf: (item: T) => string, most: number): T[] {
  if (isSame(mine, base)) return theirs
  if (isSame(theirs, base)) return mine
  const byKey = (items: readonly T[]) => new Map(items.map((item) => [keyOf(item), item]))
  const [inBase, inMine, inTheirs] = [byKey(base), byKey(mine), byKey(theirs)]
  const remaining = mine.flatMap((item) => {
    const [before, other] = [inBase.get(keyOf(item)), inTheirs.get(keyOf(item))]
    if (other !== undefined) return [mergeValue({ base: before, mine: item, theirs: other }) ?? item]
    return before === undefined ? [item] : []
  })
  const added = theirs.filter((item) => !inMine.has(keyOf(item)) && !inBase.has(keyOf(item)))
  return [...remaining, ...added].slice(0, most)
}

function mergeDrawings({ base, mine, theirs }: Sides<Drawing[]>): Drawing[] {
  if (theirs === base) return mine
  const byId = (drawings: readonly Drawing[]) => new Map(drawings.map((drawing) => [drawing.id, drawing]))
  const [inBase, inMine, inTheirs] = [byId(base), byId(mine), byId(theirs)]
  const ids = new Set([...inTheirs.keys(), ...inMine.keys()])
  return [...ids].flatMap((id) => mergeDrawing({ base: inBase.get(id), mine: inMine.get(id), theirs: inTheirs.get(id) }))
}

function mergeDrawing({ base, mine, theirs }: Sides<Drawing | undefined>): Drawing[] {
  if (mine !== undefined && theirs !== undefined) return joinDrawings({ base: base ?? theirs, mine, theirs })
  const left = mine ?? theirs
  return left === undefined || isSame(left, base) ? [] : [left]
}

/** One drawing if at most one side changed its shape or text; else both. The lock is merged separately. */
function joinDrawings({ base, mine, theirs }: Sides<Drawing>): Drawing[] {
  const locked = mergeValue({ base: base.locked, mine: mine.locked, theirs: theirs.locked })
  if (hasSameShape(mine, theirs)) return [withLock(mine, locked)]
  if (hasSameShape(mine, base)) return [withLock(theirs, locked)]
  const joined = withLock(mine, locked)
  return hasSameShape(theirs, base) ? [joined] : [joined, { ...theirs, id: idOfCopy(theirs) }]
}

const withLock = (drawing: Drawing, locked: boolean): Drawing => (drawing.locked === locked ? drawing : { ...drawing, locked })

const hasSameShape = (a: Drawing, b: Drawing): boolean => isSame({ ...a, locked: false }, { ...b, locked: false })

/** Deterministic, so that repeating a merge adds no second copy. */
const idOfCopy = (drawing: Drawing): string => `${drawing.id.slice(0, LONGEST_ID_BEFORE_HASH)}-${hashOf(JSON.stringify(drawing))}`
/** Ids are limited to 64 characters; the dash and the hash take eight. */
const LONGEST_ID_BEFORE_HASH = 56

/** FNV-1a, 32 bits, in base 36. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(36)
}
