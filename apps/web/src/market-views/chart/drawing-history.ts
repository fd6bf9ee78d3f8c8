import type { Drawing } from '@aerie/wire/charts'

/** Steps back that are kept. */
const MOST_STEPS = 100

/** The drawings of a chart and the way they came about, for undo and redo. */
export type DrawingHistory = {
  readonly past: ReadonlyArray<readonly Drawing[]>
  readonly now: readonly Drawing[]
  readonly future: ReadonlyArray<readonly Drawing[]>
}

export const historyOf = (now: readonly Drawing[]): DrawingHistory => ({ past: [], now, future: [] })

const step = (history: DrawingHistory, now: readonly Drawing[]): DrawingHistory => ({
  past: [...history.past.slice(1 - MOST_STEPS), history.now],
  now,
  future: [],
})

/** Adds a drawing, or puts it in the place of the one with its id. */
export function putDrawing(history: DrawingHistory, drawing: Drawing): DrawingHistory {
  const isKnown = history.now.some(({ id }) => id === drawing.id)
  return step(history, isKnown ? history.now.map((each) => (each.id === drawing.id ? drawing : each)) : [...history.now, drawing])
}

/** Takes a drawing away; a locked one stays. */
export function removeDrawing(history: DrawingHistory, id: string): DrawingHistory {
  const kept = history.now.filter((drawing) => drawing.id !== id || drawing.locked)
  return kept.length === history.now.length ? history : step(history, kept)
}

/** Takes away all that are not locked. */
export function clearDrawings(history: DrawingHistory): DrawingHistory {
  const kept = history.now.filter(({ locked }) => locked)
  return kept.length === history.now.length ? history : step(history, kept)
}

export function undo(history: DrawingHistory): DrawingHistory {
  const before = history.past.at(-1)
  return before === undefined ? history : { past: history.past.slice(0, -1), now: before, future: [history.now, ...history.future] }
}

export function redo(history: DrawingHistory): DrawingHistory {
  const [next, ...future] = history.future
  return next === undefined ? history : { past: [...history.past, history.now], now: next, future }
}

/** `drawing` moved by a time and by a factor of its prices. */
export const moveDrawing = (drawing: Drawing, byMs: number, priceFactor: number): Drawing => ({
  ...drawing,
  points: drawing.points.map(({ time, price }) => ({
    ...(time === undefined ? {} : { time: time + byMs }),
    ...(price === undefined ? {} : { price: price * priceFactor }),
  })),
})
