import { type CSSProperties, useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { parseJson } from '../../../lib/storage/parse-json.ts'
import { readStored, writeStored } from '../../../lib/storage/storage.ts'
import { TRIP_COLUMNS, type TripColumn } from './columns.ts'

const KEY = 'aerie.journal-columns'
/** Those of the first visit. */
const FIRST = ['closed', 'net', 'r', 'held', 'entry', 'exit', 'mae', 'mfe', 'origin', 'rating', 'tags']

const names = z.array(z.string())

/** A column with the room that each of its cells takes. */
export type ShownColumn = TripColumn & { readonly room: CSSProperties }

/** At least so many pixels, and of what the table is wider its share. */
export const roomOf = (width: number): CSSProperties => ({ flex: `${width} ${width} ${width}px` })

/** What the column chooser needs. */
export type Chooser = { readonly chosen: readonly string[]; readonly onChange: (chosen: readonly string[]) => void }

/**
 * The columns on show, kept in this browser, and what chooses them.
 *
 * @param hasRanges whether some trip has a range in place of a figure
 */
export function useColumns(hasRanges: boolean): readonly [readonly ShownColumn[], Chooser] {
  const [chosen, setChosen] = useState<readonly string[]>(readChosen)
  const onChange = (next: readonly string[]) => {
    setChosen(next)
    writeStored(KEY, JSON.stringify(next))
  }
  const columns = useMemo(
    () => TRIP_COLUMNS.filter(({ id }) => chosen.includes(id)).map((column) => shown(column, hasRanges)),
    [chosen, hasRanges],
  )
  return [columns, { chosen, onChange }]
}

function shown(column: TripColumn, hasRanges: boolean): ShownColumn {
  const width = hasRanges ? (column.widthOfRanges ?? column.width) : column.width
  return { ...column, width, room: roomOf(width) }
}

function readChosen(): readonly string[] {
  const parsed = z.safeParse(names, parseJson(readStored(KEY) ?? ''))
  return parsed.success ? parsed.data : FIRST
}
