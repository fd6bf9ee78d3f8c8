import type { Drawing } from '@aerie/wire/market/charts'

const MOST_STEPS = 100

/** One drawing's change in a step: `before` is null if created, `after` null if deleted. */
type Change = { readonly id: string; readonly at: number; readonly before: Drawing | null; readonly after: Drawing | null }
type Step = readonly Change[]

/** Drawings with undo and redo. A step stores only the drawings it changed, so undo keeps changes from other windows. */
export type DrawingHistory = { readonly past: readonly Step[]; readonly now: readonly Drawing[]; readonly future: readonly Step[] }

export const historyOf = (now: readonly Drawing[]): DrawingHistory => ({ past: [], now, future: [] })

const step = (history: DrawingHistory, now: readonly Drawing[]): DrawingHistory => ({
  past: [...history.past.slice(1 - MOST_STEPS), changesBetween(history.now, now)],
  now,
  future: [],
})

function changesBetween(before: readonly Drawing[], after: readonly Drawing[]): Step {
  const ids = new Set([...before, ...after].map(({ id }) => id))
  return [...ids].flatMap((id) => {
    const indexIn = (list: readonly Drawing[]) => list.findIndex((drawing) => drawing.id === id)
    const [from, to] = [indexIn(before), indexIn(after)]
    const change = { id, at: from === -1 ? to : from, before: before[from] ?? null, after: after[to] ?? null }
    return change.before === change.after ? [] : [change]
  })
}

export function saveDrawing(history: DrawingHistory, drawing: Drawing): DrawingHistory {
  const isKnown = history.now.some(({ id }) => id === drawing.id)
  return step(history, isKnown ? history.now.map((each) => (each.id === drawing.id ? drawing : each)) : [...history.now, drawing])
}

export function removeDrawing(history: DrawingHistory, id: string): DrawingHistory {
  const kept = history.now.filter((drawing) => drawing.id !== id || drawing.locked)
  return kept.length === history.now.length ? history : step(history, kept)
}

export function clearDrawings(history: DrawingHistory): DrawingHistory {
  const kept = history.now.filter(({ locked }) => locked)
  return kept.length === history.now.length ? history : step(history, kept)
}

export function undo(history: DrawingHistory): DrawingHistory {
  const last = history.past.at(-1)
  if (last === undefined) return history
  return { past: history.past.slice(0, -1), now: applied(history.now, last, 'before'), future: [last, ...history.future] }
}

export function redo(history: DrawingHistory): DrawingHistory {
  const [next, ...future] = history.future
  return next === undefined ? history : { past: [...history.past, next], now: applied(history.now, next, 'after'), future }
}

export const rebased = (history: DrawingHistory, now: readonly Drawing[]): DrawingHistory => ({ ...history, now })

function applied(drawings: readonly Drawing[], changes: Step, side: 'before' | 'after'): readonly Drawing[] {
  const next = [...drawings]
  for (const { id, at, [side]: wanted } of changes) {
    const place = next.findIndex((drawing) => drawing.id === id)
    if (wanted === null) next.splice(place, place === -1 ? 0 : 1)
    else if (place === -1) next.splice(Math.min(at, next.length), 0, wanted)
    else next[place] = wanted
  }
  return next
}

export const moveDrawing = (drawing: Drawing, byMs: number, priceFactor: number): Drawing => ({
  ...drawing,
  points: drawing.points.map(({ time, price }) => ({
    ...(time === undefined ? {} : { time: time + byMs }),
    ...(price === undefined ? {} : { price: price * priceFactor }),
  })),
})
