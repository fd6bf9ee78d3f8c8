import { useCallback, useMemo } from 'react'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router'

type Change = URLSearchParams | ((current: URLSearchParams) => URLSearchParams)

/** The query of the address and a way to change it; like the router's own, without the parts it drags in (decision 0061). */
export function useSearchParams(): readonly [URLSearchParams, (change: Change, options?: NavigateOptions) => void] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const setParams = useCallback(
    (change: Change, options?: NavigateOptions) => {
      const next = typeof change === 'function' ? change(new URLSearchParams(params)) : change
      void navigate(`?${next}`, options)
    },
    [navigate, params],
  )
  return [params, setParams]
}
