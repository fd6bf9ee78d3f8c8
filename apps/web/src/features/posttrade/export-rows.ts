const QUOTE = 34
const LINE_END = 10

/**
 * The rows of an exported CSV whose trip `isKept`, under the same header. The trip's identity is the first cell of each row.
 *
 * @param isKept asked with the identity of each trip
 * @throws never
 */
export function keepRows(csv: string, isKept: (id: string) => boolean): string {
  const [header = '', ...rows] = rowsOf(csv)
  return [header, ...rows.filter((row) => isKept(row.slice(0, row.indexOf(','))))].join('')
}

const TRIP = /"trip":"([0-9a-f-]{36})"/

/**
 * The lines of exported pictures whose trip `isKept`.
 *
 * @param isKept asked with the identity of each trip
 * @throws never
 */
export const keepPictures = (lines: string, isKept: (id: string) => boolean): string =>
  lines
    .split('\n')
    .flatMap((line) => (isKept(TRIP.exec(line)?.[1] ?? '') ? [`${line}\n`] : []))
    .join('')

/** Rows with their line ends; a note may hold line breaks between its quotes. */
function rowsOf(csv: string): string[] {
  const rows: string[] = []
  let start = 0
  let isQuoted = false
  for (let at = 0; at < csv.length; at += 1) {
    const code = csv.charCodeAt(at)
    if (code === QUOTE) isQuoted = !isQuoted
    if (code !== LINE_END || isQuoted) continue
    rows.push(csv.slice(start, at + 1))
    start = at + 1
  }
  return start < csv.length ? [...rows, csv.slice(start)] : rows
}
