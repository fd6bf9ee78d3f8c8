const RISKY = /^'*[=+\-@\t\r]/
const QUOTED = /[",\r\n]/

/**
 * A text as a cell of CSV that no spreadsheet takes for a formula: one that begins with `= + - @`, a tab or a carriage return gets an
 * apostrophe in front, which `cellText` takes off again.
 *
 * @throws never
 * Source: OWASP, CSV Injection
 */
export function textCell(text: string): string {
  const safe = RISKY.test(text) ? `'${text}` : text
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * The text of a cell that `textCell` wrote, after its quotes are read.
 *
 * @throws never
 */
export const cellText = (cell: string): string => (cell.startsWith("'") && RISKY.test(cell) ? cell.slice(1) : cell)

/** A line of CSV, its cells being made by `textCell` or plain numbers. */
export const csvLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`
