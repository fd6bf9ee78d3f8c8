/** First character of a CSV file; without it Excel and LibreOffice assume a Western code page. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Formula starts: at the text start and after separators, ignoring quotes; full-width signs count in East Asian spreadsheets. */
const FORMULA = /^(?=['"]*[=+\-@＝＋－＠\t\r])|(?<=[;\t\r\n])(?=['"]*[=+\-@＝＋－＠])/g
/** The same places after `textCell` has added an apostrophe. */
const GUARD = /^'(?=['"]*[=+\-@＝＋－＠\t\r])|(?<=[;\t\r\n])'(?=['"]*[=+\-@＝＋－＠])/g
const QUOTED = /[",;\t\r\n]/

/** Escapes a CSV cell against formula injection by apostrophes that `cellText` removes. Source: OWASP, CSV Injection. */
export function textCell(text: string): string {
  const safe = text.replace(FORMULA, "'")
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Reverses `textCell`, after CSV unquoting. */
export const cellText = (cell: string): string => cell.replace(GUARD, '')

/** CSV line of `textCell` cells or plain numbers. */
export const csvLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`
