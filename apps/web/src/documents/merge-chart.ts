import { type ChartSettings, type Drawing, MOST_COMPARED, MOST_INDICATORS } from '@aerie/wire/charts'
import { isSame } from './merge-json.ts'
import type { Sides } from './merge-text.ts'

/**
 * Two windows began from `base`: what both have made of it. Nothing that either drew is lost. A drawing that both changed
 * stays twice, one beside the other; one that only one of them deleted goes, unless the other changed it meanwhile. What one
 * side left alone is the other's very object, so that the chart does not draw it again.
 */
export function mergeChart({ base, mine, theirs }: Sides<ChartSettings>): ChartSettings {
  const each = <Key extends keyof ChartSettings>(key: Key) => ({ base: base[key], mine: mine[key], theirs: theirs[key] })
  return {
    interval: mergeValue(each('interval')),
    scale: mergeValue(each('scale')),
    showForecast: mergeValue(each('showForecast')),
    indicators: mergeList(each('indicators'), ({ name, parameters }) => `${name}(${parameters.join()})`, MOST_INDICATORS),
    compare: mergeList(each('compare'), (symbol) => symbol, MOST_COMPARED),
    drawings: mergeDrawings(each('drawings')),
  }
}

const mergeValue = <T>({ base, mine, theirs }: Sides<T>): T => (isSame(mine, base) ? theirs : mine)

/** Mine first, in my order; what either took away is gone. */
function mergeList<T>({ base, mine, theirs }: Sides<T[]>, keyOf: (item: T) => string, most: number): T[] {
  if (isSame(mine, base)) return theirs
  if (isSame(theirs, base)) return mine
  const keys = (items: readonly T[]) => new Set(items.map(keyOf))
  const [inBase, inMine, inTheirs] = [keys(base), keys(mine), keys(theirs)]
  const remaining = mine.filter((item) => inTheirs.has(keyOf(item)) || !inBase.has(keyOf(item)))
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

/** One where at most one side changed its points or words; else both. The lock is a question of its own. */
function joinDrawings({ base, mine, theirs }: Sides<Drawing>): Drawing[] {
  const locked = mergeValue({ base: base.locked, mine: mine.locked, theirs: theirs.locked })
  if (hasSameShape(mine, theirs)) return [withLock(mine, locked)]
  if (hasSameShape(mine, base)) return [withLock(theirs, locked)]
  const joined = withLock(mine, locked)
  return hasSameShape(theirs, base) ? [joined] : [joined, { ...theirs, id: idOfCopy(theirs) }]
}

const withLock = (drawing: Drawing, locked: boolean): Drawing => (drawing.locked === locked ? drawing : { ...drawing, locked })

/** Whether two drawings look the same, whatever their lock says. */
const hasSameShape = (a: Drawing, b: Drawing): boolean => isSame({ ...a, locked: false }, { ...b, locked: false })

/** The same for the same drawing: a merge may be made again, and must not add another copy. */
function idOfCopy({ id, kind, text, points }: Drawing): string {
  const shape = JSON.stringify([id, kind, text, ...points.map(({ time, price }) => [time, price])])
  return `${id.slice(0, LONGEST_ID_BEFORE_HASH)}-${hashOf(shape)}`
}
/** An id has 64 characters at most; the hash and its dash take eight of them. */
const LONGEST_ID_BEFORE_HASH = 56

/** FNV-1a, 32 bits, in base 36. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(36)
}
