import type { TripOrder } from '@aerie/journal/trip-table'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type JournalFilter, parseCapital, parseFilter, parseOrder, printFilter, printOrder } from './journal-filter.ts'

export const VIEWS = ['trades', 'statistics', 'compare'] as const
export type View = (typeof VIEWS)[number]

/** Changes replace the history entry, except for choosing a trip. */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  const setParam = useCallback(
    (name: string, value: string | null, isStep = false) =>
      setParams(
        (now) => {
          if (value === null) now.delete(name)
          else now.set(name, value)
          return now
        },
        { replace: !isStep },
      ),
    [setParams],
  )
  const filter = useMemo(() => parseFilter(params), [params])
  const order = useMemo(() => parseOrder(params), [params])
  return {
    params,
    setParam,
    filter,
    order,
    view: VIEWS.find((view) => view === params.get('view')) ?? 'trades',
    trip: params.get('trip'),
    /** Starting capital of imported accounts, USDC; null if unset. */
    capital: parseCapital(params.get('capital')),
    /** Key of the chosen account, `all`, or null for the default one. */
    account: params.get('account'),
    setFilter: useCallback((next: JournalFilter) => setParams((now) => printFilter(next, now), { replace: true }), [setParams]),
    setOrder: useCallback((next: TripOrder) => setParam('sort', printOrder(next)), [setParam]),
    setView: useCallback((next: View) => setParam('view', next === 'trades' ? null : next, true), [setParam]),
    setCapital: useCallback((usdc: string | null) => setParam('capital', usdc), [setParam]),
    setAccount: useCallback((key: string) => setParam('account', key), [setParam]),
    setTrip: useCallback((id: string | null) => setParam('trip', id, id !== null), [setParam]),
  } as const
}

export type Address = ReturnType<typeof useAddress>
