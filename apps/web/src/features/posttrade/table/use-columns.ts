import { useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { parseJson } from '../../../lib/storage/parse-json.ts'
import { readStored, writeStored } from '../../../lib/storage/storage.ts'
import { TRIP_COLUMNS, type TripColumn } from './columns.ts'

const KEY = 'aerie.journal-columns'
/** Those of the first visit. */
const FIRST = ['closed', 'net', 'r', 'held', 'entry', 'exit', 'mae', 'mfe', 'origin', 'rating', 'tags']

const names = z.array(z.string())

/** What the column chooser needs. */
export type Chooser = { readonly chosen: readonly string[]; readonly onChange: (chosen: readonly string[]) => void }

/**
 * The columns on show, kept in this browser, and what chooses them.
 *
 * @param hasRanges whether some trip has a range in place of a figure
 */
export function useColumns(hasRanges: boolean): readonly [readonly TripColumn[], Chooser] {
  const [chosen, setChosen] = useState<readonly string[]>(readChosen)
  const onChange = (next: readonly string[]) => {
    setChosen(next)
    writeStored(KEY, JSON.stringify(next))
  }
  const columns = useMemo(
    () => TRIP_COLUMNS.filter(({ id }) => chosen.includes(id)).map((column) => (hasRanges ? widened(column) : column)),
    [chosen, hasRanges],
  )
  return [columns, { chosen, onChange }]
}

const widened = (column: TripColumn): TripColumn => ({ ...column, width: column.widthOfRanges ?? column.width })

function readChosen(): readonly string[] {
  const parsed = z.safeParse(names, parseJson(readStored(KEY) ?? ''))
  return parsed.success ? parsed.data : FIRST
}
