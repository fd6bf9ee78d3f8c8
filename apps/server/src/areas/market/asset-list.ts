import { percentChange } from '@aerie/core/numbers/percent-change'
import { type AssetRow, type AssetsRequest, INDUSTRY_VALUES, type Industry, LISTED_COINS, type SortKey } from '@aerie/wire/market/market'

export type PageQuery = {
  readonly page: number
  readonly size: number
  readonly industry: Industry | null
  readonly sort: SortKey
  readonly order: 'asc' | 'desc'
}

const industryOf = (value: AssetsRequest['industry']): Industry | null => INDUSTRY_VALUES.find((industry) => industry === value) ?? null

/** ALL, empty, null or missing industry means no filter; default sort is market cap. */
export const pageQuery = ({ page, size, industry, sort, order }: AssetsRequest): PageQuery => ({
  page,
  size,
  industry: industryOf(industry),
  sort: sort ?? 'marketCap',
  order,
})

export const pageKey = ({ page, size, industry, sort, order }: PageQuery): string => `${industry ?? 'ALL'}:${sort}:${order}:${size}:${page}`

type SortValue = number | string | null
const change = (row: AssetRow, key: keyof AssetRow['closes']): number | null => {
  const percent = percentChange(row.price, row.closes[key])
  return percent.known ? percent.value : null
}
const SORT_VALUE: Readonly<Record<SortKey, (row: AssetRow) => SortValue>> = {
  name: (row) => row.name.toLowerCase(),
  price: (row) => row.price,
  change1h: (row) => change(row, '1h'),
  change24h: (row) => change(row, '24h'),
  change7d: (row) => change(row, '7d'),
  marketCap: (row) => row.marketCap,
  volume: (row) => row.volume,
  circulatingSupply: (row) => row.circulatingSupply,
}

const compareValues = (a: number | string, b: number | string): number => (a === b ? 0 : a < b ? -1 : 1)

/** Unknown values come last in both directions; ties keep rank order. */
function sorted(rows: readonly AssetRow[], sort: SortKey, order: 'asc' | 'desc'): AssetRow[] {
  const sign = order === 'asc' ? 1 : -1
  const keyed = rows.map((row) => ({ row, value: SORT_VALUE[sort](row) }))
  keyed.sort((a, b) => {
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null) || a.row.rank - b.row.rank
    return sign * compareValues(a.value, b.value) || a.row.rank - b.row.rank
  })
  return keyed.map(({ row }) => row)
}

export type Candidate = { readonly row: Omit<AssetRow, 'rank'>; readonly industries: readonly Industry[] }

/** The LISTED_COINS largest by market cap within the filter, ranked from 1, then sorted. Ties keep catalogue order. */
export function pageRows(candidates: readonly Candidate[], query: PageQuery): { rows: AssetRow[]; total: number } {
  const { industry } = query
  const filtered = industry === null ? [...candidates] : candidates.filter(({ industries }) => industries.includes(industry))
  filtered.sort((a, b) => (b.row.marketCap ?? -1) - (a.row.marketCap ?? -1))
  const ranked = filtered.slice(0, LISTED_COINS).map(({ row }, index) => ({ ...row, rank: index + 1 }))
  const start = (query.page - 1) * query.size
  return { rows: sorted(ranked, query.sort, query.order).slice(start, start + query.size), total: ranked.length }
}
