import { decimalText, sizeText } from '@aerie/core/numbers/units'
import { type ImportChoices, type KeyedEntry, parseImport } from './import-file.ts'
import { marketName } from './markets.ts'
import { entryOfStored, storedEntryOf } from './stored-entry.ts'
import { type FoldedTrip, TripFolder } from './trip-folder.ts'

/** Trips of files, as the server builds them: entries by key, sorted by venue, market and time. */
export function tripsOf(files: readonly (readonly KeyedEntry[])[]): FoldedTrip[] {
  const byKey = new Map<string, KeyedEntry>()
  for (const entry of files.flat()) if (!byKey.has(entry.key)) byKey.set(entry.key, entry)
  const atOf = ({ entry }: KeyedEntry): number => ('at' in entry ? entry.at : entry.closedAt)
  const groupOf = ({ venue, entry }: KeyedEntry): string => `${venue}\n${marketName({ exchange: venue, symbol: entry.symbol })}`
  const folder = new TripFolder()
  const trips = [...byKey.values()]
    .map((keyed) => ({ keyed, group: groupOf(keyed), at: atOf(keyed) }))
    .toSorted((a, b) => (a.group < b.group ? -1 : a.group > b.group ? 1 : a.at - b.at))
    .map(({ keyed }) => keyed)
    .flatMap((keyed) => {
      const entry = entryOfStored(storedEntryOf(keyed.entry), { symbol: keyed.entry.symbol, at: atOf(keyed) })
      return entry.kind === 'journal' ? [] : folder.add({ key: keyed.key, importId: '', exchange: keyed.venue, entry })
    })
  return [...trips, ...folder.end()]
}

/** A trip on one line. */
export const lineOf = (trip: FoldedTrip): string => {
  const text = (amount: bigint | null): string => (amount === null ? '-' : decimalText(amount, trip.decimals))
  return [
    trip.exchange,
    trip.symbol,
    trip.side,
    sizeText(trip.size),
    trip.closedAt === null ? 'open' : 'closed',
    trip.currency,
    `gross ${text(trip.gross)}`,
    `fees ${text(trip.fees)}`,
    `funding ${text(trip.funding)}`,
    `net ${text(trip.net)}`,
    ...(trip.rest === undefined ? [] : [`rest ${sizeText(trip.rest)}`]),
  ].join(' ')
}

/** Trips of files without problems. */
export function linesOf(files: readonly string[], choices: ImportChoices = {}): string[] {
  const parsed = files.map((file) => parseImport(file, choices))
  const problems = parsed.flatMap((file) => file.problems)
  if (problems.length > 0) throw new Error(problems.map(({ row, text }) => `row ${row}: ${text}`).join('\n'))
  return tripsOf(parsed.map(({ entries }) => entries)).map(lineOf)
}

/** Trips, problems and the number of rows that are not trades. */
export function resultOf(rows: readonly string[], choices: ImportChoices = {}) {
  const { entries, problems, others } = parseImport(`${rows.join('\n')}\n`, choices)
  return { trips: tripsOf([entries]).map(lineOf), problems: problems.map(({ row, text }) => `row ${row}: ${text}`), others }
}

type Expected = { readonly trips?: readonly string[]; readonly problems?: readonly string[]; readonly others?: number }
/** Case of `it.each`: title, what `resultOf` is expected to return, and the rows of the file. */
export const caseOf = (title: string, expected: Expected, ...rows: readonly string[]) =>
  [title, { trips: [], problems: [], others: 0, ...expected }, rows] as const
