import type { SortKey } from '@aerie/wire/market/market'
import { create } from 'zustand'
import type { FigureName } from '../../../platform/live/market/figure-text.ts'
import { readStored, writeStored } from '../../../platform/storage/storage.ts'

export type Column = {
  readonly id: SortKey
  readonly title: string
  readonly sort: SortKey
  readonly figures: readonly FigureName[]
  readonly isCompact: boolean
}

export const COLUMNS: readonly Column[] = [
  { id: 'price', title: 'Price', sort: 'price', figures: ['price'], isCompact: true },
  { id: 'change1h', title: '1h%', sort: 'change1h', figures: ['change1h'], isCompact: false },
  { id: 'change24h', title: '24h%', sort: 'change24h', figures: ['change24h'], isCompact: true },
  { id: 'change7d', title: '7d%', sort: 'change7d', figures: ['change7d'], isCompact: false },
  { id: 'marketCap', title: 'Market Cap', sort: 'marketCap', figures: ['marketCap'], isCompact: false },
  { id: 'volume', title: 'Volume (24hr)', sort: 'volume', figures: ['volume', 'volumeCoins'], isCompact: false },
  { id: 'circulatingSupply', title: 'Circ. Supply', sort: 'circulatingSupply', figures: ['circulatingSupply'], isCompact: false },
]

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
