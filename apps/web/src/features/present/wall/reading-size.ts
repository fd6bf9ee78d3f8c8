/**
 * How large text must be to be read across a room: ISO 9241-303 asks for capital letters of at least 16
 * minutes of arc, and lets what is incidental be smaller, down to 10.
 */
export const READING_ARC_MIN = 16
export const NOTE_ARC_MIN = 10
/** Where the viewer stands, and the panel: 55 inches across, 16:9. */
export const VIEWER = { distanceMm: 5000, diagonalInches: 55 } as const
/** Height of Inter's capitals as a share of its size: 1490 of 2048 units. */
const CAP_SHARE = 1490 / 2048
const MM_AN_INCH = 25.4

/** Font size as a share of the panel's height at which capitals stand `arcMinutes` high before the viewer's eye. */
export function fontShareOf(
  arcMinutes: number,
  { distanceMm, diagonalInches }: { distanceMm: number; diagonalInches: number } = VIEWER,
): number {
  const capMm = 2 * distanceMm * Math.tan((arcMinutes / 60 / 2) * (Math.PI / 180))
  const panelMm = diagonalInches * MM_AN_INCH * (9 / Math.hypot(16, 9))
  return capMm / CAP_SHARE / panelMm
}
