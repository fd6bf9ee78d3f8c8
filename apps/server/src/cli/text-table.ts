/** Rows under headings for the operator's terminal, one a line, columns two spaces apart. Control characters never reach the terminal. */
export function textTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows].map((row) => row.map(visible))
  const widths = headings.map((_, column) => Math.max(...lines.map((row) => row[column]?.length ?? 0)))
  const lineOf = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  return lines.map((row) => `${lineOf(row).trimEnd()}\n`).join('')
}

/** Letters that turn the direction of a line or are no letters cannot make it say something else. */
export const visible = (cell: string): string => cell.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?')
