/** First character of a CSV file: without it Excel and LibreOffice take UTF-8 for a Western code page. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Places where a text begins like a formula, quotes aside: its start, and what follows a semicolon, a tab or a line break, for some programs
 * separate cells by those. Wide signs count: East Asian spreadsheets take them for the plain ones.
 */
const FORMULA = /^(?=['"]*[=+\-@＝＋－＠\t\r])|(?<=[;\t\r\n])(?=['"]*[=+\-@＝＋－＠])/g
/** The same places once `textCell` has put an apostrophe there. */
const GUARD = /^'(?=['"]*[=+\-@＝＋－＠\t\r])|(?<=[;\t\r\n])'(?=['"]*[=+\-@＝＋－＠])/g
/** LibreOffice separates by semicolons and tabs as well as by commas. */
const QUOTED = /[",;\t\r\n]/

/**
 * A text as a cell of CSV that no spreadsheet takes for a formula, also where it separates by semicolons: an apostrophe stands before each
 * place that begins like one, which `cellText` takes off again.
 *
 * @throws never
 * Source: OWASP, CSV Injection
 */
export function textCell(text: string): string {
  const safe = text.replace(FORMULA, "'")
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * The text of a cell that `textCell` wrote, after its quotes are read.
 *
 * @throws never
 */
export const cellText = (cell: string): string => cell.replace(GUARD, '')

/** A line of CSV, its cells being made by `textCell` or plain numbers. */
export const csvLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`
