import type { SortKey } from '@aerie/wire/market/market'
import type { FigureName } from '../../../platform/live/market/figure-text.ts'

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
