/** Minimum cap height for readable text: ISO 9241-303 requires 16 arc minutes, and allows 10 for incidental text. */
export const READING_ARC_MIN = 16
export const NOTE_ARC_MIN = 10
/** Assumed viewing distance and panel: 55 inches, 16:9. */
export const VIEWER = { distanceMm: 5000, diagonalInches: 55 } as const
/** Cap height of Inter: 1490 of 2048 units. */
const CAP_SHARE = 1490 / 2048
const MM_AN_INCH = 25.4

/** Font size, as a share of the panel height, whose capitals subtend `arcMinutes`. */
export function fontShareOf(
  arcMinutes: number,
  { distanceMm, diagonalInches }: { distanceMm: number; diagonalInches: number } = VIEWER,
): number {
  const capMm = 2 * distanceMm * Math.tan((arcMinutes / 60 / 2) * (Math.PI / 180))
  const panelMm = diagonalInches * MM_AN_INCH * (9 / Math.hypot(16, 9))
  return capMm / CAP_SHARE / panelMm
}
