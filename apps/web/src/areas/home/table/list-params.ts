import { INDUSTRY_VALUES, type Industry, SORT_KEYS, type SortKey } from '@aerie/wire/market/market'
import { DEFAULT_ORDER, DEFAULT_SORT, type ListRequest } from '../../../platform/live/market/assets-list.ts'

const LAST_PAGE = 10_000
const SYMBOL = /^[A-Z0-9]{1,12}$/

export function parseListRequest(query: URLSearchParams): ListRequest {
  const sort = oneOf(SORT_KEYS, query.get('sort')) ?? DEFAULT_SORT
  return {
    page: parsePage(query.get('page')),
    industry: oneOf(INDUSTRY_VALUES, query.get('industry')),
    sort,
    order: oneOf(['asc', 'desc'] as const, query.get('order')) ?? naturalOrder(sort),
  }
}

export function parseSelected(query: URLSearchParams): string | null {
  const symbol = query.get('asset')?.toUpperCase() ?? ''
  return SYMBOL.test(symbol) ? symbol : null
}

export const withPage = (query: URLSearchParams, page: number): URLSearchParams => changed(query, { page: page <= 1 ? null : String(page) })

/** Resets to the first page. Undefined clears the filter. */
export const withIndustry = (query: URLSearchParams, industry: Industry | undefined): URLSearchParams =>
  changed(query, { page: null, industry: industry ?? null })

/** First click: natural order; next click: reversed. Resets to the first page. */
export function withSort(query: URLSearchParams, sort: SortKey): URLSearchParams {
  const now = parseListRequest(query)
  const order = now.sort !== sort ? naturalOrder(sort) : now.order === 'desc' ? 'asc' : 'desc'
  const isDefault = sort === DEFAULT_SORT && order === DEFAULT_ORDER
  return changed(query, { page: null, sort: isDefault ? null : sort, order: order === naturalOrder(sort) ? null : order })
}

export const withSelected = (query: URLSearchParams, symbol: string | null): URLSearchParams => changed(query, { asset: symbol })

/** Names ascend, figures descend. */
const naturalOrder = (sort: SortKey): 'asc' | 'desc' => (sort === 'name' ? 'asc' : 'desc')

function parsePage(text: string | null): number {
  const page = /^\d{1,5}$/.test(text ?? '') ? Number(text) : 1
  return page >= 1 && page <= LAST_PAGE ? page : 1
}

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | null => values.find((value) => value === text) ?? null

function changed(query: URLSearchParams, changes: Readonly<Record<string, string | null>>): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) next.delete(key)
    else next.set(key, value)
  }
  return next
}
