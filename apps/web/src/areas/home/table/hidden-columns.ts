import type { SortKey } from '@aerie/wire/market/market'
import { create } from 'zustand'
import { readStored, writeStored } from '../../../platform/storage/storage.ts'
import { COLUMNS } from './columns.ts'

const KEY = 'aerie.home.hidden-columns'

export const CHOOSABLE = COLUMNS.filter(({ id }) => id !== 'price')

/** Stored in this browser; wide screens only. */
export const useHiddenColumns = create<{ readonly hidden: readonly SortKey[] }>(() => ({ hidden: parseHidden(readStored(KEY)) }))

export function toggleColumn(id: SortKey): void {
  const { hidden } = useHiddenColumns.getState()
  const next = hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id]
  useHiddenColumns.setState({ hidden: next })
  writeStored(KEY, next.join(' '))
}

export function parseHidden(text: string | null): SortKey[] {
  const named = (text ?? '').split(' ')
  return CHOOSABLE.map(({ id }) => id).filter((id) => named.includes(id))
}
