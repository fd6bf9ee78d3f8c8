import type { Industry, SortKey } from '@aerie/wire/market/market'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { ListRequest } from '../../platform/live/market/assets-list.ts'
import { parseListRequest, parseSelected, withIndustry, withPage, withSelected, withSort } from './table/list-params.ts'

export type HomeView = {
  readonly request: ListRequest
  readonly selected: string | null
  readonly goToPage: (page: number) => void
  readonly filterBy: (industry: Industry | undefined) => void
  readonly sortBy: (sort: SortKey) => void
  readonly select: (symbol: string | null) => void
}

/** Page, filter, order and open coin are stored in the address. */
export function useHomeView(): HomeView {
  const [query, setQuery] = useSearchParams()
  const text = query.toString()
  const view = useMemo(() => {
    const now = new URLSearchParams(text)
    return { request: parseListRequest(now), selected: parseSelected(now) }
  }, [text])
  const goToPage = useCallback((page: number) => setQuery((now) => withPage(now, page), KEEP_SCROLL), [setQuery])
  const filterBy = useCallback((industry: Industry | undefined) => setQuery((now) => withIndustry(now, industry), KEEP_SCROLL), [setQuery])
  const sortBy = useCallback((sort: SortKey) => setQuery((now) => withSort(now, sort), KEEP_SCROLL), [setQuery])
  // Selecting a coin replaces the history entry.
  const select = useCallback(
    (symbol: string | null) => setQuery((now) => withSelected(now, symbol), { ...KEEP_SCROLL, replace: true }),
    [setQuery],
  )
  return { ...view, goToPage, filterBy, sortBy, select }
}

const KEEP_SCROLL = { preventScrollReset: true }
