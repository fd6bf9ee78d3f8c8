/** The head of the ladder, and the line between its sides. */
const HEAD_PX = 28
const SPREAD_PX = 28
const ROW_PX = 20

/** Levels shown of each side, and how high each is: together they fill the ladder, the spread in its middle. */
export type LadderRows = { readonly count: number; readonly rowPx: number }

/** @param height of the ladder in CSS pixels, its head included; null while it is not known */
export function ladderRows(height: number | null): LadderRows {
  if (height === null) return { count: 10, rowPx: ROW_PX }
  const side = Math.max(ROW_PX, (height - HEAD_PX - SPREAD_PX) / 2)
  const count = Math.floor(side / ROW_PX)
  return { count, rowPx: side / count }
}
