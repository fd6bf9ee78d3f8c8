import { itemAt } from '@aerie/core/item-at'
import { selectTrips } from '@aerie/journal/trip-table'
import { Download, Images } from 'lucide-react'
import { useMemo, useState } from 'react'
import { errorText } from '../../platform/api/error-text.ts'
import { saveFile } from '../../platform/storage/save-file.ts'
import { notify } from '../../platform/toasts/toast.ts'
import { Button } from '../../ui/controls/button.tsx'
import { journalCalls } from './journal-calls.ts'
import { FIRST_ORDER, type JournalFilter, partsSet, tripFilterOf } from './journal-filter.ts'
import { countText } from './messages.ts'
import { serverQuery } from './server-query.ts'
import type { Journal } from './trips.ts'

type ExportButtonProps = { readonly journal: Journal | undefined; readonly filter: JournalFilter }

/** Maximum number of trades whose pictures are saved: about 10 kB each. */
const MOST_PICTURED = 2_000

/** Applies filters unknown to the server to its response, so that the CSV matches the table. Pictures are a separate file. */
export function ExportButton({ journal, filter }: ExportButtonProps) {
  const [busy, setBusy] = useState<'rows' | 'pictures' | null>(null)
  const passing = useMemo(() => passingOf(journal, filter), [journal, filter])
  const save = async (what: 'rows' | 'pictures') => {
    setBusy(what)
    try {
      if (what === 'rows') saveFile('aerie-journal.csv', await csvOf(filter, passing), 'text/csv')
      else saveFile('aerie-journal-pictures.ndjson', await picturesOf(filter, passing), 'application/x-ndjson')
    } catch (error) {
      notify('error', (what === 'rows' ? journalExported : picturesNotExported)(errorText(error)))
    } finally {
      setBusy(null)
    }
  }
  const reason = reasonOf(journal, passing)
  return (
    <>
      <Button busy={busy === 'rows'} disabledReason={reason} onClick={() => void save('rows')}>
        <Download size={16} aria-hidden="true" /> {passing === null ? 'Export' : exportSize(countText(passing.size, 'trade', 'trades'))}
      </Button>
      <Button
        busy={busy === 'pictures'}
        disabledReason={reason ?? tooMany(askedOf(journal, filter, passing))}
        title="Saves the chart at entry and exit of each trade, with the data that it is drawn from."
        onClick={() => void save('pictures')}
      >
        <Images size={16} aria-hidden="true" /> Pictures
      </Button>
    </>
  )
}

/** All trades if the server does not support part of the filter. */
function askedOf(journal: Journal | undefined, filter: JournalFilter, passing: ReadonlySet<string> | null): number {
  if (journal === undefined) return 0
  return passing === null || serverQuery(filter).leftOut.length > 0 ? journal.total : passing.size
}

const tooMany = (trades: number): string | undefined =>
  trades > MOST_PICTURED
    ? `Pictures are exported for up to ${MOST_PICTURED.toLocaleString('en-US')} trades at once. Filter by day, coin, side or tag, or export all data of your account.`
    : undefined

function passingOf(journal: Journal | undefined, filter: JournalFilter): ReadonlySet<string> | null {
  if (journal === undefined || partsSet(filter) === 0) return null
  const indexes = selectTrips(journal.table, tripFilterOf(filter), FIRST_ORDER)
  return new Set(Array.from(indexes, (place) => itemAt(journal.trips, place).id))
}

async function csvOf(filter: JournalFilter, passing: ReadonlySet<string> | null): Promise<string> {
  const csv = await journalCalls.exported(serverQuery(filter).query)
  return passing === null ? csv : keepRows(csv, (id) => passing.has(id))
}

async function picturesOf(filter: JournalFilter, passing: ReadonlySet<string> | null): Promise<string> {
  const lines = await journalCalls.pictures(serverQuery(filter).query)
  return passing === null ? lines : keepPictures(lines, (id) => passing.has(id))
}

function reasonOf(journal: Journal | undefined, passing: ReadonlySet<string> | null): string | undefined {
  if (journal === undefined || journal.total === 0) return 'There are no trades to export yet.'
  if (passing === null) return undefined
  if (journal.trips.length < journal.total) return 'The journal is still loading.'
  return passing.size === 0 ? 'No trades match this filter.' : undefined
}

const journalExported = (error: string) => `The journal could not be exported. ${error}`

const picturesNotExported = (error: string) => `The pictures could not be exported. ${error}`

const exportSize = (size: string) => `Export ${size}`

const QUOTE = 34
const LINE_END = 10

/** Keeps the header; the trip's id is the first cell of each row. */
function keepRows(csv: string, isKept: (id: string) => boolean): string {
  const [header = '', ...rows] = rowsOf(csv)
  return [header, ...rows.filter((row) => isKept(row.slice(0, row.indexOf(','))))].join('')
}

const TRIP = /"trip":"([0-9a-f-]{36})"/

const keepPictures = (lines: string, isKept: (id: string) => boolean): string =>
  lines
    .split('\n')
    .flatMap((line) => (isKept(TRIP.exec(line)?.[1] ?? '') ? [`${line}\n`] : []))
    .join('')

/** Splits rows but keeps their line ends; quoted notes may contain line breaks. */
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
