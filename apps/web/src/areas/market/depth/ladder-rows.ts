const HEAD_PX = 28
const SPREAD_PX = 28
const ROW_PX = 20
/** Minimum target height by WCAG 2.5.8. */
export const PRESSED_ROW_PX = 24

export type LadderRows = { readonly count: number; readonly rowPx: number }

/** `height` in CSS pixels with the header; null if unknown. `leastPx`: minimum height of a level. */
export function ladderRows(height: number | null, leastPx: number = ROW_PX): LadderRows {
  if (height === null) return { count: 10, rowPx: leastPx }
  const side = Math.max(leastPx, (height - HEAD_PX - SPREAD_PX) / 2)
  const count = Math.floor(side / leastPx)
  return { count, rowPx: side / count }
}
