import { itemAt } from '@aerie/core/item-at'
import { selectTrips } from '@aerie/journal/trip-table'
import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { errorText } from '../../lib/http/error-text.ts'
import { saveFile } from '../../lib/storage/save-file.ts'
import { Button } from '../../ui/controls/button.tsx'
import { notify } from '../../ui/states/toast.ts'
import { keepRows } from './export-rows.ts'
import { countText } from './imports/import-words.ts'
import { journalCalls } from './journal-calls.ts'
import { FIRST_ORDER, type JournalFilter, partsSet, tripFilterOf } from './journal-filter.ts'
import * as WORDS from './posttrade-words.ts'
import { serverQuery } from './server-query.ts'
import type { Journal } from './trips.ts'

type ExportButtonProps = { readonly journal: Journal | undefined; readonly filter: JournalFilter }

/**
 * Saves the trades that pass the filter as CSV, and says how many before. Parts of the filter that the server does not know are applied
 * to its answer here, so that the file holds what the table shows.
 */
export function ExportButton({ journal, filter }: ExportButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const passing = useMemo(() => passingOf(journal, filter), [journal, filter])
  const save = async () => {
    setBusy(true)
    try {
      saveFile('aerie-journal.csv', await csvOf(filter, passing), 'text/csv')
    } catch (error) {
      notify('error', WORDS.journalExported(errorText(error)))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button busy={isBusy} disabledReason={reasonOf(journal, passing)} onClick={() => void save()}>
      <Download size={16} aria-hidden="true" />{' '}
      {passing === null ? WORDS.exportJournal : WORDS.exportSize(countText(passing.size, 'trade', 'trades'))}
    </Button>
  )
}

/** Identities of the trips that pass; null where all of them do. */
function passingOf(journal: Journal | undefined, filter: JournalFilter): ReadonlySet<string> | null {
  if (journal === undefined || partsSet(filter) === 0) return null
  const places = selectTrips(journal.table, tripFilterOf(filter), FIRST_ORDER)
  return new Set(Array.from(places, (place) => itemAt(journal.trips, place).id))
}

async function csvOf(filter: JournalFilter, passing: ReadonlySet<string> | null): Promise<string> {
  const csv = await journalCalls.exported(serverQuery(filter).query)
  return passing === null ? csv : keepRows(csv, (id) => passing.has(id))
}

function reasonOf(journal: Journal | undefined, passing: ReadonlySet<string> | null): string | undefined {
  if (journal === undefined || journal.total === 0) return WORDS.nothingToExport
  if (passing === null) return undefined
  if (journal.trips.length < journal.total) return WORDS.journalStillLoading
  return passing.size === 0 ? WORDS.noTradesMatch : undefined
}
