import { type ChartSettings, type Drawing, MOST_INDICATORS } from '@aerie/wire/charts'
import { MOST_COMPARED } from '../../chart-engine/compare-series.ts'
import { newDrawingId } from '../../chart-engine/drawings/drawing-id.ts'

type Sides<T> = { readonly base: T; readonly mine: T; readonly theirs: T }

/**
 * Two windows began from `base`: what both have made of it. Nothing that either drew is lost. A drawing that both changed
 * stays twice, one beside the other; one that only one of them deleted goes, unless the other changed it meanwhile.
 */
export function mergeSettings({ base, mine, theirs }: Sides<ChartSettings>): ChartSettings {
  const each = <Key extends keyof ChartSettings>(key: Key) => ({ base: base[key], mine: mine[key], theirs: theirs[key] })
  return {
    interval: mergeValue(each('interval')),
    scale: mergeValue(each('scale')),
    type: mergeValue(each('type')),
    magnet: mergeValue(each('magnet')),
    showForecast: mergeValue(each('showForecast')),
    indicators: oneOfEach(mergeList(each('indicators'), (item) => JSON.stringify([item.name, item.parameters, item.styles]))).slice(
      0,
      MOST_INDICATORS,
    ),
    compare: mergeList(each('compare'), (symbol) => symbol).slice(0, MOST_COMPARED),
    drawings: mergeDrawings(each('drawings')),
  }
}

/** Both may have given the same indicator another style: one of them stays. */
const oneOfEach = (indicators: ChartSettings['indicators']): ChartSettings['indicators'] =>
  [...new Map(indicators.toReversed().map((item) => [`${item.name}(${item.parameters.join()})`, item])).values()].reverse()

/** Whether nothing is another. */
export const isSameSettings = (a: ChartSettings, b: ChartSettings): boolean => textOf(a) === textOf(b)

const textOf = ({ drawings, ...look }: ChartSettings): string =>
  JSON.stringify([
    look.interval,
    look.scale,
    look.type,
    look.magnet,
    look.showForecast,
    look.indicators,
    look.compare,
    ...drawings.map(drawingText),
  ])

/** What makes a drawing another, however its fields are ordered. */
const shapeText = ({ kind, points, text, style }: Drawing): string =>
  JSON.stringify([kind, text, style?.color, style?.width, style?.dash, ...points.map(({ time, price }) => [time, price])])
const drawingText = (drawing: Drawing): string => `${drawing.id} ${drawing.locked} ${shapeText(drawing)}`

const mergeValue = <T extends string | boolean>({ base, mine, theirs }: Sides<T>): T => (mine === base ? theirs : mine)

/** Mine first, in my order; what either took away is gone. */
function mergeList<T>({ base, mine, theirs }: Sides<readonly T[]>, keyOf: (item: T) => string): T[] {
  const keys = (items: readonly T[]) => new Set(items.map(keyOf))
  const [inBase, inMine, inTheirs] = [keys(base), keys(mine), keys(theirs)]
  const kept = mine.filter((item) => inTheirs.has(keyOf(item)) || !inBase.has(keyOf(item)))
  const added = theirs.filter((item) => !inMine.has(keyOf(item)) && !inBase.has(keyOf(item)))
  return [...kept, ...added]
}

function mergeDrawings({ base, mine, theirs }: Sides<readonly Drawing[]>): Drawing[] {
  const byId = (drawings: readonly Drawing[]) => new Map(drawings.map((drawing) => [drawing.id, drawing]))
  const [inBase, inMine, inTheirs] = [byId(base), byId(mine), byId(theirs)]
  const ids = new Set([...inTheirs.keys(), ...inMine.keys()])
  return [...ids].flatMap((id) => mergeDrawing({ base: inBase.get(id), mine: inMine.get(id), theirs: inTheirs.get(id) }))
}

function mergeDrawing({ base, mine, theirs }: Sides<Drawing | undefined>): Drawing[] {
  if (mine !== undefined && theirs !== undefined) return joinDrawings({ base: base ?? theirs, mine, theirs })
  const left = mine ?? theirs
  return left === undefined || (base !== undefined && drawingText(left) === drawingText(base)) ? [] : [left]
}

/** One where at most one side changed its points or words; else both. The lock is a question of its own. */
function joinDrawings({ base, mine, theirs }: Sides<Drawing>): Drawing[] {
  const shape = mergeValue({ base: shapeText(base), mine: shapeText(mine), theirs: shapeText(theirs) })
  const locked = mergeValue({ base: base.locked, mine: mine.locked, theirs: theirs.locked })
  const isTheirs = shape !== shapeText(mine)
  const joined = isTheirs ? { ...theirs, locked } : locked === mine.locked ? mine : { ...mine, locked }
  const areBothOther = !isTheirs && shape !== shapeText(theirs) && shapeText(theirs) !== shapeText(base)
  return areBothOther ? [joined, { ...theirs, id: newDrawingId() }] : [joined]
}
