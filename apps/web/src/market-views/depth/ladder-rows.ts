/** The head of the ladder, and the line between its sides. */
const HEAD_PX = 28
const SPREAD_PX = 28
const ROW_PX = 20
/** Levels that are pressed are as high as WCAG 2.5.8 has it. */
export const PRESSED_ROW_PX = 24

/** Levels shown of each side, and how high each is: together they fill the ladder, the spread in its middle. */
export type LadderRows = { readonly count: number; readonly rowPx: number }

/**
 * @param height of the ladder in CSS pixels, its head included; null while it is not known
 * @param leastPx a level is at least so high
 */
export function ladderRows(height: number | null, leastPx: number = ROW_PX): LadderRows {
  if (height === null) return { count: 10, rowPx: leastPx }
  const side = Math.max(leastPx, (height - HEAD_PX - SPREAD_PX) / 2)
  const count = Math.floor(side / leastPx)
  return { count, rowPx: side / count }
}
