import type { SortKey } from '@aerie/wire/market/market'
import { create } from 'zustand'
import { readStored, writeStored } from '../../../lib/storage/storage.ts'
import { COLUMNS } from './columns.ts'

const KEY = 'aerie.home.hidden-columns'

/** Columns that may be put away: all but the price. */
export const CHOOSABLE = COLUMNS.filter(({ id }) => id !== 'price')

/** Columns the user has put away, kept in this browser. Wide screens only; small ones show their own few. */
export const useHiddenColumns = create<{ readonly hidden: readonly SortKey[] }>(() => ({ hidden: parseHidden(readStored(KEY)) }))

/** Puts a column away or back. */
export function toggleColumn(id: SortKey): void {
  const { hidden } = useHiddenColumns.getState()
  const next = hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id]
  useHiddenColumns.setState({ hidden: next })
  writeStored(KEY, next.join(' '))
}

/** What an earlier visit stored; anything that is not a choosable column is left out. */
export function parseHidden(text: string | null): SortKey[] {
  const named = (text ?? '').split(' ')
  return CHOOSABLE.map(({ id }) => id).filter((id) => named.includes(id))
}
